import { type Backend, dirname, type Path, type Stat, ToolError } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-core/backend-errors";
import { type BlobStore, sha256 } from "./blob-store.ts";
import type { State } from "./file-state.ts";

export interface ReadStateOptions {
  readonly workspace: Backend;
  readonly blobs: BlobStore;
  /** Bytes above which the content of a file is not kept. */
  readonly maxFileBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What is at a path. Its content is kept when `keep`; where that is a list, the writing goes there and is not awaited.
 * Throws `permission_denied` outside of the backend's roots.
 */
export async function readState(
  path: Path,
  { workspace, blobs, maxFileBytes, signal }: ReadStateOptions,
  keep: boolean | Promise<void>[],
): Promise<State> {
  const stat = await workspace.stat(path, { signal });
  if (!stat) return null;
  if (stat.kind === "directory") return { kind: "directory" };
  if (stat.kind !== "file" || (await isLink(workspace, path))) return { kind: "other" };
  const mode = stat.mode === undefined ? {} : { mode: stat.mode };
  if (stat.size > maxFileBytes) {
    const version = (await workspace.stat(path, { signal, version: true }))?.version;
    return { kind: "file", hash: `~${version ?? `${stat.size}:${stat.modified}`}`, size: stat.size, ...mode };
  }
  const found = await unlessMissing(workspace.read(path, { signal }));
  if (!found) return null;
  if (Array.isArray(keep)) {
    const { blob, written } = await blobs.start(found.bytes);
    keep.push(written);
    return { kind: "file", ...blob, ...mode };
  }
  if (keep) return { kind: "file", ...(await blobs.put(found.bytes)), ...mode };
  return { kind: "file", hash: await sha256(found.bytes), size: found.bytes.length, ...mode };
}

/** The paths at and below a path, folders first. Throws `permission_denied` outside of the backend's roots. */
export async function pathsBelow(workspace: Backend, path: Path, signal?: AbortSignal): Promise<Path[]> {
  const stat = await workspace.stat(path, { signal });
  if (stat?.kind !== "directory" || (await isLink(workspace, path))) return [path];
  const paths = [path];
  for await (const entry of workspace.list(path, { recursive: true, signal })) paths.push(entry.path);
  return paths;
}

/** The folders above a path that do not exist, outermost first; none where folders only exist with their files. */
export async function missingAbove(workspace: Backend, path: Path, signal?: AbortSignal): Promise<Path[]> {
  if (!workspace.can.emptyDirectories) return [];
  const missing: Path[] = [];
  for (let folder = dirname(path); folder !== "/"; folder = dirname(folder)) {
    if (await statHere(workspace, folder, signal)) break;
    missing.unshift(folder);
  }
  return missing;
}

/** What is above the roots of the backend cannot be seen, and is a folder. */
async function statHere(workspace: Backend, path: Path, signal?: AbortSignal): Promise<Stat | null> {
  try {
    return await workspace.stat(path, { signal });
  } catch (error) {
    if (ToolError.is(error) && error.code === "permission_denied") return { kind: "directory", size: 0 };
    throw error;
  }
}

/** A link that is followed has its real place elsewhere. */
async function isLink(workspace: Backend, path: Path): Promise<boolean> {
  if (!workspace.realPath) return false;
  const [real, above] = await Promise.all([workspace.realPath(path), workspace.realPath(dirname(path))]);
  return dirname(real) !== above || !real.endsWith(path.slice(path.lastIndexOf("/")));
}
