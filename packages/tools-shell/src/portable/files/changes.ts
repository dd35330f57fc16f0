import type { Path } from "@holdall/tool-core";

/** A file before or after a command. */
export interface FileContentState {
  readonly bytes: Uint8Array;
  readonly version: string;
}

/** What a command did to one path in total. `null`: nothing is there. */
export interface CommandChange {
  readonly path: Path;
  readonly before: FileContentState | null;
  readonly after: FileContentState | null;
}

/** Notes the files that a command changes, as they were before it and are after it. */
export interface ChangeLog {
  /** Called after each change of a file. `before` counts for the first change of a path only. */
  note(path: Path, before: FileContentState | null, after: FileContentState | null): void;
  /** Whether the command has changed a file before. */
  has(path: Path): boolean;
  /** A file was changed whose content is not kept. */
  noteLost(reason: string): void;
  /** The changes in total; files that end as they began are left out. */
  changes(): readonly CommandChange[];
  readonly lost: string | undefined;
}

/** Bytes of old content that are kept for one command. */
const maxBytes = 16 * 1024 * 1024;

export function createChangeLog(): ChangeLog {
  const files = new Map<Path, { before: FileContentState | null; after: FileContentState | null }>();
  let kept = 0;
  let lost: string | undefined;
  return {
    get lost() {
      return lost;
    },
    note(path, before, after) {
      const known = files.get(path);
      if (known) {
        known.after = after;
        return;
      }
      kept += before?.bytes.length ?? 0;
      if (kept > maxBytes) {
        kept -= before?.bytes.length ?? 0;
        lost ??= "the command replaced more content than is kept";
        return;
      }
      files.set(path, { before, after });
    },
    has: (path) => files.has(path),
    noteLost(reason) {
      lost ??= reason;
    },
    changes: () =>
      Array.from(files, ([path, state]) => ({ path, ...state })).filter(({ before, after }) => !isSame(before, after)),
  };
}

function isSame(before: FileContentState | null, after: FileContentState | null): boolean {
  if (before === null || after === null) return before === after;
  const [one, other] = [before.bytes, after.bytes];
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}
