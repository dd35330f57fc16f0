import { type Files, isEqual, type Renames, renamesOf } from "./find-renames.ts";
import { isGenerated } from "./generated-files.ts";
import { type ConflictLines, mergeText, type TextChoice } from "./merge-text.ts";

/** Three versions of a tree, as the contents of its files by path. Files that are equal in all of them may be left out. */
export interface ThreeTrees {
  readonly base: Files;
  readonly current: Files;
  readonly incoming: Files;
}

/** A step that makes the merged tree of the current one, in this order. */
export type TreeChange =
  | { readonly kind: "write"; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: "remove"; readonly path: string }
  /** With `bytes`, the content changes too. */
  | { readonly kind: "move"; readonly path: string; readonly from: string; readonly bytes?: Uint8Array }
  /** A folder with nothing in it. */
  | { readonly kind: "folder"; readonly path: string };

/**
 * Why two changes cannot both be made: the same lines (`content`), a file that is not text (`binary`), one that a program
 * writes as a whole (`generated`), two new files (`added`), a change of a file that the other side removed (`removed`), two
 * new names (`renamed`), a file where the other side has a folder or a link (`kind`), other permission bits (`mode`), or a
 * change that is not permitted any more (`denied`).
 */
export type ConflictKind =
  | "content"
  | "binary"
  | "generated"
  | "added"
  | "removed"
  | "renamed"
  | "kind"
  | "mode"
  | "denied";

/** A file that both sides have changed in different ways. Nothing of it is changed until that is decided. */
export interface MergeConflict {
  readonly kind: ConflictKind;
  /** What it is, if it is not a file: a folder, or a link that `incoming` removed or replaced by a file. Neither has bytes. */
  readonly entry?: "directory" | "link";
  /** Its path before; of a new file, its path. */
  readonly path: string;
  /** The path and content on a side; absent where the side has removed it. `base` is absent for new files. */
  readonly base?: Uint8Array;
  readonly current?: { readonly path: string; readonly bytes: Uint8Array };
  readonly incoming?: { readonly path: string; readonly bytes: Uint8Array };
  /** The lines that conflict, of text. */
  readonly lines: readonly ConflictLines[];
}

export interface TreeMerge {
  readonly changes: readonly TreeChange[];
  readonly conflicts: readonly MergeConflict[];
}

/** One file on both sides. */
interface Pairing {
  readonly path: string;
  readonly base?: Uint8Array | undefined;
  readonly current?: { readonly path: string; readonly bytes: Uint8Array } | undefined;
  readonly incoming?: { readonly path: string; readonly bytes: Uint8Array } | undefined;
}

/**
 * Merge two changes of one tree: renamed files are followed, text is merged by lines. What only one side has changed is taken;
 * what cannot be merged is a conflict, whose file stays as it is in `current`.
 */
export const mergeTrees = (trees: ThreeTrees): TreeMerge => mergeRenamed(trees, renamesOf(trees));

/** The same with the renames that were found before. */
export function mergeRenamed({ base, current, incoming }: ThreeTrees, renames: Renames): TreeMerge {
  const targets = new Set(renames.incoming.values());
  const at = (files: Files, path: string | undefined) => {
    const bytes = path === undefined ? undefined : files.get(path);
    return path === undefined || bytes === undefined ? undefined : { path, bytes };
  };
  const pairs: Pairing[] = [...base].map(([path, bytes]) => ({
    path,
    base: bytes,
    current: at(current, current.has(path) ? path : renames.current.get(path)),
    incoming: at(incoming, incoming.has(path) ? path : renames.incoming.get(path)),
  }));
  for (const [path, bytes] of incoming)
    if (!base.has(path) && !targets.has(path))
      pairs.push({ path, current: at(current, path), incoming: { path, bytes } });
  const conflicts: MergeConflict[] = [];
  let merged = pairs.flatMap((pair) => {
    const result = mergeFile(pair);
    if (result?.kind !== "conflict") return result ? [{ pair, change: result }] : [];
    conflicts.push(result.conflict);
    return [];
  });
  // A file that stays because of a conflict may be in the way of another.
  for (let before = -1; before !== merged.length; ) {
    before = merged.length;
    const blocked = new Set(merged.filter((each) => isBlocked(each.change, merged, current)));
    for (const { pair } of blocked) conflicts.push(conflictOf(pair, "renamed"));
    merged = merged.filter((each) => !blocked.has(each));
  }
  return { changes: ordered(merged.map(({ change }) => change)), conflicts };
}

/** Whether another file is, or would be, where a change puts one. */
function isBlocked(change: TreeChange, all: readonly { readonly change: TreeChange }[], current: Files): boolean {
  if (change.kind === "remove") return false;
  const { path } = change;
  const others = all.map((each) => each.change).filter((each) => each !== change);
  if (others.some((each) => each.kind !== "remove" && each.path === path)) return true;
  if (change.kind === "write" || !current.has(path)) return false;
  return !others.some((each) => (each.kind === "remove" ? each.path : each.kind === "move" ? each.from : "") === path);
}

/** Removals first: what is added may need their place. */
const ordered = (changes: readonly TreeChange[]): TreeChange[] => {
  const rank = { remove: 0, move: 1, write: 2, folder: 3 };
  return [...changes].sort((a, b) => rank[a.kind] - rank[b.kind]);
};

type FileMerge = TreeChange | { readonly kind: "conflict"; readonly conflict: MergeConflict } | undefined;

function mergeFile(pair: Pairing): FileMerge {
  const { path, base, current, incoming } = pair;
  const conflict = (kind: ConflictKind, lines?: readonly ConflictLines[]): FileMerge => ({
    kind: "conflict",
    conflict: conflictOf(pair, kind, lines),
  });
  if (!incoming) {
    if (!current) return undefined;
    const isUntouched = base !== undefined && current.path === path && isEqual(base, current.bytes);
    return isUntouched ? { kind: "remove", path } : conflict("removed");
  }
  if (!current) {
    if (base === undefined) return { kind: "write", path: incoming.path, bytes: incoming.bytes };
    const isUntouched = incoming.path === path && isEqual(base, incoming.bytes);
    return isUntouched ? undefined : conflict("removed");
  }
  const name = current.path === path ? incoming.path : current.path;
  const bytes = mergeBytes(path, base, current, incoming);
  if (incoming.path !== path && incoming.path !== name)
    return conflict("renamed", "kind" in bytes ? bytes.lines : undefined);
  if ("kind" in bytes) return conflict(bytes.kind, bytes.lines);
  if (name !== current.path) {
    const isSame = isEqual(bytes, current.bytes);
    return { kind: "move", path: name, from: current.path, ...(isSame ? {} : { bytes }) };
  }
  return isEqual(bytes, current.bytes) ? undefined : { kind: "write", path: name, bytes };
}

type Located = NonNullable<Pairing["current"]>;

function mergeBytes(
  path: string,
  base: Uint8Array | undefined,
  current: Located,
  incoming: Located,
): Uint8Array | { readonly kind: ConflictKind; readonly lines?: readonly ConflictLines[] } {
  if (isEqual(current.bytes, incoming.bytes)) return current.bytes;
  if (base && isEqual(base, current.bytes)) return incoming.bytes;
  if (base && isEqual(base, incoming.bytes)) return current.bytes;
  if ([path, current.path, incoming.path].some(isGenerated)) return { kind: "generated" };
  const merged = mergeText({ base, current: current.bytes, incoming: incoming.bytes });
  if (merged.kind === "merged") return merged.bytes;
  if (merged.kind === "binary") return { kind: base ? "binary" : "added" };
  return { kind: base ? "content" : "added", lines: merged.conflicts };
}

const conflictOf = (
  { path, base, current, incoming }: Pairing,
  kind: ConflictKind,
  lines: readonly ConflictLines[] = [],
): MergeConflict => ({
  kind,
  path,
  ...(base && { base }),
  ...(current && { current }),
  ...(incoming && { incoming }),
  lines,
});

/**
 * The content of a file in conflict, with every change that does not conflict, and one side of those that do. Undefined if the
 * contents cannot be merged.
 */
export function contentOf(
  { kind, entry, path, base, current, incoming }: MergeConflict,
  take: TextChoice,
): Uint8Array | undefined {
  if (kind === "generated" || entry || !current || !incoming) return undefined;
  const bytes = mergeBytes(path, base, current, incoming);
  if (!("kind" in bytes)) return bytes;
  if (bytes.kind === "generated") return undefined;
  const merged = mergeText({ base, current: current.bytes, incoming: incoming.bytes });
  return merged.kind === "conflict" ? merged.resolve(take) : undefined;
}
