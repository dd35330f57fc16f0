import { abortedError, type Json } from "@holdall/tool-core";
import type { RunContext, StartOptions, StepContext, StepOptions } from "../port/index.ts";
import type { NewRun, StoredStep, StoredWait } from "../store.ts";
import { encodeError } from "../values.ts";
import type { Execution } from "./execution.ts";
import { uuidFrom } from "./uuid-from.ts";

const longestBackoff = 60_000;
const year = 365 * 24 * 60 * 60 * 1000;

/** Makes the row of a child. */
export type ChildOf = (
  name: string,
  input: Json,
  options: Pick<StartOptions, "version" | "queue" | "priority" | "limits">,
) => Promise<Omit<NewRun, "parent" | "parentEvent" | "key" | "at">>;

/** What the function of a run works with, for its main line (`prefix` is empty) or a branch. */
export function createRunContext(execution: Execution, childOf: ChildOf, prefix = "", start?: number): RunContext {
  const { run, values, store, signal } = execution;
  const about = { run: run.id, name: run.name, version: run.version, attempt: run.attempt };
  const counts = new Map<string, number>();
  let [position, uuids, now] = [0, 0, start ?? run.created];

  const next = () => `${prefix}${position++}`;
  const label = (name: string) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}#${count}`;
  };

  async function step<T>(name: string, work: (step: StepContext) => T | PromiseLike<T>, options: StepOptions = {}) {
    const [at, known] = [next(), label(name)];
    const kept = await execution.recall(at, known);
    if (kept && kept.ended !== null) {
      now = kept.ended;
      if (kept.error !== null) throw execution.failWith(at, kept.error);
      return (await values.decode(kept.output ?? "")) as T;
    }
    if (execution.isDraining()) return execution.halt();
    return execution.busy(() => attempts<T>(at, known, work, options, kept));
  }

  async function attempts<T>(
    at: string,
    name: string,
    work: (step: StepContext) => T | PromiseLike<T>,
    { retries = 0, timeout, backoff = 1000 }: StepOptions,
    kept: StoredStep | undefined,
  ): Promise<T> {
    let interrupted = kept !== undefined && kept.error === null;
    for (let failures = kept?.failures ?? 0; ; ) {
      let text: string;
      try {
        const limit = timeout === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
        const begin = async () => {
          if (!(await store.recordAttempt(run, { position: at, name, error: null, failures }))) await execution.lose();
        };
        const own = { key: `${run.id}/${at}/${name}`, signal: limit, attempt: failures + 1, interrupted, begin };
        const info = { ...about, step: name, key: own.key };
        const whole = execution.use.reduceRight(
          (next: () => Promise<T>, each) => () => each(info, next),
          async () => work(own),
        );
        const value = await untilAborted(limit, whole);
        text = await values.encode(value, `The result of the step "${name}"`);
      } catch (cause) {
        if (signal.aborted) return execution.lose();
        failures++;
        interrupted = false;
        const error = encodeError(cause);
        if (failures <= retries) {
          if (!(await store.recordAttempt(run, { position: at, name, error, failures }))) return execution.lose();
          await delay(Math.min(longestBackoff, backoff * 2 ** (failures - 1)), signal);
          continue;
        }
        const ended = await store.recordStep(run, { position: at, name, output: null, error, failures });
        if (ended === undefined) return execution.lose();
        now = ended;
        throw execution.failWith(at, error, cause);
      }
      const ended = await store.recordStep(run, { position: at, name, output: text, error: null, failures });
      if (ended === undefined) return execution.lose();
      now = ended;
      return (await values.decode(text)) as T;
    }
  }

  /** Wait under a name that history can be compared by; null when the time was up. */
  async function waitAs(
    name: string,
    wait: (at: string) => Partial<Omit<StoredWait, "position" | "name">>,
    before: (at: string) => Promise<void> = async () => {},
  ): Promise<{ readonly at: string; readonly payload: string | null }> {
    const [at, known] = [next(), label(name)];
    const kept = await execution.recall(at, known);
    if (kept && kept.ended !== null) {
      now = kept.ended;
      return { at, payload: kept.output };
    }
    await before(at);
    const row = { position: at, name: known, event: null, until: null, within: null, ...wait(at) };
    const { payload, ended } = await execution.wait(row);
    now = ended;
    return { at, payload };
  }

  return {
    run: run.id,
    signal,
    step,
    async wait(event, { timeout } = {}) {
      const { payload } = await waitAs(`wait ${event}`, () => ({ event, within: timeout ?? null }));
      return payload === null ? undefined : values.decode(payload);
    },
    async sleep(untilOrMs) {
      await waitAs("sleep", () => (untilOrMs < year ? { within: untilOrMs } : { until: untilOrMs }));
    },
    async child(name, input, options = {}) {
      const event = (at: string) => ({ event: `child/${at}` });
      const { at, payload } = await waitAs(`child ${name}`, event, (at) =>
        execution.busy(async () => {
          const row = await childOf(name, input, options);
          const links = { key: `${run.id}/${at}`, at: null, parent: run.id, parentEvent: `child/${at}` };
          const started = await store.insert({ ...row, ...links }, run);
          if (!started) return execution.lose();
          if (started.isNew) execution.ring({ id: started.id, queue: row.queue, priority: row.priority });
        }),
      );
      const { output, error } = JSON.parse(payload ?? "{}") as { output: string | null; error: string | null };
      if (error !== null) throw execution.failWith(at, error);
      return (await values.decode(output ?? "")) ?? null;
    },
    branch: (name) => createRunContext(execution, childOf, `${prefix}${label(name).replaceAll("/", ":")}/`, now),
    release: execution.release,
    now: () => now,
    uuid: () => uuidFrom(`${run.id}/${prefix}${uuids++}`),
    async log(data) {
      if (!execution.isNew(`${prefix}${position}`)) return;
      const text = await values.encode(data, "What the run logs");
      await execution.busy(async () => {
        if (!(await store.log(run, text))) await execution.lose();
      });
    },
  };
}

/** The work, or the abort, whichever comes first: a step may not listen. */
async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (signal.aborted) throw abortedError(signal.reason);
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(abortedError(signal.reason));
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
  });
}
