import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { ProgramReport } from "./run-programs.ts";

/**
 * Run programs one after another in one process, and on in a new one after a program that ends its process or goes on
 * for more than `limit` ms. By file: `ended`, or what was wrong with it.
 */
export async function runPrograms(
  files: readonly string[],
  cwd: string,
  limit = 30_000,
): Promise<ReadonlyMap<string, string>> {
  const outcomes = new Map<string, string>();
  for (let rest = files; rest.length > 0; rest = rest.filter((file) => !outcomes.has(file))) {
    const before = outcomes.size;
    const end = await runInOneProcess(rest, cwd, limit, outcomes);
    if (outcomes.size === before) throw new Error(`No program was started. ${end}`);
    for (const [file, outcome] of outcomes) if (outcome === "running") outcomes.set(file, end);
  }
  return outcomes;
}

/** How the process ended, in the words of an outcome. */
async function runInOneProcess(
  files: readonly string[],
  cwd: string,
  limit: number,
  outcomes: Map<string, string>,
): Promise<string> {
  const runner = fork(join(import.meta.dirname, "run-programs.ts"), [String(limit), ...files], {
    cwd,
    // PGlite's code runs for moments only.
    execArgv: ["--liftoff-only"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  // The runner notices what goes on by itself, but not in a program that never lets go of its thread.
  const watch = () => setTimeout(() => runner.kill("SIGKILL"), 2 * limit);
  let timer = watch();
  runner.on("message", ({ file, outcome }: ProgramReport) => {
    clearTimeout(timer);
    timer = watch();
    outcomes.set(file, outcome);
  });
  const [[code, signal], errors] = await Promise.all([once(runner, "close"), text(runner.stderr as Readable)]);
  clearTimeout(timer);
  return `Its process ended early, with ${signal ?? `code ${code}`}.\n${errors}`;
}
