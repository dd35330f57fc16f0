import type { ByteRange, FileBytes, Path } from "@holdall/tool-core";
import * as failed from "../shared/errors.ts";
import { type Folder, findFile } from "../shared/tree.ts";
import { hash, isHashed, versionOf } from "./version.ts";

/** More than browsers put into one array. */
const tooMany = 2 ** 31;
const pieceSize = 1024 * 1024;

/** Read a file, or a range of it. Where its version is a hash, that takes the whole file either way. */
export async function readFile(root: Folder, path: Path, range: ByteRange | undefined): Promise<FileBytes> {
  const file = await findFile(root, path);
  const { size } = file;
  const { start, end } = range ?? { start: 0, end: size };
  const length = Math.max(0, Math.min(end, size) - start);
  if (length >= tooMany) throw failed.tooLarge(path, size);
  if (!isHashed(size)) {
    const bytes = new Uint8Array(await file.slice(start, start + length).arrayBuffer());
    return { bytes, version: await versionOf(file), size };
  }
  const content = new Uint8Array(await file.arrayBuffer());
  const bytes = length === size ? content : content.slice(start, start + length);
  return { bytes, version: await hash(content), size };
}

/** The pieces of a file from a byte on. The browser fails with `NotReadableError` once the file has changed. */
export async function* streamFile(
  path: Path,
  start: number,
  look: <T>(work: (root: Folder) => Promise<T>) => Promise<T>,
): AsyncGenerator<FileBytes> {
  const { file, version } = await look(async (root) => {
    const file = await findFile(root, path);
    return { file, version: await versionOf(file) };
  });
  const { size } = file;
  for (let at = start; at < size; at += pieceSize) {
    yield { bytes: new Uint8Array(await look(() => file.slice(at, at + pieceSize).arrayBuffer())), version, size };
  }
}
