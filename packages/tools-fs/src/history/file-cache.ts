import type { FileBytes, Path, StateKey } from "@holdall/tool-core";

/** Files as a session last read or wrote them whole. They may have changed since: only a write over their version proves them. */
export interface HeldFiles {
  get(path: Path): FileBytes | undefined;
  hold(path: Path, file: Pick<FileBytes, "bytes" | "version">): void;
}

/** The session's held files; a snapshot leaves them out. */
export const heldFiles: StateKey<HeldFiles> = { name: "fs.held-files", create: createHeldFiles };

/** Most bytes of all held files, and of one; the longest untouched goes first. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_OF_ONE = 2 * 1024 * 1024;

function createHeldFiles(): HeldFiles {
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
      if (bytes.length > MOST_OF_ONE || version.startsWith("~")) return;
      files.set(path, { bytes, version, size: bytes.length });
      held += bytes.length;
      for (const oldest of files.keys()) {
        if (held <= MOST_BYTES) break;
        drop(oldest);
      }
    },
  };
}
