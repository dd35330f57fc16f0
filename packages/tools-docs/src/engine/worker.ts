import { abortedError, ToolError } from "@holdall/tool-core";

interface RunOptions {
  readonly signal: AbortSignal;
  readonly seconds: number;
}

/** A thread that does one job after another. It stays for a while, keeps no process alive, and is ended with a job that takes too long. */
interface JobWorker<Job, Reply> {
  run(job: Job, options: RunOptions): Promise<Reply>;
  /** Start the thread for a job that is about to come. */
  start(): void;
}

/** What makes documents in a thread, wherever that runs. */
export interface Engine {
  /** What it makes, in an error. */
  readonly what: string;
  /** What has to be installed for it. */
  readonly packages: string;
  /** How long its code may take to arrive; the time of a job counts from then. Its thread says when it is `ready`. */
  readonly loadSeconds?: number;
  open(): Thread;
}

/** A thread of the platform. */
export interface Thread {
  post(job: unknown): void;
  /** One listener at a time. */
  listen(onMessage: (message: unknown) => void, onFailure: (cause: unknown) => void): void;
  /** Whether the process waits for it. */
  hold(isHeld: boolean): void;
  terminate(): void;
}

const idleMs = 30_000;

/** The worker of each engine, made with its first use. */
export function workersOf<Job, Reply>(): (engine: Engine) => JobWorker<Job, Reply> {
  const workers = new WeakMap<Engine, JobWorker<Job, Reply>>();
  return (engine) => {
    const worker = workers.get(engine) ?? jobWorker<Job, Reply>(engine);
    workers.set(engine, worker);
    return worker;
  };
}

export function jobWorker<Job, Reply>({ what, packages, loadSeconds = 0, open }: Engine): JobWorker<Job, Reply> {
  let kept: Thread | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: ReturnType<typeof setTimeout> | undefined;
  const loaded = new WeakSet<Thread>();

  const end = (thread: Thread): void => {
    if (kept === thread) kept = undefined;
    thread.terminate();
  };

  const rest = (thread: Thread): void => {
    thread.listen(
      (message) => void (isReady(message) && loaded.add(thread)),
      () => end(thread),
    );
    idle = setTimeout(() => end(thread), idleMs);
    if (typeof idle === "object") idle.unref();
  };

  const once = async (job: Job, { signal, seconds }: RunOptions): Promise<Reply> => {
    if (signal.aborted) throw abortedError(signal.reason);
    clearTimeout(idle);
    kept ??= open();
    const thread = kept;
    thread.hold(true);
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = (most: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(tooLong(what, most)), most * 1000);
    };
    limit(loaded.has(thread) ? seconds : loadSeconds + seconds);
    const abort = (): void => reject(abortedError(signal.reason));
    signal.addEventListener("abort", abort, { once: true });
    const take = (message: unknown): void => {
      loaded.add(thread);
      if (isReady(message)) {
        limit(seconds);
        return;
      }
      const answer = message as { reply: Reply } | { error: string };
      if ("reply" in answer) resolve(answer.reply);
      else reject(asToolError(new Error(answer.error), what, packages));
    };
    thread.listen(take, (cause) => reject(asToolError(cause, what, packages)));
    thread.post(job);
    try {
      const reply = await promise;
      rest(thread);
      return reply;
    } catch (error) {
      end(thread);
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      thread.hold(false);
    }
  };
  return {
    run(job, options) {
      const result = last.then(() => once(job, options));
      last = result.catch(() => undefined);
      return result;
    },
    start() {
      if (kept) return;
      kept = open();
      rest(kept);
    },
  };
}

const isReady = (message: unknown): boolean => Object(message).ready === true;

const tooLong = (what: string, seconds: number): ToolError =>
  new ToolError("timeout", `${what} took longer than ${seconds} seconds.`, { hint: "Make several smaller ones." });

/** An error of the thread itself; a missing library is reported with the command that installs it. */
export function asToolError(cause: unknown, what: string, packages: string): ToolError {
  const { code, message } = cause as { code?: string; message?: string };
  const isMissing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
  if (!isMissing && !/Cannot find (?:module|package|native binding)|Could not resolve/.test(message ?? ""))
    return new ToolError("internal", `${what} cannot be created: ${message}`, { cause });
  return new ToolError("unavailable", `${what} need a library that is not installed.`, {
    hint: `Ask the user to run: npm install ${packages}`,
    data: { packages: packages.split(" ") },
    cause,
  });
}
