import {
  foreignContent,
  type NotedText,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolResult,
  textsRead,
  toToolError,
} from "@holdall/tool-core";
import { createLimiter, isTooDeep } from "@holdall/tool-kit";
import type { IsolateAnswer, IsolateCall } from "../isolate/isolate.ts";
import type { ProgramLimits, ProgramToolOptions } from "../options.ts";
import { type AnswerLabel, readLabel } from "../run/journal.ts";
import { answerOwn, isOwn } from "./builtin-calls.ts";
import type { CallRecord } from "./call-record.ts";
import { mayCall } from "./callable-tools.ts";
import { createCallerGrants } from "./caller-grants.ts";
import { canonicalJson } from "./canonical-json.ts";
import { extractValue, noteExtracted } from "./extract-call.ts";
import type { PausingClock } from "./pausing-clock.ts";
import { readOutput, readText, toJson } from "./read-output.ts";
import type { Recorder } from "./replay.ts";
import { isSealed, type SealedValues } from "./sealed-values.ts";

/** Why a program is ended from outside. */
export interface Halt {
  readonly status: "stopped" | "paused";
  readonly kind: string;
  readonly message: string;
  readonly call?: number | undefined;
}

export interface CallsOptions {
  readonly options: ProgramToolOptions;
  readonly limits: ProgramLimits;
  readonly ctx: ToolContext;
  readonly clock: PausingClock;
  readonly recorder: Recorder;
  /** Aborts calls that are no longer awaited. */
  readonly signal: AbortSignal;
  /** The texts of others, in a program that gets only names for them. */
  readonly sealed: SealedValues | undefined;
  halt(why: Halt): void;
}

export interface ProgramCalls {
  readonly records: readonly CallRecord[];
  /** Part of the program's input was written by others. */
  readonly untrusted: boolean;
  call(call: IsolateCall): Promise<IsolateAnswer>;
  /** Waits until no call runs any more. */
  settled(): Promise<void>;
}

/** The same call, failing, after which a program is stopped: it will not succeed. */
const maxRepeats = 5;
const never = () => new Promise<never>(() => {});

/** Make the calls of one program. Every one of a tool goes through the session, as a call of the model would. */
export function createCalls({
  options,
  limits,
  ctx,
  clock,
  recorder,
  signal,
  sealed,
  halt,
}: CallsOptions): ProgramCalls {
  const { registry } = options;
  const records: CallRecord[] = [];
  const failures = new Map<string, number>();
  const limiter = createLimiter(limits.atOnce);
  const approve = createCallerGrants(ctx.callId, clock);
  const noted = new Map<number, Map<string, NotedText>>();
  const inFlight = new Set<Promise<unknown>>();
  let denials = 0;
  let untrusted = false;

  const notedIn = (index: number): readonly NotedText[] => [...(noted.get(index)?.values() ?? [])];
  const note = (index: number, text: NotedText): void => {
    const { tool, origin } = text.source;
    noted.set(index, (noted.get(index) ?? new Map()).set(JSON.stringify([text.kind, tool, origin]), text));
  };

  const stop = (why: Halt): Promise<never> => {
    halt(why);
    return never();
  };

  /** One call of a tool. */
  async function run(record: CallRecord, tool: Tool | undefined, asText = false): Promise<unknown> {
    const { n: index, input } = record;
    const started = performance.now();
    const result = await limiter.run(async (): Promise<ToolResult> => {
      if (signal.aborted) return never();
      record.state = "running";
      const running = ctx.call(record.tool, input, { signal, index, approve, onNoted: (noted) => note(index, noted) });
      inFlight.add(running);
      return running.finally(() => inFlight.delete(running));
    });
    if (signal.aborted) return never();
    record.ms = Math.round(performance.now() - started);
    record.state = result.ok ? "done" : "failed";
    untrusted ||= (tool !== undefined && isOthers(tool)) || notedIn(index).some(({ kind }) => kind === "others");
    if (result.ok) return asText ? readText(result) : readOutput(result, tool);
    record.code = result.error.code;
    throw result.error;
  }

  /** A failed call: the error that the program gets, unless it is the last one too many. */
  function failed(index: number, name: string, input: string, thrown: ToolError): Promise<never> | string {
    const { code, message, hint, data } = thrown;
    if (code === "permission_denied" && ++denials >= limits.denials)
      return stop({
        status: "stopped",
        kind: "denied",
        call: index,
        message: `${denials} calls were not permitted, so the program was stopped. The last: ${message}`,
      });
    const key = `${name} ${input}`;
    const times = (failures.get(key) ?? 0) + 1;
    failures.set(key, times);
    if (times >= maxRepeats)
      return stop({
        status: "stopped",
        kind: "repeated",
        call: index,
        message: `${name} failed ${times} times with the same input, so the program was stopped. The last: ${message}`,
      });
    const told = { code, message, next: hint, call: index, tool: name };
    const whole = toJson({ ...told, data });
    return whole.length > limits.textBytes ? toJson(told) : whole;
  }

  async function live(record: CallRecord, input: string, work: () => Promise<unknown>): Promise<IsolateAnswer> {
    const { n: index, tool: name } = record;
    let told: Omit<IsolateAnswer, "now">;
    try {
      const json = toJson(await work());
      if (json.length > limits.textBytes) throw tooLarge(name, json.length, limits.textBytes);
      told = { ok: true, json };
    } catch (thrown) {
      if (signal.aborted) return never();
      record.state = "failed";
      const error = ToolError.is(thrown)
        ? thrown
        : new ToolError("internal", `${name} failed; your input is not the cause.`, { cause: thrown });
      record.code = error.code;
      told = { ok: false, json: await failed(index, name, input, error) };
    }
    if (signal.aborted) return never();
    return recorder.end(index, { ...told, now: Date.now() }, notedIn(index));
  }

  /** A recorded result has its label again, in a session that does not know it. */
  function noteReplayed({ tool, input }: CallRecord, { ok, json }: IsolateAnswer, label: AnswerLabel): void {
    const value: unknown = ok ? JSON.parse(json) : (JSON.parse(json) as { readonly message?: unknown }).message;
    const texts = ctx.state(textsRead);
    for (const { kind, source } of label) if (kind === "private") texts.notePrivate(value, source);
    const sources = label.flatMap(({ kind, source }) => (kind === "others" ? [source] : []));
    if (sources.length === 0) return;
    untrusted = true;
    // Of several sources, none may speak for the others: a grant for one does not cover them.
    const [source = { tool }] = sources.length === 1 ? sources : [];
    for (const { tool: name, origin = name } of sources) ctx.state(foreignContent).add(origin);
    if (tool === "$extract") noteExtracted(value, texts, source.origin);
    else texts.noteOthers(value, source, input);
  }

  return {
    records,
    settled: async () => void (await Promise.all(inFlight)),
    get untrusted() {
      return untrusted;
    },
    call: (made) =>
      answer(made)
        .then((told) => sealAnswer(made, told))
        .catch((cause: unknown) =>
          stop({
            status: "stopped",
            kind: "internal",
            call: made.index,
            message: `Call ${made.index} could not be made or recorded: ${toToolError(cause).message}`,
          }),
        ),
  };

  /** What is recorded has the texts; what the program gets has names for them. */
  function sealAnswer({ tool: asked }: IsolateCall, told: IsolateAnswer): IsolateAnswer {
    const tool = registry.get(asked.replace(/^\$text:/, ""));
    const isPlain = tool ? !isSealed(tool) : isOwn(asked);
    if (!sealed || isPlain) return told;
    const value: unknown = JSON.parse(told.json);
    // A tool that is not known now may have answered when the program ran before.
    if (!tool && !told.ok && (value as { readonly code?: unknown } | null)?.code === "unknown_tool") return told;
    if (told.ok) return { ...told, json: toJson(sealed.seal(value)) };
    const { message, data, ...error } = Object(value) as { readonly message?: unknown; readonly data?: unknown };
    return { ...told, json: toJson({ ...error, ...(sealed.seal({ message, data }) as object) }) };
  }

  async function answer({ index, tool: asked, input: json }: IsolateCall): Promise<IsolateAnswer> {
    if (index > limits.calls)
      return stop({
        status: "stopped",
        kind: "budget",
        call: index,
        message: `The program made more than ${limits.calls} calls. Do the work in several programs.`,
      });
    const asText = asked.startsWith("$text:");
    const name = asText ? asked.slice("$text:".length) : asked;
    const written: unknown = JSON.parse(json);
    const input = sealed ? sealed.open(written) : written;
    if (isTooDeep(input)) throw new ToolError("invalid_input", `The input of ${name} is nested too deeply.`);
    const canonical = canonicalJson(input);
    const tool = registry.get(name);
    const record: CallRecord = { n: index, tool: tool?.name ?? name, state: "waiting", ms: 0, input, changes: false };
    const isCall = !isOwn(name) || name === "$search";
    if (isCall) records.push(record);
    const known = await recorder.begin(index, asked, canonical);
    if (known.state === "diverged")
      return stop({
        status: "stopped",
        kind: "diverged",
        call: index,
        message: `Call ${index} is now ${name}, but was ${known.was} with another input or tool when the program ran before. Nothing was run.`,
      });
    record.changes = tool !== undefined && !tool.hints.readOnly;
    if (known.state === "done") {
      const before = await known.answer;
      record.state = before.ok ? "done" : "failed";
      const others = !isOwn(name) && (tool === undefined || isSealed(tool));
      noteReplayed(record, before, readLabel(known.label ?? { others, private: false }, record.tool));
      return before;
    }
    if (known.state === "unfinished" && !(tool?.hints.idempotent || tool?.hints.readOnly) && !isOwn(name)) {
      const next = await (options.onUnfinished?.({ index, tool: record.tool, input }) ?? "stop");
      if (next === "stop")
        return stop({
          status: "paused",
          kind: "unfinished",
          call: index,
          message: `Call ${index} (${record.tool}) had started when the program was interrupted; whether it finished is unknown. Check, then call it yourself or start a new program.`,
        });
    }
    return live(record, canonical, async () => {
      if (name === "$extract") {
        const isSealedText = sealed !== undefined && Object(input).value !== Object(written).value;
        return extractValue(Object(input), {
          extractor: options.extractor,
          ctx,
          signal: AbortSignal.any([signal, ctx.signal]),
          isSealed: isSealedText,
          ask: (work) => askExtractor(record, work),
          onNoted: (noted) => note(index, noted),
        });
      }
      if (isOwn(name)) {
        return answerOwn(name, input, { options, ctx, search: () => searched(record) });
      }
      if (tool && !mayCall(tool, options)) throw notFromPrograms(tool);
      return run(record, tool, asText);
    });
  }

  /** A call of the model behind `$extract`. It is listed among the calls, because it takes time and tokens. */
  async function askExtractor(record: CallRecord, work: () => Promise<unknown>): Promise<unknown> {
    records.push(record);
    const started = performance.now();
    const answer = await limiter.run(() => {
      if (signal.aborted) return never();
      record.state = "running";
      return work();
    });
    record.ms = Math.round(performance.now() - started);
    record.state = "done";
    return answer;
  }

  async function searched(record: CallRecord): Promise<unknown> {
    const tool = registry.get("tool_search");
    if (!tool) return undefined;
    record.tool = tool.name;
    return run(record, tool);
  }
}

const isOthers = ({ category }: Tool): boolean => category === "mcp" || category === "web";

const notFromPrograms = ({ name }: Tool): ToolError =>
  new ToolError("unsupported", `${name} cannot be called by a program.`, {
    hint: "Call it directly, before or after.",
  });

const tooLarge = (name: string, size: number, most: number): ToolError =>
  new ToolError(
    "too_large",
    `${name} finished, but its result has ${size.toLocaleString("en")} characters, more than the ${most.toLocaleString("en")} that a program can take.`,
    { hint: "Request less at once: a part, a page, or a filter." },
  );
