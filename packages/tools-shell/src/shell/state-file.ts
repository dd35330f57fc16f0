import { closeSync, fstatSync, openSync, readSync, statSync, truncateSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Where a shell writes its variables down after each command, each time followed by NUL, the command's nonce and NUL. A
 * line break says that the next command begins, another that it is over.
 */
export interface StateFile {
  /** Commands that make the variables again as they were after the command with a nonce; of a dead shell, as it wrote them last. */
  read(nonce: string, isAlive: () => boolean): Promise<Uint8Array>;
  /** How far a shell is with a command, after those with the nonces of the latest two. */
  progress(before: readonly string[]): "waiting" | "running" | "over" | "unknown";
  /** Empty it when it has become long. What is written next goes to its start. */
  trim(): void;
}

const maxBytes = 1024 * 1024;
/** More than two nonces take with what is around them. */
const tail = 128;

export function createStateFile(path: string): StateFile {
  return {
    async read(nonce, isAlive) {
      for (const end = performance.now() + 1_000; ; await delay(2)) {
        const bytes = await readFile(path);
        const last = bytes.lastIndexOf(0);
        const middle = bytes.lastIndexOf(0, last - 1);
        const first = bytes.lastIndexOf(0, middle - 1);
        const isCurrent = bytes.toString("latin1", middle + 1, last) === nonce;
        if (isCurrent || !isAlive() || performance.now() > end) return bytes.subarray(first + 1, Math.max(0, middle));
      }
    },
    progress(before) {
      const [rest = "", latest] = readEnd(path).split("\0").reverse();
      // Its own nonce, or what it read of it.
      if (latest !== undefined && !before.includes(latest)) return rest === "" ? "over" : "unknown";
      if (latest !== undefined && latest !== before[0]) return "unknown";
      return rest === "" ? "waiting" : rest === "\n" ? "running" : rest === "\n\n" ? "over" : "unknown";
    },
    trim() {
      if (statSync(path).size > maxBytes) truncateSync(path);
    },
  };
}

function readEnd(path: string): string {
  const buffer = Buffer.alloc(tail);
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const { size } = fstatSync(file);
    const length = readSync(file, buffer, 0, tail, Math.max(0, size - tail));
    return buffer.toString("latin1", 0, length);
  } catch {
    // Gone with its shell.
    return "";
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
