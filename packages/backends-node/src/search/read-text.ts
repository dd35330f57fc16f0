import { closeSync, constants, fstatSync, readSync } from "node:fs";
import { errnoOf, isAbsence } from "../_errors.ts";
import { openChild } from "../_folder.ts";
import { readPart } from "../_read-file.ts";
import type { DirHandle } from "../walk/dir-handle.ts";

/** Why there are no bytes of a file. */
export type NoText = "gone" | "unreadable" | "tooLarge";

/** Bytes of a file in an open folder; those of a small one are good until the next is read by anybody. */
export type ReadText = (folder: DirHandle, name: string) => Uint8Array | Promise<Uint8Array> | NoText;

/** Larger files are read in pieces, between which others have their turn. */
const smallSize = 4 * 1024 * 1024;

/** Makes a function that reads plain files, the small ones all into the same memory. */
export function createReadText(maxBytes: number, signal: AbortSignal | undefined): ReadText {
  let room = Buffer.alloc(0);
  const readSmall = (fd: number, size: number): Uint8Array => {
    if (room.length < size) room = Buffer.allocUnsafeSlow(Math.min(smallSize, 2 * size + 65_536));
    let end = 0;
    while (end < size) {
      const count = readSync(fd, room, end, size - end, null);
      if (count === 0) break;
      end += count;
    }
    return room.subarray(0, end);
  };

  const readLarge = async (fd: number, size: number): Promise<Uint8Array> => {
    try {
      return await readPart(fd, 0, size, signal);
    } finally {
      closeSync(fd);
    }
  };

  return (folder, name) => {
    const fd = openText(folder, name);
    if (typeof fd !== "number") return fd;
    let isLarge = false;
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile()) return "gone";
      if (stat.size > maxBytes) return "tooLarge";
      isLarge = stat.size > smallSize;
      return isLarge ? readLarge(fd, stat.size) : readSmall(fd, stat.size);
    } finally {
      if (!isLarge) closeSync(fd);
    }
  };
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
