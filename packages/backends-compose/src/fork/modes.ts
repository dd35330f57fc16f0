import { type Backend, type Io, toPath } from "@holdall/tool-core";
import { findRenames } from "../merge/find-renames.ts";
import type { MergeConflict, TreeChange, TreeMerge } from "../merge/merge-trees.ts";
import type { Sides } from "./read-sides.ts";

/** Permission bits that a fork has set. */
export interface ForkMode {
  readonly mode: number;
  /** The bits before, if they are known. */
  readonly before?: number | undefined;
}

/** The path that a file of the fork has in the current tree. */
function currentPath(path: string, { base, current }: Sides): string | undefined {
  return current.has(path) ? path : findRenames(base, current).get(path);
}

/** What a fork has changed only the permissions of, beside the changes of content in `found`. */
export async function modeChanges(
  backend: Backend,
  modes: ReadonlyMap<string, ForkMode>,
  found: TreeMerge,
  sides: Sides,
  io: Io,
): Promise<TreeMerge> {
  const changes: TreeChange[] = [];
  const conflicts: MergeConflict[] = [];
  const decided = new Set<string>();
  for (const change of found.changes) {
    decided.add(change.path);
    if (change.kind === "move") decided.add(change.from);
  }
  for (const { path, current, incoming } of found.conflicts)
    for (const each of [path, current?.path, incoming?.path]) if (each !== undefined) decided.add(each);
  for (const [path, { mode, before }] of modes) {
    const [base, incoming] = [sides.base.get(path), sides.incoming.get(path)];
    if (!incoming || decided.has(path)) continue;
    const at = currentPath(path, sides);
    if (at !== undefined && decided.has(at)) continue;
    const bytes = at === undefined ? undefined : sides.current.get(at);
    if (at === undefined || !bytes) {
      conflicts.push({
        kind: "removed",
        path,
        ...(base && { base }),
        incoming: { path, bytes: incoming },
        lines: [],
      });
      continue;
    }
    const now = (await backend.stat(toPath(at), io))?.mode;
    if (now === undefined || (now & 0o777) === mode) continue;
    const side = { path: at, bytes };
    if (before !== undefined && (now & 0o777) !== before)
      conflicts.push({ kind: "mode", path, ...(base && { base }), current: side, incoming: side, lines: [] });
    else changes.push({ kind: "write", path: at, bytes });
  }
  return { changes, conflicts };
}

/** The permission bits of the files that a merge writes or moves, by the path that they get. */
export function modesFor(
  changes: readonly TreeChange[],
  modes: ReadonlyMap<string, ForkMode>,
  sides: Sides,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [path, { mode }] of modes) {
    const at = changes.some((each) => each.path === path) ? path : currentPath(path, sides);
    found.set(at ?? path, mode);
  }
  for (const change of changes) {
    if (change.kind !== "move") continue;
    const own = modes.get(change.path) ?? modes.get(change.from);
    if (own) found.set(change.path, own.mode);
  }
  return found;
}
