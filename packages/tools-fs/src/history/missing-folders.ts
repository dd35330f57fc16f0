import { type Backend, dirname, type Path, type Stat, ToolError } from "@holdall/tool-core";
import { isFile } from "@holdall/tool-kit/backends";

/** The folders that writing these files will make, outermost first; none where folders only exist with their files. */
export async function missingFolders(backend: Backend, paths: readonly Path[], signal: AbortSignal): Promise<Path[]> {
  if (!backend.can.emptyDirectories) return [];
  const missing = new Set<Path>();
  for (const path of paths) {
    for (let folder = dirname(path); folder !== "/" && !missing.has(folder); folder = dirname(folder)) {
      if ((await kindAt(backend, folder, signal)) === "directory") break;
      missing.add(folder);
    }
  }
  return [...missing].sort((a, b) => a.length - b.length);
}

/**
 * Throws `wrong_kind` where a file is above a path, as writing there would: for dry runs. `gone` are files that go
 * first.
 */
export async function refuseBelowFiles(
  backend: Backend,
  paths: readonly Path[],
  signal: AbortSignal,
  gone: ReadonlySet<Path> = new Set(),
): Promise<void> {
  for (const path of paths) {
    for (let above = dirname(path); above !== "/"; above = dirname(above)) {
      const kind = await kindAt(backend, above, signal);
      if (kind === "directory") break;
      if (kind !== undefined && !gone.has(above)) throw isFile(above);
    }
  }
}

/** What is at a path. What is above the backend's roots cannot be seen, and is a folder. */
async function kindAt(backend: Backend, path: Path, signal: AbortSignal): Promise<Stat["kind"] | undefined> {
  try {
    return (await backend.stat(path, { signal }))?.kind;
  } catch (error) {
    if (ToolError.is(error) && error.code === "permission_denied") return "directory";
    throw error;
  }
}

/** Take folders away that are empty; the others stay. Gives those that stayed. */
export async function removeEmptyFolders(backend: Backend, folders: readonly Path[]): Promise<Path[]> {
  const left: Path[] = [];
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    if ((await backend.stat(folder))?.kind !== "directory") continue;
    if (await isEmpty(backend, folder)) await backend.remove(folder, { recursive: true });
    else left.push(folder);
  }
  return left;
}

async function isEmpty(backend: Backend, folder: Path): Promise<boolean> {
  for await (const _ of backend.list(folder)) return false;
  return true;
}
