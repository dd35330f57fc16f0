import type { FileBytes, Path, StateKey } from "@holdall/tool-core";

/** Files as the session last read or wrote them whole. They may have changed since: only a write over their version shows that they did not. */
export interface FileCache {
  get(path: Path): FileBytes | undefined;
  hold(path: Path, file: Pick<FileBytes, "bytes" | "version">): void;
}

/** The session's file cache; it is not part of a snapshot. */
export const fileCache: StateKey<FileCache> = { name: "fs.held-files", create: createFileCache };

/** Most bytes of all held files, and of one; the longest untouched goes first. */
const maxBytes = 8 * 1024 * 1024;
const maxOfOne = 2 * 1024 * 1024;

function createFileCache(): FileCache {
  const files = new Map<Path, FileBytes>();
  let held = 0;
  const drop = (path: Path): void => {
    held -= files.get(path)?.size ?? 0;
    files.delete(path);
  };
  return {
    get: (path) => files.get(path),
    hold(path, { bytes, version }) {
      drop(path);
      // A version of size and times may stand for other content.
      if (bytes.length > maxOfOne || version.startsWith("~")) return;
      files.set(path, { bytes, version, size: bytes.length });
      held += bytes.length;
      for (const oldest of files.keys()) {
        if (held <= maxBytes) break;
        drop(oldest);
      }
    },
  };
}
