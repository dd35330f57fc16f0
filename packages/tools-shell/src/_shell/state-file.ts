import { statSync, truncateSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** Where a shell writes its variables down after each command, each time followed by NUL, the command's ticket and NUL. */
export interface StateFile {
  /** Commands that make the variables again as they were after the command with a ticket; of a dead shell, as it wrote them last. */
  read(ticket: string, isAlive: () => boolean): Promise<Uint8Array>;
  /** Empty it when it has become long. What is written next goes to its start. */
  trim(): void;
}

const maxBytes = 1024 * 1024;

export function createStateFile(path: string): StateFile {
  return {
    async read(ticket, isAlive) {
      for (const end = performance.now() + 1_000; ; await delay(2)) {
        const bytes = await readFile(path);
        const last = bytes.lastIndexOf(0);
        const middle = bytes.lastIndexOf(0, last - 1);
        const first = bytes.lastIndexOf(0, middle - 1);
        const isCurrent = bytes.toString("latin1", middle + 1, last) === ticket;
        if (isCurrent || !isAlive() || performance.now() > end) return bytes.subarray(first + 1, Math.max(0, middle));
      }
    },
    trim() {
      if (statSync(path).size > maxBytes) truncateSync(path);
    },
  };
}
