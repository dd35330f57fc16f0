import { basename, dirname, type Path, relativePath } from "@holdall/tool-core";
import { childPath } from "../paths/_child-path.ts";
import type { OpenFolder } from "../paths/_folder.ts";
import { type DirHandle, reopenDir } from "../walk/dir-handle.ts";
import { createReadText, type ReadText } from "./read-text.ts";

interface FolderReaderOptions {
  /** Where the search began, and where that really is. */
  readonly path: Path;
  readonly real: Path;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** Reads files below `path` through the handle of their folder, which stays open until another one is needed. */
export function createFolderReader(openFolder: OpenFolder, { path, real, maxBytes, signal }: FolderReaderOptions) {
  const readText = createReadText(maxBytes, signal);
  let folder: DirHandle | undefined;
  let inside: Path | undefined;
  return {
    read(file: Path): ReturnType<ReadText> {
      const at = dirname(file);
      if (at !== inside) {
        folder?.[Symbol.dispose]();
        folder = undefined;
        inside = at;
        folder = reopenDir(openFolder, at === path ? real : childPath(real, relativePath(at, path)));
      }
      return folder ? readText(folder, basename(file)) : "gone";
    },
    [Symbol.dispose]() {
      folder?.[Symbol.dispose]();
      readText[Symbol.dispose]();
    },
  };
}
