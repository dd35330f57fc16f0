import { type FSWatcher, readdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isLinux, temporaryFolder } from "@holdall/tool-kit/node";
import { errnoOf } from "../_errors.ts";
import type { DirHandle } from "../walk/dir-handle.ts";

/**
 * Reports changes in folders by any process. The kernel queues a change before the call that makes it returns, and a
 * turn of the event loop empties the queue: changes before a call of `settle` are reported when it returns.
 */
export interface Watching {
  /**
   * Tell of changes of what lies in an open folder, and of changes of the folder itself, which may be its end: then
   * another one can have its name and number, and is not watched. Undefined when it cannot be watched.
   */
  add(folder: DirHandle, changed: (what: "inside" | "itself") => void): Disposable | undefined;
  /** Wait until all changes so far have been reported. */
  settle(): Promise<void>;
}

/** Longest time in milliseconds without emptying a shared queue: it must have room for what happens meanwhile. */
const maxBlocked = 200;

/** Watch by inotify; `lost` is called when changes may have been missed. Undefined where it does not keep that promise. */
export async function createWatching(lost: () => void): Promise<Watching | undefined> {
  if (!isLinux() || !(await keepsPromise())) return undefined;
  const most = { queued: limit("max_queued_events") / 2, watched: limit("max_user_watches") / 4 };
  const pulse = createPulse();
  let heard = 0;
  let watched = 0;

  const end = (watcher: FSWatcher) => {
    watcher.close();
    if (--watched === 0) pulse.stop();
  };

  return {
    add(folder, changed) {
      if (watched >= most.watched) return undefined;
      try {
        const watcher = watch(folder.at("."), { persistent: false });
        if (watched++ === 0) pulse.start();
        watcher
          .on("error", () => changed("itself"))
          .on("change", (_, name) => {
            heard++;
            changed(name === "." || typeof name !== "string" ? "itself" : "inside");
          });
        return { [Symbol.dispose]: () => end(watcher) };
      } catch (error) {
        if (errnoOf(error) === undefined) throw error;
        return undefined;
      }
    },

    async settle() {
      await turn();
      // A queue that was full has lost what came then. It fills up unnoticed only if others in this process share it.
      if (heard >= most.queued || (pulse.longestGap() > maxBlocked && watchesOfProcess() !== watched)) lost();
      heard = 0;
    },
  };
}

/** Tells the longest time that the event loop did not turn since it was last asked. */
function createPulse() {
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  let longest = 0;
  const heartbeat = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  return {
    start() {
      last = performance.now();
      timer = setInterval(heartbeat, maxBlocked / 4).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
    longestGap(): number {
      if (timer) heartbeat();
      const gap = longest;
      longest = 0;
      return gap;
    },
  };
}

/** The event loop asks the system for news between any two of these. */
async function turn(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Test whether a change is reported in time. */
async function keepsPromise(): Promise<boolean> {
  try {
    using folder = temporaryFolder("watch");
    let told = false;
    using _ = closing(watch(folder.path, { persistent: false }, () => (told = true)));
    writeFileSync(join(folder.path, "probe"), "");
    await turn();
    return told;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}

const closing = (watcher: FSWatcher): Disposable => ({ [Symbol.dispose]: () => watcher.close() });

/** What all parts of this process watch; undefined where the system does not tell. */
export function watchesOfProcess(): number | undefined {
  try {
    const infos = readdirSync("/proc/self/fdinfo").map(infoOf);
    return infos.join("\n").split("\ninotify wd:").length - 1;
  } catch {
    return undefined;
  }
}

/** Empty for a descriptor that has been closed. */
function infoOf(fd: string): string {
  try {
    return readFileSync(`/proc/self/fdinfo/${fd}`, "utf8");
  } catch {
    return "";
  }
}

/** A bound of the system; the smallest that is common where it does not tell. */
function limit(name: string): number {
  try {
    return Number.parseInt(readFileSync(`/proc/sys/fs/inotify/${name}`, "utf8"), 10);
  } catch {
    return 8_192;
  }
}
