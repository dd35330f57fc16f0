import type { Readable, Writable } from "node:stream";

/** Where a command reads. */
export type Input = Readable & {
  readonly isTTY?: boolean | undefined;
  /** Keys come one by one; only a terminal can. */
  setRawMode?(raw: boolean): unknown;
};

/** Where it writes; on a terminal with its size. */
export type Output = Writable & {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
};

/** All that a command has of the process that it runs in. */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
  /** Where relative paths start. */
  readonly cwd: string;
  /** A program and its first arguments that are this command again, in another process. */
  readonly self: readonly string[];
  /** Call the function for signals until disposed. */
  onSignal(signals: readonly NodeJS.Signals[], listener: (signal: NodeJS.Signals) => void): Disposable;
  /** The default action of a signal, for the process or, with `"job"`, for its process group. */
  raise(signal: NodeJS.Signals, to?: "job"): void;
  /** Hear when the process ends, however it does, until disposed. */
  onExit(listener: () => void): Disposable;
  /** End at once, whatever is still going on. */
  exit(code: number): void;
}
