import { type FolderEntry, foldersAbove, rulesIn, startRules, type WalkRules } from "@holdall/pattern-core";
import { type FileQuery, type Io, type Path, ToolError } from "@holdall/tool-core";
import * as failed from "../files/errors.ts";
import type { Row, Tree } from "../files/tree.ts";
import { type RuleColumn, ruleColumns } from "./rule-columns.ts";

/** A folder or file, and its entries that can contain ignore rules: true for a folder, false for a file. */
export type WalkRow = Row & Readonly<Record<RuleColumn, boolean | null>>;

/** The rules for the folder in which a walk starts. Throws if it is not a folder. */
export async function rulesAt(tree: Tree, root: Path, query: FileQuery, io: Io): Promise<WalkRules> {
  const above = foldersAbove(root, query.top) as Path[];
  const rows = await tree.query<WalkRow>(root, tree.sql.walkFolders, [[...above, root]], io);
  const start = rows.find(({ path }) => path === root);
  if (!start) throw failed.notFound(root);
  if (!start.folder) throw failed.isFile(root);
  let rules = startRules(query.excludes, { top: query.top });
  // In the order of the statement, which is from the top down.
  if (!query.ignored) for (const row of rows) rules = await rulesOf(tree, row, rules, io);
  return rules;
}

/** The rules for the entries of a folder. */
export async function rulesOf(tree: Tree, row: WalkRow, above: WalkRules, io: Io): Promise<WalkRules> {
  const entries: FolderEntry[] = [];
  for (const name of ruleColumns) {
    const isFolder = row[name];
    if (isFolder !== null) entries.push({ name: `.${name}`, kind: isFolder ? "directory" : "file" });
  }
  const finding = rulesIn(row.path, entries, above);
  let step = finding.next();
  while (!step.done) step = finding.next(await textOf(tree, step.value as Path, io));
  return step.value;
}

/** Nothing for what is not there: it says nothing then. */
async function textOf({ read }: Tree, path: Path, io: Io): Promise<string | undefined> {
  try {
    return new TextDecoder().decode((await read(path, io)).bytes);
  } catch (error) {
    if (ToolError.is(error) && (error.code === "not_found" || error.code === "wrong_kind")) return undefined;
    throw error;
  }
}
