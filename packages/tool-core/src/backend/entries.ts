import type { Path } from "../path.ts";
import type { Entry } from "./entry.ts";
import type { Io } from "./io.ts";

/**
 * Access to paths themselves, for storages with links. No link is followed, neither at the end nor in a folder above. If a
 * folder of the path is a link, nothing is there, and every change throws `stale`.
 */
export interface BackendEntries {
  /** What is at a path, or null. */
  stat(path: Path, io?: Io): Promise<Entry | null>;
  /** Create a symbolic link in an existing folder. Throws `already_exists`. */
  createLink(path: Path, target: string, io?: Io): Promise<void>;
  /** Set the permission bits of a folder. Throws `wrong_kind` for everything else. */
  setFolderMode(path: Path, mode: number, io?: Io): Promise<void>;
  /** Remove an empty folder. Returns false if it is not empty. */
  removeFolder(path: Path, io?: Io): Promise<boolean>;
}
