import type { BenchRows } from "./lib/harness.ts";
import { realSearchRows } from "./lib/real-search.ts";
import { realTrees } from "./lib/real-trees.ts";
import { aloneRows, cancelRows, hangingRows } from "./lib/search-limits.ts";
import { mcpSearchRows } from "./lib/search-mcp.ts";
import { globRows, grepRows, listRows, manyMatchesRows, portableRows } from "./lib/search-rows.ts";
import { storeRows } from "./lib/search-stores.ts";
import { searchTree } from "./lib/search-tree.ts";

export const about =
  "Searching real repositories over MCP, and listing, globbing and searching generated trees of 400 to 60,000 files";

/** Goals are ratios; a tree without one only informs. */
const trees = [
  { files: 400, megabytes: 3, ignored: 2_000, rounds: 21, list: 0.15, cold: 0.5, again: 0.1 },
  { files: 1_000, megabytes: 15, ignored: 200, rounds: 15, list: 0.75, cold: 0.5, again: 0.1 },
  { files: 3_000, megabytes: 30, ignored: 8_000, rounds: 15, list: 0.75, cold: 1.25, again: 0.1 },
  { files: 10_000, megabytes: 170, ignored: 2_000, rounds: 7, list: 0.75, cold: 1.25, again: 0.3 },
  { files: 60_000, megabytes: 480, ignored: 2_000, rounds: 4, list: 0.75, cold: 1.25, again: 1.25 },
];

export async function* rows(): BenchRows {
  yield* hangingRows();
  for (const tree of realTrees()) yield* realSearchRows(tree);
  for (const { rounds, list, cold, again, ...size } of trees) {
    const tree = searchTree(size);
    try {
      yield* listRows(tree, rounds, list);
      yield* globRows(tree, rounds);
      yield* grepRows(tree, rounds, { cold, again });
      yield* manyMatchesRows(tree, rounds);
      if (size.files <= 3_000) yield* portableRows(tree, Math.ceil(rounds / 3));
      if (size.files === 1_000) yield* storeRows(tree);
      if (size.files === 3_000) yield* mcpSearchRows(tree, 5);
      if (size.files >= 10_000) {
        yield* cancelRows(tree, 9);
        yield* aloneRows(tree);
      }
    } finally {
      tree.remove();
    }
  }
}
