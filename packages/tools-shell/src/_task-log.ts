import { closeSync, constants, ftruncateSync, openSync, readSync, writeSync } from "node:fs";

/** The latest of what a task has printed, on disk, addressed by the bytes before it. */
export interface TaskLog {
  readonly bytes: number;
  push(chunk: Uint8Array): void;
  /** At most `max` bytes from a cursor on; later ones when those are not kept any more. */
  read(since: number, max: number): { readonly from: number; readonly bytes: Uint8Array };
  close(): void;
}

/** Two files that take turns: when the newer is full, the older is emptied and becomes the newer. */
export function createTaskLog(paths: readonly [string, string], maxBytes: number): TaskLog {
  const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const half = Math.max(1, Math.floor(maxBytes / 2));
  const halves = paths.map((path) => ({
    descriptor: openSync(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600),
    from: 0,
    length: 0,
  }));
  let [older, newer] = halves as [(typeof halves)[0], (typeof halves)[0]];
  let total = 0;

  return {
    get bytes() {
      return total;
    },
    push(chunk) {
      for (let rest = chunk; rest.length > 0; ) {
        if (newer.length === half) {
          [older, newer] = [newer, older];
          ftruncateSync(newer.descriptor, 0);
          Object.assign(newer, { from: total, length: 0 });
        }
        const part = rest.subarray(0, half - newer.length);
        writeSync(newer.descriptor, part, 0, part.length, newer.length);
        newer.length += part.length;
        total += part.length;
        rest = rest.subarray(part.length);
      }
    },
    read(since, max) {
      const from = Math.min(Math.max(since, older.length > 0 ? older.from : newer.from), total);
      const bytes = Buffer.alloc(Math.min(max, total - from));
      let length = 0;
      for (const half of [older, newer]) {
        const at = from + length - half.from;
        const wanted = Math.min(bytes.length - length, half.length - at);
        if (at >= 0 && wanted > 0) length += readSync(half.descriptor, bytes, length, wanted, at);
      }
      return { from, bytes: bytes.subarray(0, length) };
    },
    close() {
      for (const { descriptor } of halves) closeSync(descriptor);
    },
  };
}
