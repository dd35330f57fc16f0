import {
  type Backend,
  basename,
  dirname,
  type Entry,
  type Io,
  joinPath,
  type Path,
  ToolError,
} from "@holdall/tool-core";

/** Get the entry of a path itself, without following links. Null if a folder above is a link. */
export async function entryAt(workspace: Backend, path: Path, signal?: AbortSignal): Promise<Entry | null> {
  const { entries, realPath } = workspace;
  if (entries) return entries.stat(path, { signal });
  const stat = await workspace.stat(path, { signal });
  if (!stat || !realPath) return stat && { path, ...stat };
  if ((await realPath(path)) === path) return { path, ...stat };
  return (await realPath(dirname(path))) === dirname(path) ? { path, kind: "other" } : null;
}

/** False where a folder above a path has become a link or a file: then nothing can be put there. */
export async function hasRealFolder(workspace: Backend, path: Path): Promise<boolean> {
  for (let folder = dirname(path); folder !== "/"; folder = dirname(folder)) {
    const entry = await unlessDenied(entryAt(workspace, folder));
    if (entry !== null) return entry === undefined || entry.kind === "directory";
  }
  return true;
}

/** Options of an operation that must not follow a link: it throws `stale` where a path leads elsewhere. */
export function unfollowed({ can }: Backend): Pick<Io, "judged"> {
  const keyOf = (path: Path) => (can.caseSensitive ? path : path.toLowerCase());
  return { judged: (path, real) => keyOf(path) === keyOf(real) };
}

/** The places that a call may change when it names a path: the entry itself, and the file that a link at its end leads to. */
export async function placesOf(workspace: Backend, path: Path): Promise<Path[]> {
  const { realPath } = workspace;
  if (!realPath) return [path];
  let above: Path | undefined;
  try {
    above = await unlessDenied(realPath(dirname(path)));
  } catch (error) {
    noEnd(error);
    return []; // Below a link in a loop, or a file, nothing is.
  }
  if (above === undefined) return [await realPath(path)];
  const place = joinPath(above, basename(path));
  const end = await unlessDenied(realPath(path)).catch(noEnd);
  if (end === undefined || end === place) return [place];
  return (await workspace.stat(end))?.kind === "directory" ? [place] : [place, end];
}

/** A link in a loop leads nowhere. */
function noEnd(error: unknown): undefined {
  if (!ToolError.is(error) || !["wrong_kind", "not_found"].includes(error.code)) throw error;
  return undefined;
}

/** The place of a folder, links followed; the path itself where the workspace cannot say. */
export const realFolder = async ({ realPath }: Backend, path: Path): Promise<Path> =>
  (realPath && (await unlessDenied(realPath(path)))) ?? path;

/** Undefined for what lies outside of the roots, or cannot be looked at. */
async function unlessDenied<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (ToolError.is(error) && error.code === "permission_denied") return undefined;
    throw error;
  }
}
