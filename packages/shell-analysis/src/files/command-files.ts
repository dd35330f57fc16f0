import type { Path } from "@holdall/tool-core";

/**
 * What lies on the disk where a command would run. Every look is bounded by who answers; nothing is opened but what
 * `readText` names. Names may change between the look and the run: a sandbox holds then, this does not.
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
