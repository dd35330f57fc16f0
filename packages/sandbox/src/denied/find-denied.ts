import { lstatSync } from "node:fs";
import { isInside } from "@holdall/tool-kit/node";
import type { PathDenial } from "../port/sandbox.ts";
import { unprotected } from "../protect/unprotected.ts";
import { type Hidden, hiddenAt } from "../secrets/secrets.ts";
import { createDeniedWalk } from "./walk-denied.ts";

/** A path that a rule denies, as it is now. */
export interface DeniedPath extends Hidden {
  readonly rule: string;
}

/** What programs must not read, and not write, none in another. */
export interface Denied {
  readonly hidden: readonly DeniedPath[];
  readonly readOnly: readonly DeniedPath[];
}

export interface DeniedLimits {
  /** Folders that are searched. */
  readonly folders?: number;
  /** Paths that are kept from one program. bubblewrap takes the longer for each the more there are. */
  readonly paths?: number;
}

/**
 * Makes a function that finds what of the disk some denials are about. What was found is remembered, so that to look again is
 * cheap; without denials nothing is searched. It throws `unavailable` with `data.unprotected`, which names the rule, if that
 * is not all or cannot be kept from programs that run in the roots.
 */
export function createDeniedFinder(
  roots: readonly string[],
  { folders = 50_000, paths = 500 }: DeniedLimits = {},
): (denials: readonly PathDenial[]) => Denied {
  const walk = createDeniedWalk(folders);
  const narrow = narrowWrites(roots);
  return (all) => {
    const denials = all.map(narrow).filter(({ below }) => below.length > 0);
    if (denials.length === 0) return { hidden: [], readOnly: [] };
    const { matches, unfinished, files } = walk(denials);
    if (unfinished[0])
      throw unprotected(
        `the rule ${unfinished[0].rule} is about more than ${folders.toLocaleString("en")} folders, too many to search`,
      );
    const [hidden, readOnly] = [new Map<string, DeniedPath>(), new Map<string, DeniedPath>()];
    for (const { path, denial } of matches) {
      const { rule, action } = denial;
      const found = hiddenAt(path);
      if (action === "write") {
        if (found) for (const each of writableIn(found, roots)) readOnly.set(each.path, { ...each, rule });
        continue;
      }
      const reason = reasonAgainst(found?.path ?? path, roots);
      if (reason !== undefined) throw unprotected(`the rule ${rule} is about ${found?.path ?? path}, ${reason}`);
      if (!found) continue;
      hidden.set(found.path, { ...found, rule });
    }
    for (const each of otherNames([...hidden.values()], files)) hidden.set(each.path, each);
    const outer = outermost(hidden);
    const denied = {
      hidden: outer,
      readOnly: outermost(readOnly).filter(({ path }) => !isCovered(path, hidden, true)),
    };
    const count = denied.hidden.length + denied.readOnly.length;
    if (count > paths) throw unprotected(tooMany([...denied.hidden, ...denied.readOnly], paths));
    return denied;
  };
}

/** Rules about writing are about the roots alone: nothing else can be written. */
function narrowWrites(roots: readonly string[]): (denial: PathDenial) => PathDenial {
  const known = new WeakMap<PathDenial, PathDenial>();
  return (denial) => {
    if (denial.action === "read") return denial;
    const narrowed = known.get(denial) ?? {
      ...denial,
      below: denial.below.flatMap((start) =>
        roots.some((root) => isInside(hiddenAt(start)?.path ?? start, root))
          ? [start]
          : roots.filter((root) => isInside(root, start)),
      ),
    };
    known.set(denial, narrowed);
    return narrowed;
  };
}

/** What programs could write of a path: itself, or the roots in it. */
const writableIn = (found: Hidden, roots: readonly string[]): readonly Hidden[] =>
  roots.some((root) => root !== found.path && isInside(found.path, root))
    ? [found]
    : roots.flatMap((root) => (isInside(root, found.path) ? (hiddenAt(root) ?? []) : []));

/** Programs that run need these. */
const needed = /^\/((usr|bin|sbin|lib|lib32|lib64|libx32)?$|(proc|sys|dev)(\/|$))/;

function reasonAgainst(path: string, roots: readonly string[]): string | undefined {
  if (roots.some((root) => isInside(root, path))) return "which contains the folder that commands work in";
  return needed.test(path) ? "without which no program starts" : undefined;
}

/** A file that has several names has them all denied. Throws if one is not among the files that were searched. */
function otherNames(hidden: readonly DeniedPath[], files: () => Iterable<string>): DeniedPath[] {
  const linked = new Map<string, { readonly first: DeniedPath; readonly links: number; readonly names: Set<string> }>();
  for (const each of hidden) {
    const stat = each.isFolder ? undefined : lstatSync(each.path, { throwIfNoEntry: false });
    if (!stat || stat.nlink < 2) continue;
    const key = `${stat.dev}:${stat.ino}`;
    const known = linked.get(key) ?? { first: each, links: stat.nlink, names: new Set<string>() };
    known.names.add(each.path);
    linked.set(key, known);
  }
  if (linked.size === 0) return [];
  for (const path of files()) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat && stat.nlink > 1) linked.get(`${stat.dev}:${stat.ino}`)?.names.add(path);
  }
  return [...linked.values()].flatMap(({ first, links, names }) => {
    if (names.size < links)
      throw unprotected(
        `the rule ${first.rule} is about ${first.path}, which has ${links} names (hard links), and not all are known`,
      );
    return [...names].flatMap((path) => {
      const found = hiddenAt(path);
      return found ? [{ ...found, rule: first.rule }] : [];
    });
  });
}

function isCovered(path: string, by: ReadonlyMap<string, DeniedPath>, itself = false): boolean {
  if (itself && by.has(path)) return true;
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
    if (by.get(path.slice(0, at))?.isFolder) return true;
  return false;
}

const outermost = (all: ReadonlyMap<string, DeniedPath>): DeniedPath[] =>
  [...all.values()].filter(({ path }) => !isCovered(path, all));

function tooMany(all: readonly DeniedPath[], most: number): string {
  const counts = new Map<string, number>();
  for (const { rule } of all) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  const [[rule, count] = ["", 0]] = [...counts].sort(([, a], [, b]) => b - a);
  return `${all.length.toLocaleString("en")} paths are denied, ${count.toLocaleString("en")} of them by the rule ${rule}; at most ${most.toLocaleString("en")} can be kept from a command`;
}
