import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { errnoOf } from "../_errors.ts";

export interface RipgrepQuery {
  readonly program: string;
  /** In the syntax of Rust's regex crate. */
  readonly regex: string;
  readonly multiline: boolean;
}

const flags = [
  "--no-config",
  "--files-with-matches",
  "--null",
  "--text",
  "--encoding=none",
  "--no-mmap",
  "--no-ignore",
  "--color=never",
];

/** Milliseconds after which it does not do what it should: a pipe that took the name of a file keeps it waiting. */
const timeout = 60_000;

/**
 * The files in which ripgrep finds something, and those it cannot read; undefined when it fails. Paths are relative to
 * `folder`. The signal ends it.
 */
export function runRipgrep(
  query: RipgrepQuery,
  folder: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const { promise, resolve } = Promise.withResolvers<ReadonlySet<string> | undefined>();
  const child = start(query, folder, paths, signal);
  const output: Buffer[] = [];
  const complaints: Buffer[] = [];
  child?.stdout?.on("data", (bytes: Buffer) => output.push(bytes));
  child?.stderr?.on("data", (bytes: Buffer) => complaints.push(bytes));
  child?.on("close", (code) => {
    const unread = namedIn(Buffer.concat(complaints).toString(), paths);
    const isAnswer = code === 0 || code === 1 || code === 2;
    resolve(isAnswer && unread ? new Set([...textsOf(output), ...unread]) : undefined);
  });
  child?.on("error", () => resolve(undefined));
  if (!child) resolve(undefined);
  return promise;
}

/** Undefined when the system refuses it. */
function start(
  { program, regex, multiline }: RipgrepQuery,
  cwd: string,
  paths: readonly string[],
  signal: AbortSignal,
): ChildProcess | undefined {
  const args = [...flags, ...(multiline ? ["--multiline"] : []), "--regexp", regex, "--", ...paths];
  try {
    const stdio: StdioOptions = ["ignore", "pipe", "pipe"];
    return spawn(program, args, { cwd, stdio, timeout, signal, killSignal: "SIGKILL", windowsHide: true });
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}

const textsOf = (output: readonly Buffer[]): string[] => Buffer.concat(output).toString().split("\0").slice(0, -1);

/** The files that complaints are about; undefined when one is about something else. */
function namedIn(complaints: string, paths: readonly string[]): string[] | undefined {
  const lines = complaints.split("\n").filter((line) => line !== "");
  if (lines.length === 0) return [];
  const known = new Set(paths);
  const names = lines.map((line) => /^rg: (.*): .*\(os error \d+\)$/.exec(line)?.[1] ?? "");
  return names.every((name) => known.has(name)) ? names : undefined;
}
