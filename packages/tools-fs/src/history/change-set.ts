import { type Backend, comparePaths, type Path, ToolError } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import { keyOf } from "@holdall/tool-kit/file-tools";
import { sameBytes } from "../text/bytes.ts";

/** The current file on the backend. */
export interface FileState {
  readonly bytes: Uint8Array;
  readonly version: string;
}

/** One file's way: created (`from` null), deleted (`to` null), moved (they differ), or changed where it is. */
export interface FileChange {
  readonly from: Path | null;
  readonly to: Path | null;
  /** What `from` holds before. */
  readonly before: FileState | null;
  /** What `to` holds after. */
  readonly after: Uint8Array | null;
}

interface Planned {
  readonly was: Path;
  path: Path;
  readonly before: FileState | null;
  after: Uint8Array | null;
  origin: Planned | undefined;
}

/** Changes of many files, worked out one after the other over what is on the backend, which stays as it is. */
export interface ChangeSet {
  /** What a path holds after the changes so far, null for nothing. Throws `wrong_kind` for a folder. */
  get(path: Path): Promise<Uint8Array | null>;
  /** The version that the backend has of a path as long as nothing is planned for it. */
  versionOf(path: Path): Promise<string | null>;
  /** Fill a path, whatever is there. */
  put(path: Path, bytes: Uint8Array): Promise<void>;
  /** Fill a path where nothing is; throws `already_exists`. */
  create(path: Path, bytes: Uint8Array): Promise<void>;
  /** Empty a path; throws `not_found`. */
  remove(path: Path): Promise<void>;
  /** Move a file to where nothing is; throws `not_found` or `already_exists`. */
  move(from: Path, to: Path): Promise<void>;
  /** What it comes to, sorted by path; files that end as they began are left out. */
  changes(): FileChange[];
}

/** Start an empty change set. */
export function createChangeSet(backend: Backend, signal: AbortSignal): ChangeSet {
  const files = new Map<string, Planned>();

  const at = async (path: Path): Promise<Planned> => {
    const key = keyOf(backend, path);
    const known = files.get(key);
    if (known) return known;
    const before = await readIfAny(backend, path, signal);
    const fresh: Planned = { was: path, path, before, after: before?.bytes ?? null, origin: undefined };
    files.set(key, fresh);
    return fresh;
  };
  const fill = async (path: Path, bytes: Uint8Array, origin?: Planned): Promise<void> => {
    const file = await at(path);
    if (file.after) throw exists(path);
    Object.assign(file, { path, after: bytes, origin });
  };

  return {
    get: async (path) => (await at(path)).after,
    versionOf: async (path) => (await at(path)).before?.version ?? null,
    async put(path, bytes) {
      (await at(path)).after = bytes;
    },
    create: (path, bytes) => fill(path, bytes),
    async remove(path) {
      const file = await at(path);
      if (!file.after) throw missing(path);
      file.after = null;
      file.origin = undefined;
    },
    async move(from, to) {
      const source = await at(from);
      if (!source.after) throw missing(from);
      if (keyOf(backend, from) === keyOf(backend, to)) {
        source.path = to;
        return;
      }
      await fill(to, source.after, source.origin ?? source);
      source.after = null;
      source.origin = undefined;
    },
    changes() {
      const all = [...files.values()];
      const moved = new Map(
        all.flatMap((file) => (file.origin && isMove(file, file.origin) ? [[file.origin, file] as const] : [])),
      );
      const targets = new Set(moved.values());
      return all
        .flatMap((file): FileChange[] => {
          const target = moved.get(file);
          if (target) return [{ from: file.was, to: target.path, before: file.before, after: target.after }];
          if (targets.has(file)) return [];
          return changeOf(file);
        })
        .sort((a, b) => comparePaths(pathOf(a), pathOf(b)));
    },
  };
}

/** The path that a change is named by. */
export const pathOf = ({ from, to }: Pick<FileChange, "from" | "to">): Path => (to ?? from)!;

/** A file can travel whole only where it leaves its place for a free one. */
const isMove = (file: Planned, origin: Planned): boolean =>
  !file.before && !!file.after && !!origin.before && !origin.after;

function changeOf({ was, path, before, after }: Planned): FileChange[] {
  if (!before && !after) return [];
  if (before && after && was === path && sameBytes(before.bytes, after)) return [];
  return [{ from: before ? was : null, to: after ? path : null, before, after }];
}

/** Read a file that may not be there; throws `wrong_kind` for a folder. */
export const readIfAny = async (backend: Backend, path: Path, signal?: AbortSignal): Promise<FileState | null> =>
  (await unlessMissing(backend.read(path, { signal }))) ?? null;

const exists = (path: Path): ToolError =>
  new ToolError("already_exists", `${path} exists.`, {
    hint: "Nothing was changed. Change the file that is there, or choose another path.",
    data: { path },
  });

const missing = (path: Path): ToolError =>
  new ToolError("not_found", `There is no file ${path}.`, {
    hint: "Nothing was changed. Look with {list_directory} or {glob_files}.",
    data: { path },
  });
