import { fstatSync, readSync } from "node:fs";

/** All bytes of an open file, or undefined if it is not a plain file. */
export function readWhole(fd: number): Buffer | undefined {
  const stat = fstatSync(fd);
  if (!stat.isFile()) return undefined;
  const bytes = Buffer.allocUnsafe(stat.size);
  let at = 0;
  while (at < bytes.length) {
    const count = readSync(fd, bytes, at, bytes.length - at, at);
    if (count === 0) break;
    at += count;
  }
  return bytes.subarray(0, at);
}
