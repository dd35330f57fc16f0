import { closeSync, readSync } from "node:fs";
import type { Backend, FileBytes, Path } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { fromErrno } from "../_errors.ts";
import { throwIfAborted } from "../_yield.ts";
import type { PathGuard } from "../paths/_path-guard.ts";
import { openFile, statFile } from "./_read-file.ts";
import type { Versions } from "./_versions.ts";

type StreamIo = NonNullable<Parameters<NonNullable<Backend["stream"]>>[1]>;

const pieceSize = 256 * 1024;

/** The pieces of a file, read one after the other into one array. It is opened and checked once. */
export async function* streamFile(
  guard: PathGuard,
  versions: Versions,
  path: Path,
  { start = 0, into = new Uint8Array(pieceSize), ...io }: StreamIo,
): AsyncGenerator<FileBytes, void, void> {
  const { signal } = io;
  let fd: number | undefined;
  try {
    throwIfAborted(signal);
    fd = openFile(guard, path, io);
    const stat = statFile(fd, path);
    const size = Number(stat.size);
    const version = await versions.ofOpen(fd, stat, signal);
    const yieldToEventLoop = createYield(signal);
    for (let at = start, count = -1; at < size && count !== 0; at += count) {
      const breath = yieldToEventLoop();
      if (breath) await breath;
      count = readSync(fd, into, 0, Math.min(into.length, size - at), at);
      if (count > 0) yield { bytes: into.subarray(0, count), version, size };
    }
  } catch (error) {
    throw fromErrno(error, path);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
