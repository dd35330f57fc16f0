import { abortedError, ToolError } from "@holdall/tool-core";

interface RunOptions {
  readonly signal: AbortSignal;
  readonly seconds: number;
}

/** A thread that does one job after another. It stays for a while, keeps no process alive, and is ended with a job that takes too long. */
interface JobWorker<Job, Reply> {
  run(job: Job, options: RunOptions): Promise<Reply>;
}

interface WorkerOptions {
  /** The module of the thread, without its ending. */
  readonly url: (ending: string) => URL;
  /** What it makes, in an error. */
  readonly what: string;
  readonly packages: string;
}

const idleMs = 30_000;

export function jobWorker<Job, Reply>({ url, what, packages }: WorkerOptions): JobWorker<Job, Reply> {
  let kept: Thread | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: ReturnType<typeof setTimeout> | undefined;

  const end = (worker: Thread): void => {
    if (kept === worker) kept = undefined;
    void worker.terminate();
  };

  const open = (): Thread => {
    const thread = openThread(url, what);
    thread.once("exit", () => {
      if (kept === thread) kept = undefined;
    });
    return thread;
  };

  const once = async (job: Job, { signal, seconds }: RunOptions): Promise<Reply> => {
    if (signal.aborted) throw abortedError(signal.reason);
    clearTimeout(idle);
    kept ??= open();
    const worker = kept;
    worker.ref();
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const timer = setTimeout(() => reject(tooLong(what, seconds)), seconds * 1000);
    const abort = (): void => reject(abortedError(signal.reason));
    signal.addEventListener("abort", abort, { once: true });
    const take = (message: { reply: Reply } | { error: string }): void => {
      if ("reply" in message) resolve(message.reply);
      else reject(new ToolError("internal", `${what} cannot be made: ${message.error}`));
    };
    const fail = (cause: unknown): void => reject(asToolError(cause, what, packages));
    const exit = (): void => reject(new ToolError("internal", `The thread that makes ${what} ended.`));
    worker.on("message", take).on("error", fail).on("exit", exit);
    worker.postMessage(job);
    try {
      const reply = await promise;
      idle = setTimeout(() => end(worker), idleMs);
      idle.unref();
      return reply;
    } catch (error) {
      end(worker);
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      worker.off("message", take).off("error", fail).off("exit", exit);
      worker.unref();
    }
  };
  return {
    run(job, options) {
      const result = last.then(() => once(job, options));
      last = result.catch(() => undefined);
      return result;
    },
  };
}

type Thread = ReturnType<typeof openThread>;

/** Loaded in this way, bundles for browsers have nothing of Node. */
function openThread(url: WorkerOptions["url"], what: string) {
  const threads = globalThis.process?.getBuiltinModule?.("node:worker_threads");
  if (!threads)
    throw new ToolError("unsupported", `${what} are made on Node only.`, { hint: "Use generate_markdown here." });
  const ending = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
  const thread = new threads.Worker(url(ending), { stdout: true, stderr: true });
  thread.on("error", () => {});
  thread.unref();
  return thread;
}

const tooLong = (what: string, seconds: number): ToolError =>
  new ToolError("timeout", `${what} took longer than ${seconds} seconds.`, { hint: "Make several smaller ones." });

/** An error of the thread itself; a library that is not installed is told with the command for it. */
export function asToolError(cause: unknown, what: string, packages: string): ToolError {
  const { code, message } = cause as { code?: string; message?: string };
  const isMissing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
  if (!isMissing && !/Cannot find (?:module|package|native binding)/.test(message ?? ""))
    return new ToolError("internal", `${what} cannot be made: ${message}`, { cause });
  return new ToolError("unavailable", `${what} need a library that is not installed.`, {
    hint: `Ask the user to run: npm install ${packages}`,
    data: { packages: packages.split(" ") },
    cause,
  });
}
