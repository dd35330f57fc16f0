import type { Path } from "@holdall/tool-core";

/** Where a blob lies: an object of the store by its SHA-256, and the first byte in it where it holds several. */
export interface BlobPlace {
  readonly object: string;
  readonly start: number;
}

/** What was at a path: a file, a folder, or something that cannot be kept (a link, a device). */
export type FileState =
  | {
      readonly kind: "file";
      /** SHA-256 of the bytes in hexadecimal; `~` and a version for a file that is too large to be read. */
      readonly hash: string;
      readonly size: number;
      /** Where its content is kept; absent when it is not. */
      readonly at?: BlobPlace;
      /** POSIX permission bits, where the storage has them. */
      readonly mode?: number;
    }
  | { readonly kind: "directory" }
  | { readonly kind: "other" };

/** Null: nothing was there. */
export type State = FileState | null;

/** One change of one path by the session. */
export interface Change {
  readonly path: Path;
  readonly before: State;
  readonly after: State;
  readonly callId: string;
  /** True when the process ended during the call, so that nobody knows who made the last change. */
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
