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
  const size = Math.max(1, Math.floor(maxBytes / 2));
  const halves = paths.map((path) => ({
    descriptor: openSync(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600),
    from: 0,
    length: 0,
  }));
  let [older, newer] = halves as [(typeof halves)[0], (typeof halves)[0]];
  let total = 0;

  const append = (chunk: Uint8Array) => {
    if (newer.length === size) {
      [older, newer] = [newer, older];
      ftruncateSync(newer.descriptor, 0);
      Object.assign(newer, { from: total, length: 0 });
    }
    const length = writeSync(newer.descriptor, chunk, 0, Math.min(chunk.length, size - newer.length), newer.length);
    newer.length += length;
    total += length;
    return length;
  };

  return {
    get bytes() {
      return total;
    },
    push(chunk) {
      const end = total + chunk.length;
      try {
        for (let rest = chunk; rest.length > 0; ) rest = rest.subarray(append(rest));
      } catch {
        // A disk that is full or gone must not take the host along: what was printed until now is lost, and counted.
        total = end;
        for (const half of [older, newer]) Object.assign(half, { from: total, length: 0 });
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
