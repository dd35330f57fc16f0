import type { Path } from "@holdall/tool-core";

/**
 * The files on the disk where a command would run. Every access is bounded by the implementation, and only `readText` opens
 * files. Names can change between the analysis and the run: a sandbox prevents that, this does not.
 */
export interface CommandFiles {
  /** The entry at a path, without following links. */
  kindOf(path: Path): FileKind;
  /** Where an absolute path leads, with links followed as far as something exists. `..` after a link is the parent of where it leads. */
  realPath(path: string): Path;
  /** The names in a folder; empty if it does not exist, undefined if there are too many. */
  list(folder: Path): readonly FileEntry[] | undefined;
  /** The text of a small regular file. */
  readText(path: Path): string | undefined;
  /** The paths in one of git's indexes; a nested repository is a folder. Undefined if it cannot be determined. */
  readIndex(path: Path): readonly FileEntry[] | undefined;
}

export type FileKind = "file" | "folder" | "link" | "other" | "missing";

export interface FileEntry {
  readonly name: string;
  readonly kind: FileKind;
}
