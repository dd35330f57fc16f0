import { type Backend, type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import type { DisposeStack } from "@holdall/tool-kit";
import { requireAccess } from "@holdall/tool-kit/file-tools";
import type { Engine, HeldFiles } from "../engine/engine.ts";
import { explainFailure } from "../engine/engine-errors.ts";
import { quoteText } from "../engine/quote.ts";
import type { SourceFile } from "../files/open-sources.ts";
import { openSqlite } from "../node/sqlite-file.ts";
import { emptyTable } from "./empty-table.ts";
import type { HeldTable } from "./held-table.ts";
import { jsonExpression } from "./json-table.ts";
import type { ReadTable } from "./read-options.ts";

/** A file that has tables of its own. */
export interface Database {
  readonly tables: readonly string[];
  /** One of the tables, made accessible to the engine. */
  table(name: string): Promise<HeldTable>;
}

export interface DatabasePlace {
  readonly engine: Engine;
  readonly files: HeldFiles;
  readonly backend: Backend;
  readonly ctx: ToolContext;
  readonly stack: DisposeStack;
  readonly held: readonly HeldTable[];
  add(shown: string, base: string, read?: ReadTable, place?: readonly string[]): HeldTable;
}

/** Open a copy of an SQLite file. The rows of its tables are copied for the engine when they are used. */
export async function openSqliteFile(file: SourceFile, at: DatabasePlace): Promise<Database> {
  const { files, ctx, stack, add } = at;
  const database = stack.use(await openSqlite(await copyWithLog(file, at), file.path, ctx.signal));
  const copies = new Map<string, HeldTable>();
  return {
    tables: database.tables.map(({ name }) => name),
    async table(name) {
      const found = copies.get(name);
      if (found) return found;
      let size = 0;
      const rows = async function* () {
        for await (const chunk of database.rows(name)) {
          size += chunk.length;
          yield chunk;
        }
      };
      const copy = await files.copy(rows(), `${file.path}, table ${name}`);
      const columns = database.tables.find((each) => each.name === name)?.columns ?? [];
      const read: ReadTable = async (options) =>
        size === 0 ? emptyTable(columns) : jsonExpression(copy, "newline_delimited", size, options);
      const table = add(name, name, read);
      copies.set(name, table);
      return table;
    },
  };
}

/** A copy of an SQLite file, and of the log of changes that are not in it yet. */
async function copyWithLog({ path, source }: SourceFile, { files, backend, ctx }: DatabasePlace): Promise<string> {
  const name = `database${files.paths.length}`;
  const place = await files.copy(source.chunks(), path, name);
  const log = `${path}-wal` as Path;
  const stat = await backend.stat(log, { signal: ctx.signal });
  if (stat?.kind !== "file" || stat.size === 0) return place;
  await requireAccess({ backend }, [{ action: "read", target: log }], ctx);
  const chunks = async function* () {
    yield (await backend.read(log, { signal: ctx.signal })).bytes;
  };
  await files.copy(chunks(), log, `${name}-wal`);
  return place;
}

/** Bytes before the first block of a DuckDB file: three headers. */
const duckdbHeaders = 3 * 4096;

/**
 * Let the engine open a DuckDB file, which it only reads. Throws `unavailable` if another program has it open, `parse_error` if it
 * is damaged, and `unsupported` if a newer engine wrote it.
 */
export async function attachDuckdbFile(file: SourceFile, at: DatabasePlace): Promise<Database> {
  const { engine, files, backend, ctx, held, add } = at;
  const log = await backend.stat(`${file.path}.wal` as Path, { signal: ctx.signal });
  if (log && log.size > 0)
    throw new ToolError("unavailable", `${file.path} is in use: changes are in ${file.path}.wal.`, {
      hint: "Ask the user to close the program that has it open, which completes the file.",
    });
  // An engine in WebAssembly does not end when it reads a header that is missing.
  if ((await file.source.size()) < duckdbHeaders)
    throw new ToolError("parse_error", `${file.path} is not a whole DuckDB file.`, {
      hint: "Ask the user for a copy that is whole.",
    });
  const place = await files.hold(file.path, () => file.source.chunks(), true);
  const catalog = `d${files.paths.length}`;
  try {
    await engine.run(`ATTACH ${quoteText(place)} AS ${catalog} (READ_ONLY)`);
  } catch (error) {
    if (!/^(IO|Serialization) Error/.test(String(Object(error).message))) throw error;
    throw await explainFailure(error, { names: new Map([[place, file.path]]), schema: async () => "" });
  }
  const listed = await engine.json(
    `SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = '${catalog}' UNION ALL
     SELECT schema_name, view_name FROM duckdb_views() WHERE database_name = '${catalog}' AND NOT internal ORDER BY 1, 2`,
  );
  const names = listed.map(([schema, table]) => ({ schema: String(schema), table: String(table) }));
  const shown = ({ schema, table }: { schema: string; table: string }) =>
    schema === "main" ? table : `${schema}.${table}`;
  return {
    tables: names.map(shown),
    async table(name) {
      const found = names.find((each) => shown(each) === name)!;
      const parts = [catalog, found.schema, found.table];
      const known = held.find((each) => each.place.join("\n") === parts.join("\n"));
      return known ?? add(name, found.table, undefined, parts);
    },
  };
}
