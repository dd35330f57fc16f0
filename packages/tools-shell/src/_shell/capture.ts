import { closeSync, constants, openSync, writeSync } from "node:fs";

/** What a command has printed: its start and its end in memory, all of it on disk when that is more. */
export interface Capture {
  readonly bytes: number;
  readonly start: Uint8Array;
  /** Empty unless something between start and end is not in memory. */
  readonly end: Uint8Array;
  /** Where everything up to the limit of the file is, once there is more than memory holds. */
  readonly file: string | undefined;
  /** What the file lacks. */
  readonly missing: number;
  push(chunk: Uint8Array): void;
  /** Put what is only in memory into the file as well. Returns its path. */
  save(): string;
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

  const write = (chunk: Uint8Array) => {
    if (!file) return;
    const part = chunk.subarray(0, Math.max(0, maxFileBytes - file.length));
    if (part.length > 0) writeSync(file.descriptor, part);
    file.length += part.length;
  };
  const open = () => {
    const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    const path = newFile();
    file = { path, descriptor: openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600), length: 0 };
    for (const chunk of start) write(chunk);
    return path;
  };
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
    save: () => file?.path ?? open(),
    close() {
      if (file) closeSync(file.descriptor);
      end = [];
    },
  };
}
