import { type FileBytes, isWithin, type Json, type Path, type StateKey } from "@holdall/tool-core";

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
  snapshot(): Json;
}

/** The session's read tracker. Tools that show file content call `saw`, tools that change it call `wrote`. */
export const readTracker: StateKey<ReadTracker> = {
  name: "fs.read-ledger",
  create: () => createTracker(new Map()),
  snapshot: (tracker) => tracker.snapshot(),
  restore: (json) => createTracker(parse(json)),
};

/** Most files remembered; the longest untouched is forgotten first. */
const maxFiles = 500;
/** Most line hashes kept over all files. */
const maxLines = 100_000;
/** Most earlier versions remembered of one file. */
const maxVersions = 16;
/** Most windows kept of one file. */
const maxWindows = 8;

function createTracker(files: Map<Path, SeenFile>): ReadTracker {
  let lines = 0;
  for (const file of files.values()) lines += countLines(file);

  const put = (path: Path, file: SeenFile): void => {
    drop(path);
    files.set(path, file);
    lines += countLines(file);
    for (const [old, file] of files) {
      if (lines <= maxLines && files.size <= maxFiles) break;
      if (files.size > maxFiles) drop(old);
      else if (old !== path) {
        lines -= countLines(file);
        files.set(old, { ...file, windows: [] });
      }
    }
  };
  const drop = (path: Path): void => {
    const file = files.get(path);
    if (file) lines -= countLines(file);
    files.delete(path);
  };

  const tracker: ReadTracker = {
    get: (path) => files.get(path),
    saw(path, version, seen, whole = false) {
      const known = files.get(path);
      const same = known?.version === version;
      const windows = same ? [...known.windows] : [];
      if (seen) windows.push({ firstLine: seen.firstLine, hashes: hashLines(seen.text).slice(0, maxWindowLines) });
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
    snapshot: () =>
      [...files].map(([path, { version, earlier, at, whole, windows }]) => [
        path,
        version,
        at,
        whole,
        windows.map(({ firstLine, hashes }) => [firstLine, ...hashes]),
        [...earlier],
      ]),
  };
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

const countLines = ({ windows }: SeenFile): number => windows.reduce((sum, window) => sum + window.hashes.length, 0);

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

/** A stretch of lines that a session was shown, as one number per line. */
export interface SeenLines {
  readonly firstLine: number;
  readonly hashes: readonly number[];
}

/** A stretch of whole lines the model was shown. */
export interface SeenText {
  readonly text: string;
  /** 1-based number of its first line. */
  readonly firstLine: number;
}

/** Most lines kept of one stretch. */
const maxWindowLines = 20_000;

/** `removed` lines from `line` on became the lines of `text`. */
export interface LineChange {
  readonly line: number;
  readonly removed: number;
  readonly text: string;
}

/** One number per line, whatever its line ending; a final line ending starts no line. */
export function hashLines(text: string): number[] {
  const hashes: number[] = [];
  let hash = 0;
  let open = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    open = code !== 10;
    if (open) {
      if (code !== 13 || text.charCodeAt(i + 1) !== 10) hash = (Math.imul(hash, 31) + code) | 0;
    } else {
      hashes.push(hash);
      hash = 0;
    }
  }
  if (open) hashes.push(hash);
  return hashes;
}

/**
 * What was shown, moved with changes of the text, and with what the changes put there. Lines are numbered as before the
 * changes, which are in order and do not overlap. Where nothing was known, nothing is.
 */
function afterChanges(windows: readonly SeenLines[], changes: readonly LineChange[]): readonly SeenLines[] {
  if (windows.length === 0) return [];
  let shift = 0;
  const placed = changes.map(({ line, removed, text }) => {
    const hashes = hashLines(text);
    const before = shift;
    shift += hashes.length - removed;
    return { line, end: line + removed, hashes, before };
  });
  const inside = new Set<(typeof placed)[number]>();
  const moved = windows.map(({ firstLine, hashes }) => {
    const end = firstLine + hashes.length;
    const own = placed.filter((change) => change.end > firstLine && change.line <= end);
    const earlier = placed.findLast((change) => change.end <= firstLine);
    const parts: (readonly number[])[] = [];
    let at = firstLine;
    for (const change of own) {
      inside.add(change);
      parts.push(hashes.slice(at - firstLine, Math.max(at, change.line) - firstLine), change.hashes);
      at = change.end;
    }
    parts.push(hashes.slice(at - firstLine));
    const first = Math.min(firstLine, own[0]?.line ?? firstLine);
    const before =
      own[0]?.before ?? (earlier ? earlier.before + earlier.hashes.length - (earlier.end - earlier.line) : 0);
    return { firstLine: first + before, hashes: parts.flat().slice(0, maxWindowLines) };
  });
  const fresh = placed.filter((change) => !inside.has(change));
  return [...moved, ...fresh.map(({ line, before, hashes }) => ({ firstLine: line + before, hashes }))];
}

/**
 * The runs of shown lines that still stand in a text, where they stand now. A run is identified by a line that occurs
 * once.
 */
export function stillStanding(windows: readonly SeenLines[], text: string): readonly SeenLines[] {
  const current = hashLines(text);
  const places = new Map<number, number>();
  for (const [place, hash] of current.entries()) places.set(hash, places.has(hash) ? -1 : place);
  return windows.flatMap(({ hashes }) => {
    const runs: SeenLines[] = [];
    for (let i = 0, free = 0; i < hashes.length; i++) {
      let place = places.get(hashes[i]!) ?? -1;
      if (place < 0) continue;
      let start = i;
      for (; start > free && place > 0 && hashes[start - 1] === current[place - 1]; start--) place--;
      free = i;
      while (free < hashes.length && hashes[free] === current[place + free - start]) free++;
      runs.push({ firstLine: place + 1, hashes: hashes.slice(start, free) });
      i = free - 1;
    }
    return runs;
  });
}

/** The `max` longest windows, in their order. */
export function longest(windows: readonly SeenLines[], max: number): readonly SeenLines[] {
  if (windows.length <= max) return windows;
  const sizes = windows.map(({ hashes }) => hashes.length).sort((a, b) => b - a);
  return windows.filter(({ hashes }) => hashes.length >= sizes[max - 1]!).slice(0, max);
}

/** Files as the session last read or wrote them whole. They may have changed since: only a write over their version shows that they did not. */
export interface FileCache {
  get(path: Path): FileBytes | undefined;
  hold(path: Path, file: Pick<FileBytes, "bytes" | "version">): void;
}

/** The session's file cache; it is not part of a snapshot. */
export const fileCache: StateKey<FileCache> = { name: "fs.held-files", create: createFileCache };

/** Most bytes of all held files, and of one; the longest untouched goes first. */
const maxBytes = 8 * 1024 * 1024;
const maxOfOne = 2 * 1024 * 1024;

function createFileCache(): FileCache {
  const files = new Map<Path, FileBytes>();
  let held = 0;
  const drop = (path: Path): void => {
    held -= files.get(path)?.size ?? 0;
    files.delete(path);
  };
  return {
    get: (path) => files.get(path),
    hold(path, { bytes, version }) {
      drop(path);
      // A version of size and times may stand for other content.
      if (bytes.length > maxOfOne || version.startsWith("~")) return;
      files.set(path, { bytes, version, size: bytes.length });
      held += bytes.length;
      for (const oldest of files.keys()) {
        if (held <= maxBytes) break;
        drop(oldest);
      }
    },
  };
}
