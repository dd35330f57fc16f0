import type { Path, StateKey } from "@holdall/tool-core";

/** The files that the session's own tools have changed, with their content before the first change. */
export interface ChangedFiles {
  /**
   * By path: the content before the change, `null` if the file did not exist, `undefined` if it is no longer known. A file in
   * this map may have its old content again.
   */
  readonly before: ReadonlyMap<Path, Uint8Array | null | undefined>;
  /** Record that a file was changed, created or deleted. Only the first record of a path keeps its content. */
  note(path: Path, before: Uint8Array | null): void;
}

/** Bytes of old contents that are kept; beyond them a file is known as changed only. */
const maxBytes = 32 * 1024 * 1024;

/**
 * The files that the session has changed. Tools that change files record them; tools that separate old problems from new ones
 * read them. Not part of a snapshot: a restored session starts with an empty record.
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
