import type { WalkRules } from "@holdall/pattern-core";
import { type Arena, createArena } from "@holdall/pattern-core/arena";
import type { FileQuery, Path } from "@holdall/tool-core";
import type { PathGuard } from "../_path-guard.ts";
import type { WalkContext } from "../walk/walk.ts";
import { createRulesAbove } from "./cached-rules.ts";
import { createLook, type Look } from "./stamp.ts";
import { createTree, type Tree } from "./tree.ts";
import type { createWatching, Watching } from "./watching.ts";

/** Folders and files as they were last seen, and what tells whether they still are. */
export interface Cached {
  readonly guard: PathGuard;
  readonly look: Look;
  readonly watching: Watching | undefined;
  readonly tree: Tree;
  readonly arena: Arena;
  /** Bytes of files that are kept at most. */
  readonly maxKept: number;
  readonly rulesAbove: (path: Path, query: FileQuery) => WalkRules;
  /** Files stay in the arena until this is disposed of, whatever becomes of them. */
  hold(): Disposable;
}

/** Know nothing yet. */
export async function createCached(
  { guard, openFolder, caseSensitive }: WalkContext,
  maxKept: number,
  watch: typeof createWatching,
): Promise<Cached> {
  const look = createLook();
  const arena = createArena({ maxBytes: maxKept });
  const dropped: number[] = [];
  let holders = 0;
  let tree: Tree | undefined;

  const clean = (): void => {
    if (holders === 0) for (const file of dropped.splice(0)) arena.remove(file);
  };
  const drop = (file: number): void => {
    dropped.push(file);
    clean();
  };

  const watching = await watch(() => tree?.doubt());
  tree = createTree({ guard, openFolder, look, watching, drop });
  return {
    guard,
    look,
    watching,
    tree,
    arena,
    maxKept,
    rulesAbove: createRulesAbove(guard, look, !caseSensitive),
    hold() {
      holders++;
      return {
        [Symbol.dispose]() {
          holders--;
          clean();
        },
      };
    },
  };
}
