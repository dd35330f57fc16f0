import type { Path } from "@holdall/tool-core";

/** The location of a blob: an object of the store by its name, and the offset in it if it contains several. */
export interface BlobPlace {
  readonly object: string;
  readonly start: number;
}

/** The state of a path itself: a file, a folder, a link, or something that cannot be stored (a device, a file that cannot be read). */
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
  | { readonly kind: "directory"; readonly mode?: number }
  | { readonly kind: "link"; readonly target: string }
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
  /** True if it was found while work in the background ran, so that others may have made it. */
  readonly shared?: boolean;
}

/** True for the same kind with the same content and, where both are known, the same permissions. */
export function sameState(a: State, b: State): boolean {
  if (!sameContent(a, b)) return false;
  const [one, other] = [modeOf(a), modeOf(b)];
  return one === undefined || other === undefined || one === other;
}

/** True for the same kind with the same content. */
export function sameContent(a: State, b: State): boolean {
  if (a === null || b === null) return a === b;
  if (a.kind === "file" && b.kind === "file") return a.hash === b.hash;
  if (a.kind === "link" && b.kind === "link") return a.target === b.target;
  return a.kind === b.kind;
}

export const modeOf = (state: State): number | undefined =>
  state?.kind === "file" || state?.kind === "directory" ? state.mode : undefined;

/** Why the content of a file is not kept. */
export const tooLarge = "is larger than `maxFileBytes`";
