import { type MessagePort, parentPort, Worker, workerData } from "node:worker_threads";
import { compileTextPattern, type TextPattern } from "@holdall/pattern-core";
import type { Path } from "@holdall/tool-core";
import { standByName } from "../_walk/stand.ts";
import { maxRead, type Worth } from "./portion.ts";
import { createReadText } from "./read-text.ts";

/** Files to judge by reading them. */
export interface ScanTask {
  readonly real: Path;
  /** Below `real`. */
  readonly names: readonly string[];
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

const mark = "holdall scan thread";
/** Milliseconds after which a thread without tasks ends. */
const idleTime = 30_000;

/** Start a thread that keeps the process alive only while it has tasks. */
export function startScanThread(): ScanThread {
  const waiting: ((worths: readonly Worth[] | undefined) => void)[] = [];
  const worker = new Worker(new URL(import.meta.url), { workerData: mark, execArgv: [] });
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

/** What the thread does: answer tasks in order. */
function serve(port: MessagePort): void {
  let known: { text: string; mayMatch: TextPattern["mayMatch"] } | undefined;
  const matcher = (text: ScanText): TextPattern["mayMatch"] => {
    const key = JSON.stringify(text);
    if (known?.text !== key) known = { text: key, mayMatch: compileTextPattern(text.pattern, text).mayMatch };
    return known.mayMatch;
  };
  let last = Promise.resolve();
  port.on("message", (task: ScanTask) => {
    last = last.then(async () => port.postMessage(await scan(task, matcher(task.text))));
  });
}

async function scan({ real, names, maxBytes }: ScanTask, mayMatch: TextPattern["mayMatch"]): Promise<Worth[]> {
  const readText = createReadText(maxBytes, undefined);
  const root = standByName(real);
  const worths: Worth[] = [];
  let bytes = 0;
  for (const name of names) {
    if (bytes > maxRead) break;
    const reading = readText(root, name);
    const found = reading instanceof Promise ? await reading : reading;
    if (typeof found === "string") worths.push(found);
    else {
      bytes += found.length;
      worths.push(mayMatch(found) ? "maybe" : "none");
    }
  }
  return worths;
}

// The thread loads this module too, which a bundle does not hinder; anywhere else nothing happens here.
if (workerData === mark && parentPort) serve(parentPort);
