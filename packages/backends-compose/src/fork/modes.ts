import { type Backend, type Io, toPath } from "@holdall/tool-core";
import type { TreeChange, TreeMerge } from "../merge/merge-trees.ts";
import type { Sides } from "./read-sides.ts";

/** Permission bits that a fork has set. */
export interface ForkMode {
  readonly mode: number;
  /** The bits before, if they are known. */
  readonly before?: number | undefined;
}

/** The path that a file of the fork has in the current tree. */
function currentPath(path: string, { current, renames }: Sides): string | undefined {
  return current.has(path) ? path : renames.current.get(path);
}

/** The same merge with what the fork has changed the permissions of. Bits that others have changed, too, are a conflict. */
export async function withModes(
  backend: Backend,
  modes: ReadonlyMap<string, ForkMode>,
  found: TreeMerge,
  sides: Sides,
  io: Io,
): Promise<TreeMerge> {
  const changes = new Set(found.changes);
  const conflicts = [...found.conflicts];
  const inConflict = new Set(found.conflicts.flatMap((each) => [each.path, each.current?.path, each.incoming?.path]));
  for (const [path, { mode, before }] of modes) {
    const [base, incoming] = [sides.base.get(path), sides.incoming.get(path)];
    if (!incoming || inConflict.has(path)) continue;
    const change = found.changes.find((each) => each.path === path);
    const at = change?.kind === "move" ? change.from : currentPath(path, sides);
    if (at !== undefined && inConflict.has(at)) continue;
    const bytes = at === undefined ? undefined : sides.current.get(at);
    if (at === undefined || !bytes) {
      if (!change)
        conflicts.push({
          kind: "removed",
          path,
          ...(base && { base }),
          incoming: { path, bytes: incoming },
          lines: [],
        });
      continue;
    }
    const own = change ?? found.changes.find((each) => each.path === at);
    const now = (await backend.stat(toPath(at), io))?.mode;
    if (now === undefined || (now & 0o777) === mode) continue;
    if (before !== undefined && (now & 0o777) !== before) {
      if (own) changes.delete(own);
      const was = sides.base.has(at) ? at : path;
      const bytesBefore = sides.base.get(was);
      conflicts.push({
        kind: "mode",
        path: was,
        ...(bytesBefore && { base: bytesBefore }),
        current: { path: at, bytes },
        incoming: { path, bytes: incoming },
        lines: [],
      });
    } else if (!own) changes.add({ kind: "write", path: at, bytes });
  }
  return { changes: [...changes], conflicts };
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
