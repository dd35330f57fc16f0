import { fstatSync, readSync } from "node:fs";

/** All bytes of an open file, or undefined if it is not a plain file. */
export function readWhole(fd: number): Uint8Array | undefined {
  const stat = fstatSync(fd);
  return stat.isFile() ? readInto(fd, Buffer.allocUnsafe(stat.size)) : undefined;
}

/** The part of `into` that was filled with the bytes of an open file, from its beginning. */
export function readInto<T extends Uint8Array>(fd: number, into: T): T {
  let at = 0;
  while (at < into.length) {
    const count = readSync(fd, into, at, into.length - at, at);
    if (count === 0) break;
    at += count;
  }
  return into.subarray(0, at) as T;
}
