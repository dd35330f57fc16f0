import { type Access, type Path, type ToolContext, toPath } from "@holdall/tool-core";
import { enginesKey } from "./engine/engine-pool.ts";
import type { ParsedQuery, SqlEngine } from "./engine/sql-engine.ts";
import { isFileName, patternOf } from "./files/file-format.ts";
import type { NamedFile } from "./files/named-file.ts";
import { defaultSqlEngine } from "./node/node-engine.ts";
import type { QueryDataInput } from "./query-params.ts";

/** A query whose files are known. */
export interface PreparedQuery {
  readonly engine: SqlEngine;
  readonly parsed: ParsedQuery | undefined;
  readonly files: readonly NamedFile[];
}

/** Parse a query and find its files. Throws `invalid_input`, and `unavailable` without an engine. */
export async function prepareQuery(
  { sql, files = {} }: QueryDataInput,
  { cwd, state }: Pick<ToolContext, "cwd" | "state">,
  engine: SqlEngine = defaultSqlEngine(),
): Promise<PreparedQuery> {
  const text = sql?.trim().replace(/;\s*$/, "") ?? "";
  const parsed = text === "" ? undefined : await engine.parse(text, state(enginesKey).of(engine).parse);
  const named = new Map<string, NamedFile>();
  const add = (written: string, alias?: string): void => {
    const pattern = patternOf(written);
    const file = { written, alias, path: toPath(written, cwd), folder: pattern && toPath(pattern.folder, cwd) };
    named.set(alias === undefined ? written : `\n${alias.toLowerCase()}`, file);
  };
  for (const [alias, path] of Object.entries(files)) add(path, alias);
  const aliases = new Set(Object.keys(files).map((alias) => alias.toLowerCase()));
  for (const { name, reads } of parsed?.found.tables ?? []) {
    for (const path of reads?.paths ?? []) if (!aliases.has(path.toLowerCase())) add(path);
    const file = fileOf(name, aliases);
    if (file !== undefined) add(file);
  }
  return { engine, parsed, files: [...named.values()] };
}

/** The file that a name in FROM means: `'sales.csv'`, and sales.csv without quotes. */
export function fileOf(name: readonly string[], aliases: ReadonlySet<string>): string | undefined {
  const whole = name.join(".");
  if (name.length === 0 || aliases.has(name[0]!.toLowerCase())) return undefined;
  return isFileName(whole) ? whole : undefined;
}

/** What a query touches: every file that it names, and the file of its result. */
export const queryAccess = (files: readonly NamedFile[], output: string | undefined, cwd: Path): Access[] => [
  ...[...new Set(files.map(({ path, folder }) => folder ?? path))].map((target) => ({
    action: "read" as const,
    target,
  })),
  ...(output === undefined ? [] : [{ action: "write" as const, target: toPath(output, cwd) }]),
];
