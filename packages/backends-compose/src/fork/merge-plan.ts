import { type Awaitable, type Io, type Path, toPath } from "@holdall/tool-core";
import type { MergeConflict, TreeChange } from "../merge/merge-trees.ts";
import type { ForkMode } from "./modes.ts";
import type { Sides } from "./read-sides.ts";

export interface MergeIo extends Io {
  /** Whether a path may be changed now. Everything may, by default. */
  readonly permits?: ((path: Path, action: "write" | "delete") => Awaitable<boolean>) | undefined;
  /** Called with the paths before they are changed, and once more after a file changed meanwhile. What it returns is called at the end. */
  readonly before?: ((paths: readonly Path[]) => Awaitable<(() => Awaitable<unknown>) | undefined>) | undefined;
}

export interface ForkMerge {
  /** What was changed. */
  readonly changes: readonly TreeChange[];
  /** What was not. */
  readonly conflicts: readonly MergeConflict[];
}

/** What could be merged, apart from folders, and what that is based on. */
export interface MergePlan extends ForkMerge {
  readonly sides: Sides;
  readonly modes: ReadonlyMap<string, ForkMode>;
}

/** The part of it that is done. */
export interface MergeSelection extends ForkMerge {
  /** Whether written files get the permission bits that the fork has set. They do by default. */
  readonly takesModes?: boolean;
}

/** The path of a change that may not be written or removed now. */
export async function refusedPath(change: TreeChange, { permits }: MergeIo): Promise<Path | undefined> {
  if (!permits) return undefined;
  if (change.kind === "move" && !(await permits(toPath(change.from), "delete"))) return toPath(change.from);
  const action = change.kind === "remove" ? "delete" : "write";
  return (await permits(toPath(change.path), action)) ? undefined : toPath(change.path);
}
