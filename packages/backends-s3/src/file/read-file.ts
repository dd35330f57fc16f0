import type { ByteRange, FileBytes, Io, Path, ToolError } from "@holdall/tool-core";
import * as failed from "../client/errors.ts";
import { isFolderAt, type Store } from "./store.ts";

const everything: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY };

/** Read in one request when the file is there. */
export async function readFile(
  store: Store,
  path: Path,
  { range = everything, signal }: Io & { readonly range?: ByteRange | undefined },
): Promise<FileBytes> {
  const key = store.keys.key(path);
  const file = key === undefined ? null : await store.objects.get(key, path, range, { signal });
  if (!file) throw await isFolderOrMissing(store, path, signal);
  return file;
}

/** Why there is no file at a path. */
export const isFolderOrMissing = async (store: Store, path: Path, signal?: AbortSignal): Promise<ToolError> =>
  (await isFolderAt(store, path, signal)) ? failed.isFolder(path) : failed.notFound(path);
