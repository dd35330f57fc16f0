import type { Path } from "../path.ts";

export type FileKind = "file" | "directory" | "symlink" | "other";

export interface Stat {
  /** A symbolic link is followed when it stays inside; `symlink` is left for one that leads nowhere. */
  readonly kind: FileKind;
  /** Bytes; 0 for folders. */
  readonly size: number;
  /** Milliseconds since the epoch, with parts of one where they are known; absent where the storage knows no time. */
  readonly modified?: number;
  /** POSIX permission bits, where the storage has them. */
  readonly mode?: number;
  /** Present when it was asked for and `kind` is `file`. */
  readonly version?: string;
}

export interface Entry {
  readonly path: Path;
  readonly kind: FileKind;
  readonly size?: number;
  readonly modified?: number;
  readonly mode?: number;
  /** Where a symbolic link points, as written in the link. */
  readonly target?: string;
}
