import { closeSync, constants, openSync, writeSync } from "node:fs";

/** The output of a command: its start and its end in memory, all of it on disk if there is more. */
export interface Capture {
  readonly bytes: number;
  readonly start: Uint8Array;
  /** Empty unless start does not hold everything. */
  readonly end: Uint8Array;
  /** Where everything up to the limit of the file is, once there is more than memory holds. */
  readonly file: string | undefined;
  /** What the file lacks. */
  readonly missing: number;
  push(chunk: Uint8Array): void;
  /** Put what is only in memory into the file as well. Returns its path, or undefined when the disk does not take it. */
  save(): string | undefined;
  close(): void;
}

/** Bytes of the start, and of the end, that are kept in memory. */
const memory = 64 * 1024;

/** Take in output. `newFile` names the file when it is needed: one that must not exist, and that its owner alone can read. */
export function createCapture(newFile: () => string, maxFileBytes: number): Capture {
  const start: Uint8Array[] = [];
  let end: Uint8Array[] = [];
  let endLength = 0;
  let bytes = 0;
  let file: { readonly path: string; readonly descriptor: number; length: number } | undefined;
  let isRefused = false;

  // A full or missing disk must not end the host: the missing output is counted and reported.
  const attempt = (work: () => void) => {
    try {
      if (!isRefused) work();
    } catch {
      isRefused = true;
    }
  };
  const write = (chunk: Uint8Array) =>
    attempt(() => {
      if (!file) return;
      const part = chunk.subarray(0, Math.max(0, maxFileBytes - file.length));
      if (part.length > 0) file.length += writeSync(file.descriptor, part);
    });
  const open = () =>
    attempt(() => {
      const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
      const path = newFile();
      file = { path, descriptor: openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600), length: 0 };
      for (const chunk of start) write(chunk);
    });
  const keepEnd = (chunk: Uint8Array) => {
    end.push(chunk);
    endLength += chunk.length;
    while (end[0] && endLength - end[0].length >= memory) endLength -= end.shift()?.length ?? 0;
  };

  return {
    get bytes() {
      return bytes;
    },
    get start() {
      return Buffer.concat(start);
    },
    get end() {
      return Buffer.concat(end).subarray(-memory);
    },
    get file() {
      return file?.path;
    },
    get missing() {
      return file ? bytes - file.length : 0;
    },
    push(shared) {
      const chunk = Uint8Array.from(shared);
      const room = Math.max(0, memory - bytes);
      bytes += chunk.length;
      if (room > 0) start.push(chunk.subarray(0, room));
      if (chunk.length <= room) return;
      const rest = chunk.subarray(room);
      if (!file) open();
      write(rest);
      keepEnd(rest);
    },
    save() {
      if (!file) open();
      return file?.path;
    },
    close() {
      if (file) closeSync(file.descriptor);
      end = [];
    },
  };
}
