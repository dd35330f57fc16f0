import type { Readable, Writable } from "node:stream";
import { ToolError } from "@holdall/tool-core";
import { endWithProcess, type GroupOptions, killGroup, type PipedProcess, startGroup } from "./child-group.ts";

export interface ChildProgramOptions extends Pick<GroupOptions, "cwd" | "env"> {
  readonly command: readonly string[];
  /** What errors call the program; the first word of the command by default. */
  readonly name?: string | undefined;
  /** What to do about a program that cannot be started. */
  readonly hint: string;
  /** Milliseconds that it has to exit by itself when its input ends, and again after SIGTERM. */
  readonly grace: number;
}

/** A program that serves this process over its input and output, in a process group that ends with it. */
export interface ChildProgram {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when it has ended and its pipes are closed. */
  readonly gone: Promise<void>;
  /** Null while it runs, and for one that a signal ended. */
  readonly exitCode: number | null;
  /** The last 4,096 bytes of what it said on stderr. */
  stderr(): string;
  /** How it ended, as a sentence; empty while it runs. */
  ending(): string;
  /** End it, and everything in its group. */
  close(): Promise<void>;
}

/** Bytes of stderr that are kept. */
const lastWords = 4096;

/** Start a program. Throws `not_found` with `hint` if it cannot be started. */
export async function startChildProgram(options: ChildProgramOptions): Promise<ChildProgram> {
  const { grace } = options;
  const child = startGroup(options.command, options);
  const unwatch = endWithProcess(child);
  const gone = Promise.withResolvers<void>();
  let stderr = Buffer.alloc(0);
  let ending = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-lastWords);
  });
  child.stdin.on("error", () => {}); // it has gone, which `close` tells
  child.once("exit", (code, signal) => {
    ending = signal ? `It was ended by ${signal}.` : `It ended with exit code ${code}.`;
    // What it has started goes with it, and cannot hold its pipes open. On Windows it stays: a tree is found by its root only.
    killGroup(child, "SIGKILL");
  });
  child.once("close", () => {
    unwatch();
    gone.resolve();
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (cause) => {
      unwatch();
      gone.resolve();
      reject(notStarted(options, cause));
    });
  });
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    gone: gone.promise,
    get exitCode() {
      return child.exitCode;
    },
    stderr: () => stderr.toString(),
    ending: () => ending,
    close: () => end(child, { gone: gone.promise, isAlive, grace }),
  };
}

interface Ending {
  readonly gone: Promise<void>;
  readonly isAlive: () => boolean;
  readonly grace: number;
}

async function end(child: PipedProcess, { gone, isAlive, grace }: Ending): Promise<void> {
  child.stdin.end();
  if (isAlive()) await within(gone, grace);
  if (isAlive()) {
    killGroup(child, "SIGTERM");
    await within(gone, grace);
  }
  killGroup(child, "SIGKILL");
  await within(gone, grace);
}

async function within(gone: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([gone, late]).finally(() => clearTimeout(timer));
}

function notStarted({ command, name = command[0] ?? "", cwd, hint }: ChildProgramOptions, cause: Error): ToolError {
  const isMissing = "code" in cause && cause.code === "ENOENT";
  return new ToolError(
    "not_found",
    isMissing
      ? `The program ${name} was not found, or the folder ${cwd} does not exist.`
      : `The program ${name} could not be started: ${cause.message}.`,
    { hint, cause },
  );
}
