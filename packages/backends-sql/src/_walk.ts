import { ignoredIn, stepOf, type WalkRules } from "@holdall/pattern-core";
import {
  basename,
  comparePaths,
  dirname,
  type Entry,
  type FileCounts,
  type FileQuery,
  type Io,
  isWithin,
  type Path,
} from "@holdall/tool-core";
import { createPace } from "./_pace.ts";
import { afterPath, boundsBelow } from "./_paths.ts";
import { rulesAt, rulesOf, type WalkRow } from "./_rules.ts";
import { entryOf, type Tree } from "./_tree.ts";

/** Files of a walk, each with the counts up to it, and the counts so far. */
export interface WalkPage {
  readonly files: readonly { readonly entry: Entry; readonly counts: FileCounts }[];
  readonly counts: FileCounts;
}

interface Folder {
  readonly path: Path;
  readonly rules: WalkRules;
  hides(name: string, isFolder: boolean): boolean;
}

const rowsAtOnce = 1000;

/**
 * What a query means below a folder, in order: one statement for a page of rows, and one for each file of rules. Rows below
 * a folder that is not entered are not asked for, but for the rest of a page. The last page has the final counts.
 */
export async function* walk(tree: Tree, root: Path, query: FileQuery, io: Io): AsyncGenerator<WalkPage, void, void> {
  const pace = createPace(io.signal);
  const counts = { files: 0, ignored: 0, denied: 0 };
  let files: WalkPage["files"][number][] = [];
  let notEntered: Path | undefined;
  /** Folders whose row was seen. Their turn comes when all names that sort before `name/` have had theirs. */
  const waiting: WalkRow[] = [];

  const opened = (path: Path, rules: WalkRules): Folder => ({ path, rules, hides: ignoredIn(rules.layer, path) });
  /** The folders that the walk is in, from the top. */
  const open = [opened(root, await rulesAt(tree, root, query, io))];

  const visit = async (row: WalkRow): Promise<void> => {
    const { path, folder: isFolder } = row;
    const folder = inside(open, path);
    const name = basename(path);
    if (name === ".git" || folder?.path !== dirname(path)) return;
    const entry = { name, kind: isFolder ? "directory" : "file" } as const;
    const step = stepOf(path, entry, query, () => folder.hides(name, isFolder));
    if (step === "ignored") counts.ignored++;
    if (step !== "take" && step !== "enter") return;
    const answer = query.permits(path);
    const may = typeof answer === "boolean" ? answer : await answer;
    if (!may) counts.denied++;
    else if (step === "take") {
      counts.files++;
      files.push({ entry: entryOf(row), counts: { ...counts } });
    } else open.push(opened(path, query.ignored ? folder.rules : await rulesOf(tree, row, folder.rules, io)));
  };

  /** Visit the folders whose turn comes before a path; all of them without one. */
  const visitWaiting = async (before?: Path): Promise<void> => {
    for (let row = waiting.at(-1); row; row = waiting.at(-1)) {
      if (before !== undefined && comparePaths(`${row.path}/`, before) > 0) return;
      waiting.pop();
      await visit(row);
      if (open.at(-1)?.path !== row.path) notEntered = row.path;
    }
  };

  const [start, end] = boundsBelow(root);
  for (let from = afterPath(start); ; ) {
    const rows = await tree.query<WalkRow>(root, tree.sql.walkBelow, [from, end, rowsAtOnce], io);
    for (const row of rows) {
      const turn = pace();
      if (turn) await turn;
      if (waiting.length > 0) await visitWaiting(row.path);
      if (row.folder) waiting.push(row);
      else await visit(row);
    }
    const last = rows.length === rowsAtOnce ? rows.at(-1)?.path : undefined;
    if (last === undefined) await visitWaiting();
    yield { files, counts: { ...counts } };
    if (last === undefined) return;
    files = [];
    from = notEntered && isWithin(last, notEntered) ? boundsBelow(notEntered)[1] : afterPath(last);
  }
}

/** Leave the folders that a path does not lie in. */
function inside(open: Folder[], path: Path): Folder | undefined {
  for (let here = open.at(-1); here; here = open.at(-1)) {
    if (isWithin(path, here.path)) return here;
    open.pop();
  }
  return undefined;
}
