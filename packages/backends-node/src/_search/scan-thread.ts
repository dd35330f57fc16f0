import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Path } from "@holdall/tool-core";
import type { Worth } from "./portion.ts";

/** Files to judge by reading them. */
export interface ScanTask {
  readonly real: Path;
  /** Below `real`, with a NUL after each: one text is handed over much faster than many. */
  readonly names: string;
  readonly text: ScanText;
  readonly maxBytes: number;
}

export interface ScanText {
  readonly pattern: string;
  readonly literal: boolean;
  readonly ignoreCase: boolean;
  readonly word: boolean;
  readonly multiline: boolean;
}

/** A thread that judges files, one task after the other. */
export interface ScanThread {
  /** Tasks that it has not done. */
  readonly tasks: number;
  readonly hasEnded: boolean;
  /** The worths of files, of the first ones at least; undefined when the thread fails. */
  scan(task: ScanTask): Promise<readonly Worth[] | undefined>;
}

/** Tells the module that it is loaded to serve scans. */
export const mark = "holdall scan thread";
const entry = "@holdall/backends-node/scan-thread";
/** Milliseconds after which a thread without tasks ends. */
const idleTime = 30_000;

/** Start a thread that keeps the process alive only while it has tasks. Throws where its module, or threads, cannot be had. */
export function startScanThread(): ScanThread {
  const waiting: ((worths: readonly Worth[] | undefined) => void)[] = [];
  const worker = new Worker(moduleOfThread(), { workerData: mark, execArgv: [] });
  const idle = setTimeout(() => void worker.terminate(), idleTime).unref();
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
    clearTimeout(idle);
    for (const answer of waiting.splice(0)) answer(undefined);
  };
  worker.unref();
  worker.on("error", end).on("exit", end);
  worker.on("message", (worths: readonly Worth[]) => {
    waiting.shift()?.(worths);
    if (waiting.length === 0) worker.unref();
    idle.refresh();
  });
  return {
    get tasks() {
      return waiting.length;
    },
    get hasEnded() {
      return hasEnded;
    },
    scan(task) {
      const { promise, resolve } = Promise.withResolvers<readonly Worth[] | undefined>();
      waiting.push(resolve);
      worker.ref();
      worker.postMessage(task);
      return promise;
    },
  };
}

/** A bundle has it beside this module, under this name, if it has it at all. */
function moduleOfThread(): URL {
  const beside = new URL("./scan-thread.js", import.meta.url);
  return existsSync(beside) ? beside : new URL(import.meta.resolve(entry));
}
