import type { Path } from "../path.ts";

export type FileKind = "file" | "directory" | "symlink" | "other";

export interface Stat {
  /** A symbolic link inside the backend is followed. `symlink` is used only for a link without a valid target. */
  readonly kind: FileKind;
  /** Size in bytes; 0 for folders. */
  readonly size: number;
  /** Milliseconds since the epoch, with fractions if known. Absent if the storage has no times. */
  readonly modified?: number;
  /** POSIX permission bits, if the storage has them. */
  readonly mode?: number;
  /** Present if it was requested and `kind` is `file`. */
  readonly version?: string;
}

export interface Entry {
  readonly path: Path;
  readonly kind: FileKind;
  readonly size?: number;
  readonly modified?: number;
  readonly mode?: number;
  /** The target of a symbolic link, as written in the link. */
  readonly target?: string;
  /** Differs after the entry was replaced or changed, also if size and time are the same: on disk the inode and its change time. */
  readonly identity?: string;
}
