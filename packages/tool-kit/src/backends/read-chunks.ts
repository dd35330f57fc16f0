import { type Backend, type Io, type Path, ToolError } from "@holdall/tool-core";

/** Bytes of one range, for a backend without `stream`. */
const rangeSize = 1024 * 1024;

/**
 * Read a file of any backend in chunks, so that it does not have to fit into memory: a source for `writeChunks`. A chunk is valid
 * until the next one is requested. Throws the errors of `read`, and `stale` if the file does not have `version`.
 */
export async function* readChunks(
  backend: Backend,
  path: Path,
  { version, ...io }: Io & { readonly version: string },
): AsyncGenerator<Uint8Array> {
  for await (const piece of backend.stream?.(path, io) ?? ranges(backend, path, io)) {
    if (piece.version !== version) throw changed(path);
    yield piece.bytes;
  }
}

async function* ranges(backend: Backend, path: Path, io: Io) {
  for (let start = 0; ; start += rangeSize) {
    const piece = await backend.read(path, { ...io, range: { start, end: start + rangeSize } });
    yield piece;
    if (start + rangeSize >= piece.size) return;
  }
}

const changed = (path: Path): ToolError =>
  new ToolError("stale", `${path} changed while it was being read.`, { hint: "Try again.", data: { path } });
