import { abortedError, type Backend, type Path, ToolError } from "@holdall/tool-core";

/** The maximum number of bytes collected for a backend without `writeFrom`. */
export const maxCollected = 64 * 1024 * 1024;

/**
 * Write chunks to any backend: streamed if it has `writeFrom`, otherwise collected, up to 64 MiB. Throws `too_large` and the
 * errors of `write` and of the source. The old content stays in that case.
 */
export async function writeChunks(
  backend: Backend,
  path: Path,
  chunks: AsyncIterable<Uint8Array>,
  io?: Parameters<Backend["write"]>[2],
): Promise<{ readonly version: string }> {
  if (backend.writeFrom) return backend.writeFrom(path, chunks, io);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    if (io?.signal?.aborted) throw abortedError(io.signal.reason);
    size += chunk.length;
    if (size > maxCollected) throw tooLarge(backend, path);
    parts.push(chunk.slice());
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return backend.write(path, bytes, io);
}

const tooLarge = ({ name }: Backend, path: Path): ToolError =>
  new ToolError("too_large", `${path} would be larger than 64 MiB, and ${name} cannot write it in parts.`, {
    hint: "Write fewer rows or columns, write several files, or write to a disk or an object store.",
    data: { path, max: maxCollected },
  });
