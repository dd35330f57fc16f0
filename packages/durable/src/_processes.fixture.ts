import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorkerSettings } from "./_worker.fixture.ts";

export interface WorkerProcess {
  readonly pid: number;
  readonly child: ChildProcess;
  /** All that it has printed. */
  output(): string;
  /** Once it has printed this. */
  said(text: string): Promise<void>;
  readonly ended: Promise<number | null>;
}

export function startWorkerProcess(settings: WorkerSettings): WorkerProcess {
  const script = join(import.meta.dirname, "_worker.fixture.ts");
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  const waiting = new Set<() => void>();
  child.stdout.on("data", (piece) => {
    output += piece;
    for (const look of waiting) look();
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    pid: child.pid ?? 0,
    child,
    output: () => output,
    said: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (output.includes(text)) resolve();
        };
        waiting.add(look);
        look();
        ended.then(() => reject(new Error(`The worker ended: ${output}`)));
      }),
    ended,
  };
}

export function tempFolder(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), "holdall-durable-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

export interface LogLine {
  readonly what: string;
  readonly run: string;
  readonly step: number;
  readonly pid: number;
}

export const readLog = (file: string): LogLine[] =>
  (existsSync(file) ? readFileSync(file, "utf8") : "")
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [what = "", run = "", step, pid] = line.split(" ");
      return { what, run, step: Number(step), pid: Number(pid) };
    });

/** How often a step began again although its successor had begun, and how often an effect happened twice. */
export function countRepeats(lines: readonly LogLine[]): { completedAgain: number; effectTwice: number } {
  const furthest = new Map<string, number>();
  const ends = new Map<string, number>();
  let completedAgain = 0;
  for (const { what, run, step } of lines) {
    const at = furthest.get(run) ?? 0;
    if (what === "start" && step < at) completedAgain++;
    if (what === "start") furthest.set(run, Math.max(at, step));
    if (what === "end") ends.set(`${run} ${step}`, (ends.get(`${run} ${step}`) ?? 0) + 1);
  }
  return { completedAgain, effectTwice: [...ends.values()].filter((count) => count > 1).length };
}
