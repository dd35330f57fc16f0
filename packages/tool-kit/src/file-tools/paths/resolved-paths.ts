import { type Access, type Backend, basename, dirname, joinPath, type Path, ToolError } from "@holdall/tool-core";

/** The paths of a call, and the places they lead to, which the policy was asked about as well. */
export interface ResolvedPaths {
  /** What is declared, and the same of other places that its paths lead to. */
  readonly accesses: readonly Access[];
  readonly of: ReadonlyMap<Path, readonly Path[]>;
  /** Where the folders above lead, where that is another place than their own. */
  readonly above: ReadonlyMap<Path, Path>;
  /** Links at their ends, and where they lead: of one that is deleted itself, what is there may be looked at, and not read. */
  readonly links: ReadonlyMap<Path, Path>;
}

/** Find out where the paths of accesses lead. */
export async function resolvePaths(backend: Backend, declared: readonly Access[]): Promise<ResolvedPaths> {
  const of = new Map<Path, readonly Path[]>();
  const above = new Map<Path, Path>();
  const links = new Map<Path, Path>();
  const known = new Map<Path, Path>();
  const elsewhere: Access[] = [];
  const real = async (path: Path): Promise<Path> => {
    const found = known.get(path) ?? (await resolvePath(backend, path));
    known.set(path, found);
    return found;
  };
  for (const { action, target } of declared) {
    if (!target.startsWith("/")) continue; // a recipient, a host: not a path
    const path = target as Path;
    const end = known.get(path) ?? (await real(path));
    if (end === path) {
      if (!of.has(path)) of.set(path, [path]);
      continue;
    }
    // A link that is deleted is deleted itself; one that is written over may be followed or replaced.
    const place = joinPath(await real(dirname(path)), basename(path));
    const places = action === "delete" ? [place] : [end, place];
    if (end !== place) links.set(path, end);
    of.set(path, [...new Set([...(of.get(path) ?? [path]), ...places])]);
    for (const at of new Set(places)) if (at !== path) elsewhere.push({ action, target: at });
    if (place === path) continue;
    for (let folder = dirname(path); folder !== "/" && !above.has(folder); folder = dirname(folder))
      above.set(folder, await real(folder));
  }
  return { accesses: elsewhere.length > 0 ? [...declared, ...elsewhere] : declared, of, above, links };
}

/** Where a path leads; the path itself where that cannot be determined: then the backend refuses it with its own error. */
async function resolvePath({ realPath }: Backend, path: Path): Promise<Path> {
  if (!realPath) return path;
  try {
    return await realPath(path);
  } catch (error) {
    if (ToolError.is(error)) return path;
    throw error;
  }
}
