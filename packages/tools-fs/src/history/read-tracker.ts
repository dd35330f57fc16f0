import { isWithin, type Json, type Path, type StateKey } from "@holdall/tool-core";
import { afterChanges, type LineChange, longest, type SeenLines, type SeenText, seenLines } from "./seen-lines.ts";

/** What a session knows of one file: the version it last saw, and hashes of the lines it was shown of it. */
export interface SeenFile {
  readonly version: string;
  /** Versions it was shown or wrote before, the latest last: callers may still name them. */
  readonly earlier: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** True when the model was shown the whole file. */
  readonly whole: boolean;
  readonly windows: readonly SeenLines[];
}

/** What the model has seen, per file: session state that makes edits safe and survives a snapshot. */
export interface ReadTracker {
  get(path: Path): SeenFile | undefined;
  /** Note that a file was shown at a version; a new version forgets what was shown of the old one. */
  saw(path: Path, version: string, seen?: SeenText, whole?: boolean): void;
  /**
   * Note that this session changed a file itself; lines that were shown and still stand stay known. `windows` are what it
   * was shown, where the text that it changed is not the one of the version it saw last.
   */
  wrote(path: Path, version: string, changes?: readonly LineChange[], windows?: readonly SeenLines[]): void;
  forget(path: Path): void;
  /** The files it knows at or below a path. */
  below(path: Path): readonly Path[];
  /** Follow a file or a folder to its new place; `versions` tells, by old path, what the move gave another version. */
  moved(from: Path, to: Path, versions?: ReadonlyMap<Path, string>): void;
}

/** The session's read tracker. Tools that show file content call `saw`, tools that change it call `wrote`. */
export const readTracker: StateKey<ReadTracker> = {
  name: "fs.read-ledger",
  create: () => createTracker(new Map()),
  snapshot: (tracker) => snapshots.get(tracker)?.() ?? null,
  restore: (json) => createTracker(parse(json)),
};

const snapshots = new WeakMap<ReadTracker, () => Json>();

/** Most files remembered; the longest untouched is forgotten first. */
const maxFiles = 500;
/** Most line hashes kept over all files. */
const maxLines = 100_000;
/** Most earlier versions remembered of one file. */
const maxVersions = 16;
/** Most windows kept of one file. */
const maxWindows = 8;
/** Most windows whose text is kept instead of its hashes. */
const maxWaiting = 16;

function createTracker(files: Map<Path, SeenFile>): ReadTracker {
  let lines = 0;
  /** Stretches whose texts are held until they are hashed. */
  const waiting = new Set<SeenLines>();
  for (const file of files.values()) lines += countLines(file);

  const put = (path: Path, file: SeenFile): void => {
    drop(path);
    files.set(path, file);
    lines += countLines(file);
    for (const window of file.windows) if (window.count !== undefined) waiting.add(window);
    for (const window of waiting) if (waiting.size > maxWaiting && window.hashes) waiting.delete(window);
    for (const [old, file] of files) {
      if (lines <= maxLines && files.size <= maxFiles) break;
      if (files.size > maxFiles) drop(old);
      else if (old !== path) {
        release(file);
        files.set(old, { ...file, windows: [] });
      }
    }
  };
  const release = (file: SeenFile): void => {
    lines -= countLines(file);
    for (const window of file.windows) waiting.delete(window);
  };
  const drop = (path: Path): void => {
    const file = files.get(path);
    if (file) release(file);
    files.delete(path);
  };

  const tracker: ReadTracker = {
    get: (path) => files.get(path),
    saw(path, version, seen, whole = false) {
      const known = files.get(path);
      const same = known?.version === version;
      const windows = same ? [...known.windows] : [];
      if (seen) windows.push(seenLines(seen));
      put(path, {
        version,
        earlier: earlierOf(known, version),
        at: Date.now(),
        whole: whole || (same && known.whole),
        windows: windows.slice(-maxWindows),
      });
    },
    wrote(path, version, changes, windows = files.get(path)?.windows ?? []) {
      const after = changes ? longest(afterChanges(windows, changes), maxWindows) : [];
      const known = files.get(path);
      const earlier = earlierOf(known, version);
      put(path, { version, earlier, at: Date.now(), whole: known?.whole ?? true, windows: after });
    },
    forget: drop,
    below: (path) => [...files.keys()].filter((known) => isWithin(known, path)),
    moved(from, to, versions) {
      for (const path of tracker.below(from)) {
        const file = files.get(path)!;
        drop(path);
        const version = versions?.get(path) ?? file.version;
        put((to + path.slice(from.length)) as Path, { ...file, version, earlier: earlierOf(file, version) });
      }
    },
  };
  snapshots.set(tracker, () =>
    [...files].map(([path, { version, earlier, at, whole, windows }]) => [
      path,
      version,
      at,
      whole,
      windows.map(({ firstLine, hashes }) => [firstLine, ...hashes]),
      [...earlier],
    ]),
  );
  return tracker;
}

/** The versions that a file had before it has another one. */
const earlierOf = (known: SeenFile | undefined, version: string): readonly string[] =>
  known === undefined || known.version === version
    ? (known?.earlier ?? [])
    : [...known.earlier.filter((each) => each !== known.version), known.version].slice(-maxVersions);

/** Whether the session was shown a version of a file, or wrote it. */
export const knowsVersion = (seen: SeenFile | undefined, version: string): boolean =>
  seen !== undefined && (seen.version === version || seen.earlier.includes(version));

const countLines = ({ windows }: SeenFile): number =>
  windows.reduce((sum, window) => sum + (window.count ?? window.hashes.length), 0);

type SavedFile = [Path, string, number, boolean, number[][], string[]?];

function parse(json: Json): Map<Path, SeenFile> {
  const files = new Map<Path, SeenFile>();
  if (!Array.isArray(json)) return files;
  for (const [path, version, at, whole, windows, earlier = []] of json as SavedFile[]) {
    files.set(path, {
      version,
      earlier,
      at,
      whole,
      windows: windows.map(([firstLine = 1, ...hashes]) => ({ firstLine, hashes })),
    });
  }
  return files;
}
