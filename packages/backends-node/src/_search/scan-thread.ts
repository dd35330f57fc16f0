import { existsSync } from "node:fs";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
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

/** What a thread is started with. */
export interface ScanThreadData {
  readonly mark: typeof mark;
  /** Where tasks come and their worths go, after a first message that says nothing but that the thread is ready. */
  readonly port: MessagePort;
}

/** A thread that judges files, one task after the other. */
export interface ScanThread {
  /** Tasks that it has not done. */
  readonly tasks: number;
  /** It has been loaded, which takes as long as reading hundreds of files: what waits for it before had better not. */
  readonly isReady: boolean;
  readonly hasEnded: boolean;
  /** It ended before it was ready: another one would, too. */
  readonly hasFailed: boolean;
  /** Judge files: `done` is told the worths of the first ones at least; undefined when the thread fails. */
  scan(task: ScanTask, done: (worths: readonly Worth[] | undefined) => void): void;
  /** Take answers that have come, without waiting for a turn of the event loop. */
  poll(): void;
}

/** Tells the module that it is loaded to serve scans. */
export const mark = "holdall scan thread";
const entry = "@holdall/backends-node/scan-thread";
/** Milliseconds after which a thread without tasks ends. */
const idleTime = 30_000;

/** Start a thread that keeps the process alive only while it has tasks. Throws where its module, or threads, cannot be had. */
export function startScanThread(module = moduleOfThread()): ScanThread {
  const { port1: here, port2: port } = new MessageChannel();
  const data: ScanThreadData = { mark, port };
  const worker = new Worker(module, { workerData: data, transferList: [port], execArgv: [] });
  const waiting: Parameters<ScanThread["scan"]>[1][] = [];
  const idle = setTimeout(() => {
    if (waiting.length === 0) void worker.terminate();
  }, idleTime).unref();
  let [isReady, hasEnded] = [false, false];

  const end = (): void => {
    hasEnded = true;
    clearTimeout(idle);
    here.close();
    for (const done of waiting.splice(0)) done(undefined);
  };
  const receive = (worths: readonly Worth[] | "ready"): void => {
    if (worths === "ready") isReady = true;
    else waiting.shift()?.(worths);
    if (waiting.length === 0) here.unref();
    idle.refresh();
  };
  worker.unref();
  worker.on("error", end).on("exit", end);
  here.on("message", receive).unref();
  return {
    get tasks() {
      return waiting.length;
    },
    get isReady() {
      return isReady && !hasEnded;
    },
    get hasEnded() {
      return hasEnded;
    },
    get hasFailed() {
      return hasEnded && !isReady;
    },
    scan(task, done) {
      waiting.push(done);
      here.ref();
      here.postMessage(task);
    },
    poll() {
      for (let come = receiveMessageOnPort(here); come; come = receiveMessageOnPort(here)) receive(come.message);
    },
  };
}

/** A bundle has it beside this module, under this name, if it has it at all. */
function moduleOfThread(): URL {
  const beside = new URL("./scan-thread.js", import.meta.url);
  return existsSync(beside) ? beside : new URL(import.meta.resolve(entry));
}
