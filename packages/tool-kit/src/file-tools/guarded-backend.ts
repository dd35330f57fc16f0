import { type Backend, dirname, type Io, isWithin, type Path } from "@holdall/tool-core";
import { keyOf } from "./paths/path-key.ts";
import type { ResolvedPaths } from "./paths/resolved-paths.ts";

/** What a backend for one call carries: the backend it was made of, and the places that the policy was asked about. */
interface CallGuard {
  readonly origin: Backend;
  readonly places: ResolvedPaths[];
}

const guardKey = "callGuard";

const guardOf = (backend: Backend): CallGuard | undefined =>
  (backend as Backend & { readonly [guardKey]?: CallGuard })[guardKey];

/** The backend that a backend for one call was made of; any other backend itself. */
export const originOf = (backend: Backend): Backend => guardOf(backend)?.origin ?? backend;

/** Add places that the policy allowed during a call. */
export function addResolved(backend: Backend, places: ResolvedPaths): void {
  guardOf(backend)?.places.push(places);
}

/** Whether the policy was asked about exactly this path. */
export const isResolved = (backend: Backend, path: Path): boolean =>
  guardOf(backend)?.places.some(({ of }) => of.has(path)) ?? false;

/** Whether the policy was asked about a link itself. */
export const isResolvedLink = (backend: Backend, path: Path): boolean =>
  guardOf(backend)?.places.some(({ links }) => links.has(path)) ?? false;

/** Other places that a path leads to, as far as the policy was asked about it. */
export const otherTargets = (backend: Backend, path: Path): Path[] =>
  (guardOf(backend)?.places ?? []).flatMap(({ of }) => of.get(path) ?? []).filter((place) => place !== path);

type Judge = NonNullable<Io["judged"]>;

/** The judge of each kind of operation. */
interface Judges {
  readonly look: Judge;
  readonly read: Judge;
  readonly change: Judge;
}

type Method = Exclude<
  { [K in keyof Backend]-?: Backend[K] extends ((...args: never[]) => unknown) | undefined ? K : never }[keyof Backend],
  symbol
>;

/**
 * The judge of each method, and the position of its `io`. A method of the contract that is missing here is a type error, and
 * one that a backend has beyond the contract is not part of the backend for a call. `free`: opens nothing that a judge could
 * see, and says where paths lead or that something has changed.
 */
const methods: Readonly<Record<Method, readonly [judge: keyof Judges, io: number] | "free">> = {
  stat: ["look", 1],
  read: ["read", 1],
  list: ["read", 1],
  stream: ["read", 1],
  glob: ["read", 2],
  search: ["read", 3],
  write: ["change", 2],
  writeFrom: ["change", 2],
  remove: ["change", 1],
  createDirectory: ["change", 1],
  move: ["change", 2],
  realPath: "free",
  watch: "free",
};

type AnyMethod = (...args: unknown[]) => unknown;

/**
 * The backend for one call: it opens what a path led to when the policy was asked, and nothing else. What lies below a
 * resolved path must lie below its place, what is above must be where it was. Anything else is not changed.
 */
export function guardBackend(origin: Backend, resolved: ResolvedPaths): Backend {
  const places = [resolved];
  const judges = judgesOf(origin, places);
  const { name, can } = origin;
  const view: Record<string, unknown> = { name, can };
  for (const [method, guard] of Object.entries(methods)) {
    const run = origin[method as Method] as AnyMethod | undefined;
    if (!run) continue;
    view[method] = guard === "free" ? run.bind(origin) : judging(run.bind(origin), judges[guard[0]], guard[1]);
  }
  // Not enumerable: a copy of the backend is not this backend.
  Object.defineProperty(view, guardKey, { value: { origin, places } satisfies CallGuard });
  return view as unknown as Backend;
}

/** A method whose `io`, at this position, has this judge, whatever judge a caller has put there. */
const judging =
  (run: AnyMethod, judged: Judge, position: number): AnyMethod =>
  (...args) => {
    const given = args.slice(0, position);
    while (given.length < position) given.push(undefined);
    return run(...given, { ...(args[position] as Io | undefined), judged });
  };

function judgesOf(origin: Backend, allowed: readonly ResolvedPaths[]): Judges {
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
  const read: Judge = (path, real) => allows(path, real) ?? true;
  const look: Judge = (path, real) => read(path, real) || allowed.some(({ links }) => links.get(path) === real);
  const change: Judge = (path, real) => allows(path, real) ?? false;
  return { look, read, change };
}

/** The nearest of some paths that a path lies below. */
function nearestAbove(paths: ReadonlyMap<Path, unknown>, path: Path): Path | undefined {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (paths.has(at)) return at;
    if (at === "/") return undefined;
  }
}

const longer = (a: Path | undefined, b: Path | undefined): Path | undefined =>
  a === undefined || (b !== undefined && b.length > a.length) ? b : a;
