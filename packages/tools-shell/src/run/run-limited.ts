import { type Capture, createCapture } from "../shell/capture.ts";
import type { RunEnd, Shell } from "../shell/shell.ts";

/** Why a command was stopped: it took too long, its call was cancelled, it printed without end, or it used too much. */
export type Stop = "time" | "cancel" | "flood" | "overuse";

export interface RunLimits {
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly maxFileBytes: number;
  /** A path for what does not fit in memory. */
  readonly newFile: () => string;
}

export interface LimitedRun {
  readonly output: Capture;
  /** Only filled where errors go apart. */
  readonly errors: Capture;
  readonly done: Promise<{
    readonly end: RunEnd;
    readonly stop: Stop | undefined;
    /** Processes that could not be killed. */
    readonly left: readonly number[];
  }>;
}

/** Times `maxFileBytes` that a command may print before it is stopped. */
const flood = 4;

/** Run a command in a shell that is killed with everything in it when a limit is met. */
export function runLimited(shell: Shell, command: string, folder: string, limits: RunLimits): LimitedRun {
  const { timeout, signal, maxFileBytes, newFile } = limits;
  const output = createCapture(newFile, maxFileBytes);
  const errors = createCapture(newFile, maxFileBytes);
  let stop: Stop | undefined;
  let killed: Promise<readonly number[]> | undefined;

  const halt = (why: Stop) => {
    stop ??= why;
    killed ??= shell.kill();
  };
  const take = (capture: Capture) => (chunk: Uint8Array) => {
    capture.push(chunk);
    if (capture.bytes > maxFileBytes * flood) halt("flood");
  };
  const timer = setTimeout(halt, timeout, "time");
  const cancel = () => halt("cancel");
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();

  const run = async () => {
    try {
      const end = await shell.run(command, folder, { onOutput: take(output), onErrors: take(errors) });
      if (shell.overuse && end.kind === "ended") stop ??= "overuse";
      return { end, stop, left: (await killed) ?? [] };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
    }
  };
  return { output, errors, done: run() };
}
