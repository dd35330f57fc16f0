import { createFlatWalk } from "@holdall/pattern-core";
import { type Entry, type FileCounts, type FileQuery, type Io, isWithin, type Path } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { afterPath, boundsBelow } from "../files/paths.ts";
import { entryOf, type Tree } from "../files/tree.ts";
import { rulesAt, rulesOf, type WalkRow } from "./rules.ts";

/** Files of a walk, each with the counts up to it, and the counts so far. */
export interface WalkPage {
  readonly files: readonly { readonly entry: Entry; readonly counts: FileCounts }[];
  readonly counts: FileCounts;
}

const rowsAtOnce = 1000;

/**
 * What a query means below a folder, in order: one statement for a page of rows, and one for each file of rules. Rows below
 * a folder that is not entered are not asked for, but for the rest of a page. The last page has the final counts.
 */
export async function* walk(tree: Tree, root: Path, query: FileQuery, io: Io): AsyncGenerator<WalkPage, void, void> {
  const yieldToEventLoop = createYield(io.signal);
  const rules = await rulesAt(tree, root, query, io);
  const walking = createFlatWalk<Entry & { readonly row: WalkRow }>({
    root,
    query,
    rules,
    rulesOf: ({ row }, above) => rulesOf(tree, row, above, io),
  });
  const { counts } = walking;
  const [start, end] = boundsBelow(root);
  for (let from = afterPath(start); ; ) {
    const files: WalkPage["files"][number][] = [];
    const rows = await tree.query<WalkRow>(root, tree.sql.walkBelow, [from, end, rowsAtOnce], io);
    for (const row of rows) {
      const turn = yieldToEventLoop();
      if (turn) await turn;
      const entry = entryOf(row);
      if (await walking.visit({ ...entry, row })) files.push({ entry, counts: { ...counts } });
    }
    const last = rows.length === rowsAtOnce ? rows.at(-1)?.path : undefined;
    if (last === undefined) await walking.end();
    yield { files, counts: { ...counts } };
    if (last === undefined) return;
    const { passed } = walking;
    from = passed && isWithin(last, passed) ? boundsBelow(passed)[1] : afterPath(last);
  }
}
