import type { Path } from "@holdall/tool-core";

/** The location of a blob: an object of the store by its SHA-256, and the offset in it if it contains several. */
export interface BlobPlace {
  readonly object: string;
  readonly start: number;
}

/** The state of a path: a file, a folder, or something that cannot be stored (a link, a device). */
export type FileState =
  | {
      readonly kind: "file";
      /** The SHA-256 of the bytes in hexadecimal, or `~` and a version for a file that is too large to read. */
      readonly hash: string;
      readonly size: number;
      /** The location of the stored content. Absent if it is not stored. */
      readonly at?: BlobPlace;
      /** POSIX permission bits, if the storage has them. */
      readonly mode?: number;
    }
  | { readonly kind: "directory" }
  | { readonly kind: "other" };

/** Null: the path did not exist. */
export type State = FileState | null;

/** One change of one path by the session. */
export interface Change {
  readonly path: Path;
  readonly before: State;
  readonly after: State;
  readonly callId: string;
  /** True if the process ended during the call, so that the author of the last change is unknown. */
  readonly interrupted?: boolean;
}

/** True for the same kind with the same content; permissions are not compared. */
export function sameState(a: State, b: State): boolean {
  if (a === null || b === null) return a === b;
  if (a.kind === "file" && b.kind === "file") return a.hash === b.hash;
  return a.kind === b.kind;
}

/** Why the content of a file is not kept. */
export const tooLarge = "is larger than `maxFileBytes`";
