import type { Path } from "./path.ts";
import type { StateKey } from "./session/state.ts";

/** Files that the session's own tools have changed, with what each held before the first change. */
export interface ChangedFiles {
  /**
   * By path: the content before, `null` where there was no file, `undefined` where it is not known any more. A file whose
   * path is here may have its old content again.
   */
  readonly before: ReadonlyMap<Path, Uint8Array | null | undefined>;
  /** Note that a file was changed, made or deleted; only the first note of a path keeps its content. */
  note(path: Path, before: Uint8Array | null): void;
}

/** Bytes of old contents that are kept; beyond them a file is known as changed only. */
const maxBytes = 32 * 1024 * 1024;

/**
 * What the session has changed. Tools that change files note it; tools that tell old problems from new ones read it. It is
 * not part of a snapshot: a session that was restored counts from then on.
 */
export const changedFiles: StateKey<ChangedFiles> = {
  name: "changed-files",
  create() {
    const before = new Map<Path, Uint8Array | null | undefined>();
    let held = 0;
    return {
      before,
      note(path, content) {
        if (before.has(path)) return;
        const fits = content === null || held + content.length <= maxBytes;
        if (content && fits) held += content.length;
        before.set(path, fits ? content : undefined);
      },
    };
  },
  /** What an agent changes that works for this session counts for both. */
  inherit: (parent) => parent,
};
