import { type Backend, dirname, type Entry, type Path, ToolError } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import type { BlobStore } from "../store/blob-store.ts";
import { entryAt, unfollowed } from "./entry-at.ts";
import type { FileState, State } from "./file-state.ts";
import { isRegenerated } from "./regenerated.ts";

export interface ReadStateOptions {
  readonly workspace: Backend;
  readonly blobs: BlobStore;
  /** Bytes above which the content of a file is not kept. */
  readonly maxFileBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What a path is itself: links are not followed, neither at its end nor in the folders above. Its content is kept when
 * `keep`; where that is a list, the writing goes there and is not awaited.
 */
export async function readState(
  path: Path,
  options: ReadStateOptions,
  keep: boolean | Promise<void>[],
): Promise<State> {
  for (let tries = 0; ; tries++) {
    try {
      return await readOnce(path, options, keep);
    } catch (error) {
      if (!ToolError.is(error)) throw error;
      if (error.code === "permission_denied") return { kind: "other" };
      // It was replaced between two looks.
      if (tries === 3 || !["stale", "not_found", "wrong_kind"].includes(error.code)) throw error;
    }
  }
}

async function readOnce(
  path: Path,
  { workspace, blobs, maxFileBytes, signal }: ReadStateOptions,
  keep: boolean | Promise<void>[],
): Promise<State> {
  const entry = await entryAt(workspace, path, signal);
  if (!entry) return null;
  if (entry.kind !== "file") return stateOf(entry);
  const io = { signal, ...unfollowed(workspace) };
  const mode = entry.mode === undefined ? {} : { mode: entry.mode };
  const { size = 0 } = entry;
  if (size > maxFileBytes) {
    const version = (await workspace.stat(path, { ...io, version: true }))?.version;
    return { kind: "file", hash: `~${version ?? `${size}:${entry.modified}`}`, size, ...mode };
  }
  const { bytes } = await workspace.read(path, io);
  if (Array.isArray(keep)) {
    const { blob, written } = await blobs.start(bytes);
    keep.push(written);
    return { kind: "file", ...blob, ...mode };
  }
  if (keep) return { kind: "file", ...(await blobs.put(bytes)), ...mode };
  return { kind: "file", hash: await sha256Hex(bytes), size: bytes.length, ...mode };
}

/** The state of what is not a file. */
export function stateOf({ kind, mode, target }: Entry): FileState {
  if (kind === "directory") return { kind: "directory", ...(mode !== undefined && { mode }) };
  return kind === "symlink" && target !== undefined ? { kind: "link", target } : { kind: "other" };
}

/** The paths at and below a path, folders first; without folders that tools regenerate, and what is in them. */
export async function pathsBelow(workspace: Backend, path: Path, signal?: AbortSignal): Promise<Path[]> {
  const paths = [path];
  if ((await entryAt(workspace, path, signal))?.kind !== "directory") return paths;
  for await (const entry of workspace.list(path, { recursive: true, signal, ...unfollowed(workspace) }))
    if (!isRegenerated(entry.path.slice(path.length))) paths.push(entry.path);
  return paths;
}

/** The folders above a path that do not exist, outermost first; none where folders only exist with their files. */
export async function missingAbove(workspace: Backend, path: Path, signal?: AbortSignal): Promise<Path[]> {
  if (!workspace.can.emptyDirectories) return [];
  const missing: Path[] = [];
  for (let folder = dirname(path); folder !== "/"; folder = dirname(folder)) {
    if (await isThere(workspace, folder, signal)) break;
    missing.unshift(folder);
  }
  return missing;
}

/** What lies above the roots of the backend cannot be seen, and is a folder. */
async function isThere(workspace: Backend, path: Path, signal?: AbortSignal): Promise<boolean> {
  try {
    return (await entryAt(workspace, path, signal)) !== null;
  } catch (error) {
    if (ToolError.is(error) && error.code === "permission_denied") return true;
    throw error;
  }
}
