import type { WalkRules } from "@holdall/pattern-core";
import type { FileQuery, Path } from "@holdall/tool-core";
import type { PathGuard } from "../paths/_path-guard.ts";
import type { WalkContext } from "../walk/walk.ts";
import { createRulesAbove } from "./cached-rules.ts";
import type { createWatching, Watching } from "./folder-watcher.ts";
import { createLook, type StampReader } from "./stamp.ts";
import { createTree, type Tree } from "./tree.ts";

/** Folders and files as last seen, and the data that shows whether they are unchanged. */
export interface Cached {
  readonly guard: PathGuard;
  readonly look: StampReader;
  readonly watching: Watching | undefined;
  readonly tree: Tree;
  /** Bytes of filters that are kept at most. */
  readonly maxIndex: number;
  readonly rulesAbove: (path: Path, query: FileQuery) => WalkRules;
}

/** Know nothing yet. */
export async function createCached(
  { guard, openFolder, caseSensitive }: WalkContext,
  maxIndex: number,
  watch: typeof createWatching,
): Promise<Cached> {
  const look = createLook();
  let tree: Tree | undefined;
  const watching = await watch(() => tree?.lookAgain());
  tree = createTree({ guard, openFolder, look, watching });
  return { guard, look, watching, tree, maxIndex, rulesAbove: createRulesAbove(guard, look, !caseSensitive) };
}
