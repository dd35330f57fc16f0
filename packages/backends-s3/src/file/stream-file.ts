import type { Backend, FileBytes, Path } from "@holdall/tool-core";
import { isFolderOrMissing } from "./read-file.ts";
import type { Store } from "./store.ts";

type StreamIo = NonNullable<Parameters<NonNullable<Backend["stream"]>>[1]>;

const pieceSize = 4 * 1024 * 1024;

/** Ranges of one version, a request each. Throws `stale` when the file is changed midway. */
export async function* streamFile(
  store: Store,
  path: Path,
  { start = 0, signal }: StreamIo,
): AsyncGenerator<FileBytes, void, void> {
  const key = store.keys.key(path) ?? "";
  let version: string | undefined;
  for (let at = start; ; ) {
    const piece = key && (await store.objects.get(key, path, { start: at, end: at + pieceSize }, { signal, version }));
    if (!piece) throw await isFolderOrMissing(store, path, signal);
    if (piece.bytes.length === 0) return;
    yield piece;
    version = piece.version;
    at += piece.bytes.length;
    if (at >= piece.size) return;
  }
}
