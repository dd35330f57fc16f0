import { availableParallelism } from "node:os";
import { relativePath, type TextQuery } from "@holdall/tool-core";
import type { Helper, HelperOptions } from "./helper.ts";
import type { Portion, Worth } from "./portion.ts";
import { type ScanText, type ScanThread, startScanThread } from "./scan-thread.ts";

/** With more of them, they would wait for the one that walks. */
const maxThreads = Math.min(3, availableParallelism() - 1);
/** Tasks of a thread at a time: the second is there when the first is done. */
const maxTasks = 2;
/** Portions that are worth to start a thread, which takes as long as reading many: the first search may be the only one. */
const minPortions = { first: 16, later: 3 } as const;

/** All searches of the process share them. */
let threads: readonly ScanThread[] = [];
let isUseless = false;
let searches = 0;

/** Other threads read some of the files. Undefined where there are none. */
export function threadHelper(query: TextQuery, { path, real, maxBytes, signal }: HelperOptions): Helper | undefined {
  if (isUseless || maxThreads < 1) return undefined;
  const { pattern, literal, ignoreCase, word, multiline } = query;
  // What a message cannot carry stays behind.
  const text: ScanText = { pattern, literal, ignoreCase, word, multiline };
  const least = searches++ === 0 ? minPortions.first : minPortions.later;
  /** What threads were given and have not done yet, in that order. */
  const given: { readonly thread: ScanThread; readonly portion: Portion }[] = [];
  let some = Promise.withResolvers<void>();

  const tell = (): void => {
    some.resolve();
    some = Promise.withResolvers();
  };

  const give = (thread: ScanThread, portion: Portion): void => {
    let names = "";
    for (const { path: at, step } of portion.finds) if (step === "take") names += `${relativePath(at, path)}\0`;
    portion.isTaken = true;
    const task = { thread, portion };
    given.push(task);
    thread.scan({ real, names, text, maxBytes }, (read) => {
      given.splice(given.indexOf(task), 1);
      portion.isTaken = false;
      if (read) portion.worths ??= worthsOf(portion, read);
      else isUseless = true;
      tell();
    });
  };

  signal?.addEventListener("abort", tell);
  return {
    ahead: 24,
    leads: false,
    get work() {
      return given.length > 0 ? some.promise : undefined;
    },
    get isBroken() {
      return isUseless;
    },
    offer(waiting) {
      for (const thread of threads) thread.poll();
      if (threads.length === 0 && waiting.length < least) return;
      startThreads();
      for (const portion of waiting.slice(1)) {
        const thread = threads.filter(isFree).toSorted((a, b) => a.tasks - b.tasks)[0];
        if (!thread) return;
        give(thread, portion);
      }
    },
    takeBack: () =>
      given.findLast((task, i) => !task.portion.worths && given.findIndex(({ thread }) => thread === task.thread) < i)
        ?.portion,
    [Symbol.dispose]: () => signal?.removeEventListener("abort", tell),
  };
}

const isFree = ({ isReady, tasks }: ScanThread): boolean => isReady && tasks < maxTasks;

function startThreads(): void {
  // Threads may be forbidden, or their module left out of a bundle. The search goes on without them.
  isUseless ||= threads.some(({ hasFailed }) => hasFailed);
  threads = threads.filter(({ hasEnded }) => !hasEnded);
  try {
    while (!isUseless && threads.length < maxThreads) threads = [...threads, startScanThread()];
  } catch {
    isUseless = true;
  }
}

function worthsOf({ finds }: Portion, read: readonly Worth[]): Worth[] {
  const worths: Worth[] = [];
  let next = 0;
  for (const { step } of finds) {
    const worth = step === "take" ? read[next++] : "none";
    if (worth === undefined) break;
    worths.push(worth);
  }
  return worths;
}
