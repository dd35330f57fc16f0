import {
  type Access,
  type Backend,
  basename,
  dirname,
  type Io,
  isWithin,
  joinPath,
  type Path,
  ToolError,
} from "@holdall/tool-core";
import { keyOf, setOrigin } from "./file-lock.ts";

/** The paths of a call, and their targets, which the policy has also checked. */
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

/** The resolved paths of each backend that was made for one call. */
const held = new WeakMap<Backend, ResolvedPaths[]>();

/** Add places that the policy allowed during a call. */
export function addResolved(backend: Backend, places: ResolvedPaths): void {
  held.get(backend)?.push(places);
}

/** Whether the policy has checked exactly this path. */
export const isResolved = (backend: Backend, path: Path): boolean =>
  (held.get(backend) ?? []).some(({ of }) => of.has(path));

/** Whether the policy has checked a link itself. */
export const isResolvedLink = (backend: Backend, path: Path): boolean =>
  (held.get(backend) ?? []).some(({ links }) => links.has(path));

/** Other targets of a path, if the policy has checked it. */
export const otherTargets = (backend: Backend, path: Path): Path[] =>
  (held.get(backend) ?? []).flatMap(({ of }) => of.get(path) ?? []).filter((place) => place !== path);

/**
 * The backend for one call: it opens only what a path led to when the policy was asked. Locations below a resolved path
 * must be below its target, and those above must be unchanged. Anything else is rejected.
 */
export function guardBackend(origin: Backend, places: ResolvedPaths): Backend {
  const allowed = [places];
  const same = (a: string, b: string): boolean => a === b || keyOf(origin, a as Path) === keyOf(origin, b as Path);
  const allows = (path: Path, real: Path): boolean | undefined => {
    const leads = (at: Path): boolean => {
      const rest = path.slice(at === "/" ? 0 : at.length);
      const places = allowed.flatMap(({ of }) => of.get(at) ?? []);
      return places.some((place) => same(place === "/" ? rest || "/" : place + rest, real));
    };
    if (allowed.some(({ of }) => of.has(path))) return leads(path);
    const nearest = allowed.reduce<Path | undefined>((near, { of }) => longer(near, nearestAbove(of, path)), undefined);
    if (nearest !== undefined) return leads(nearest);
    if (allowed.some(({ above }) => above.get(path) === real)) return true;
    const isAbove = allowed.some(({ of }) => of.keys().some((below) => isWithin(below, path)));
    return isAbove ? same(path, real) : undefined;
  };
  const mayRead = (path: Path, real: Path): boolean => allows(path, real) ?? true;
  const mayLook = (path: Path, real: Path): boolean =>
    mayRead(path, real) || allowed.some(({ links }) => links.get(path) === real);
  const mayChange = (path: Path, real: Path): boolean => allows(path, real) ?? false;
  const reading = <T extends Io>(io?: T) => ({ ...(io as T), judged: mayRead });
  const changing = <T extends Io>(io?: T) => ({ ...(io as T), judged: mayChange });

  const { entries: _, ...files } = origin;
  const { createDirectory, glob, move, search, stream, writeFrom } = files;
  const view: Backend = {
    ...files,
    stat: (path, io) => origin.stat(path, { ...io, judged: mayLook }),
    read: (path, io) => origin.read(path, reading(io)),
    write: (path, bytes, io) => origin.write(path, bytes, changing(io)),
    ...(writeFrom && { writeFrom: (path, chunks, io) => writeFrom(path, chunks, changing(io)) }),
    remove: (path, io) => origin.remove(path, changing(io)),
    list: (path, io) => origin.list(path, reading(io)),
    ...(createDirectory && { createDirectory: (path, io) => createDirectory(path, changing(io)) }),
    ...(move && { move: (from, to, io) => move(from, to, changing(io)) }),
    ...(stream && { stream: (path, io) => stream(path, reading(io)) }),
    ...(glob && { glob: (path, query, io) => glob(path, query, reading(io)) }),
    ...(search && { search: (path, query, text, io) => search(path, query, text, reading(io)) }),
  };
  held.set(view, allowed);
  setOrigin(view, origin);
  return view;
}

/** The nearest of some paths that a path is below. */
function nearestAbove(paths: ReadonlyMap<Path, unknown>, path: Path): Path | undefined {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (paths.has(at)) return at;
    if (at === "/") return undefined;
  }
}

const longer = (a: Path | undefined, b: Path | undefined): Path | undefined =>
  a === undefined || (b !== undefined && b.length > a.length) ? b : a;
