import { type Backend, dirname, type Path, ToolError } from "@holdall/tool-core";

/** The folders that writing these files will make, outermost first; none where folders only exist with their files. */
export async function missingFolders(backend: Backend, paths: readonly Path[], signal: AbortSignal): Promise<Path[]> {
  if (!backend.can.emptyDirectories) return [];
  const missing = new Set<Path>();
  for (const path of paths) {
    for (let folder = dirname(path); folder !== "/" && !missing.has(folder); folder = dirname(folder)) {
      if (await isThere(backend, folder, signal)) break;
      missing.add(folder);
    }
  }
  return [...missing].sort((a, b) => a.length - b.length);
}

/** A folder above the backend's roots cannot be seen and need not be made. */
async function isThere(backend: Backend, path: Path, signal: AbortSignal): Promise<boolean> {
  try {
    return (await backend.stat(path, { signal }))?.kind === "directory";
  } catch (error) {
    if (ToolError.is(error) && error.code === "permission_denied") return true;
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
