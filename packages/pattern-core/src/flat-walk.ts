import { basename, comparePaths, dirname, type Entry, type FileQuery, isWithin, type Path } from "@holdall/tool-core";
import { ignoredIn } from "./ignore/ignore.ts";
import { stepOf } from "./ignore/walk-folder.ts";
import type { WalkRules } from "./ignore/walk-rules.ts";

export interface FlatWalkOptions<R> {
  readonly root: Path;
  readonly query: FileQuery;
  /** The rules that hold in the root. */
  readonly rules: WalkRules;
  /** The rules that hold in a folder, which is about to be entered. */
  rulesOf(folder: R, above: WalkRules): Promise<WalkRules>;
}

interface Folder {
  readonly path: Path;
  readonly rules: WalkRules;
  hides(name: string, isFolder: boolean): boolean;
}

/**
 * Create a walk over a recursive listing: rows in the order of their paths, where a folder comes long before its entries. Rows
 * of folders that were not entered may be missing.
 */
export function createFlatWalk<R extends Pick<Entry, "path" | "kind">>({
  root,
  query,
  rules,
  rulesOf,
}: FlatWalkOptions<R>) {
  const counts = { files: 0, ignored: 0, denied: 0 };
  /** Folders whose row was seen. Their turn comes when all names that sort before `name/` have had theirs. */
  const waiting: R[] = [];
  const opened = (path: Path, rules: WalkRules): Folder => ({ path, rules, hides: ignoredIn(rules.layer, path) });
  /** The folders that the walk is in, from the top. */
  const open = [opened(root, rules)];
  let passed: Path | undefined;

  const here = (path: Path): Folder | undefined => {
    while (open.length > 1 && !isWithin(path, open.at(-1)?.path ?? root)) open.pop();
    return open.at(-1);
  };

  /** Whether a row is to be taken or entered. */
  const isWanted = async ({ path, kind }: R, folder: Folder | undefined): Promise<boolean> => {
    const name = basename(path);
    if (name === ".git" || folder?.path !== dirname(path)) return false;
    const step = stepOf(path, { name, kind }, query, () => folder.hides(name, kind === "directory"));
    if (step === "ignored") counts.ignored++;
    if (step !== "take" && step !== "enter") return false;
    const answer = query.permits(path);
    const may = typeof answer === "boolean" ? answer : await answer;
    if (!may) counts.denied++;
    return may;
  };

  const enterWaiting = async (before?: Path): Promise<void> => {
    for (let row = waiting.at(-1); row; row = waiting.at(-1)) {
      if (before !== undefined && comparePaths(`${row.path}/`, before) > 0) return;
      waiting.pop();
      const above = here(row.path);
      if (above && (await isWanted(row, above)))
        open.push(opened(row.path, query.ignored ? above.rules : await rulesOf(row, above.rules)));
      else passed = row.path;
    }
  };

  return {
    /** The current counts; always the same object. */
    counts,

    /** The folder that was last not entered. */
    get passed(): Path | undefined {
      return passed;
    },

    /** Advance to the next row. True if it is a requested file. */
    async visit(row: R): Promise<boolean> {
      if (waiting.length > 0) await enterWaiting(row.path);
      if (passed !== undefined && isWithin(row.path, passed)) return false;
      if (row.kind === "directory") waiting.push(row);
      else if (await isWanted(row, here(row.path))) {
        counts.files++;
        return true;
      }
      return false;
    },

    /** There are no more rows: the last folders have their turn. */
    end: () => enterWaiting(),
  };
}
