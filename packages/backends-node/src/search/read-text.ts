import { closeSync, constants, fstatSync, readSync } from "node:fs";
import { errnoOf, isAbsence } from "../_errors.ts";
import { chunkSize, yieldToEventLoop } from "../_yield.ts";
import { openChild } from "../paths/_folder.ts";
import type { DirHandle } from "../walk/dir-handle.ts";

/** Why there are no bytes of a file. */
export type NoText = "gone" | "unreadable" | "tooLarge";

/** Bytes of a file in an open folder, which are good until the next is read. */
export interface ReadText extends Disposable {
  (folder: DirHandle, name: string): Uint8Array | Promise<Uint8Array> | NoText;
}

/** Larger files are read in pieces, between which others have their turn. */
const smallSize = 4 * 1024 * 1024;
/** Larger files get memory of their own. */
const maxRoom = 16 * 1024 * 1024;

/** Memory that the last search left: new memory for every file takes longer than reading into it and searching it. */
let spare: Uint8Array | undefined;

const none = new Uint8Array(0);
/** Of the platform's own kind: `slice` of it copies. */
const unfilled = (size: number): Uint8Array => new Uint8Array(Buffer.allocUnsafeSlow(size).buffer);

/** Makes a function that reads plain files, all into the same memory, which is left for others in the end. */
export function createReadText(maxBytes: number, signal: AbortSignal | undefined): ReadText {
  let room = spare ?? none;
  spare = undefined;
  const roomFor = (size: number): Uint8Array => {
    if (size > maxRoom) return unfilled(size);
    if (room.length < size) room = unfilled(Math.min(maxRoom, 2 * size + 65_536));
    return room;
  };
  const readInto = (into: Uint8Array, fd: number, at: number, end: number): number => {
    let filled = at;
    while (filled < end) {
      const count = readSync(fd, into, filled, end - filled, null);
      if (count === 0) break;
      filled += count;
    }
    return filled;
  };

  const readLarge = async (fd: number, size: number): Promise<Uint8Array> => {
    const into = roomFor(size);
    let end = 0;
    try {
      for (let wanted = 0; end === wanted && wanted < size; ) {
        if (wanted > 0) await yieldToEventLoop(signal);
        wanted = Math.min(size, wanted + chunkSize);
        end = readInto(into, fd, end, wanted);
      }
    } finally {
      closeSync(fd);
    }
    return into.subarray(0, end);
  };

  const read = (folder: DirHandle, name: string): ReturnType<ReadText> => {
    const fd = openText(folder, name);
    if (typeof fd !== "number") return fd;
    let isLarge = false;
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile()) return "gone";
      if (stat.size > maxBytes) return "tooLarge";
      isLarge = stat.size > smallSize;
      if (isLarge) return readLarge(fd, stat.size);
      const into = roomFor(stat.size);
      return into.subarray(0, readInto(into, fd, 0, stat.size));
    } finally {
      if (!isLarge) closeSync(fd);
    }
  };
  return Object.assign(read, {
    [Symbol.dispose]: () => {
      if (room.length > (spare?.length ?? 0)) spare = room;
      room = none;
    },
  });
}

function openText(folder: DirHandle, name: string): number | NoText {
  try {
    return openChild(folder, name, constants.O_RDONLY);
  } catch (error) {
    const code = errnoOf(error) ?? "";
    if (code === "EACCES" || code === "EPERM") return "unreadable";
    // Something else than a plain file has taken the name.
    if (isAbsence(error) || code === "ELOOP" || code === "ENXIO" || code === "ESTALE") return "gone";
    throw error;
  }
}
