import { type Backend, type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { requireAccess } from "@holdall/tool-kit/file-tools";
import type { DisposeStack } from "@holdall/tool-kit/node";
import { likelyDelimiter } from "../table/likely-delimiter.ts";
import { createLosses, type Losses } from "../table/losses.ts";
import { type Engine, quoteText } from "./engine/open-engine.ts";
import { baseName } from "./files/file-format.ts";
import { emptyTable, holdTable, jsonExpression, type ReadTable } from "./files/file-table.ts";
import type { HeldFiles } from "./files/held-file.ts";
import type { NamedSource, SourceFile } from "./files/open-sources.ts";
import { openSqlite, type SqliteFile } from "./files/sqlite-file.ts";
import type { FileCall } from "./parse/find-tables.ts";

/** A table of the engine that stands for a file, or for a table of a database file. */
export interface HeldTable {
  /** How it is shown: the name in the query, and the file. */
  readonly shown: string;
  /** The name without folder and ending that columns may be qualified with. */
  readonly base: string;
  /** The parts of its name in the engine. */
  readonly place: readonly string[];
  /** The expression of its rows; undefined for a table that the engine has itself. */
  readonly read: ReadTable | undefined;
}

/** A named file: one table, or a database of several. */
interface Opened {
  readonly source: NamedSource;
  readonly table?: HeldTable;
  readonly database?: Database;
}

interface Database {
  readonly tables: readonly string[];
  table(name: string): Promise<HeldTable>;
}

export interface Tables {
  readonly held: readonly HeldTable[];
  readonly losses: Losses;
  readonly notes: string[];
  /** All tables that the files have. */
  all(): Promise<HeldTable[]>;
  /** The table that a name in FROM means. Throws `not_found` with those there are. */
  named(name: readonly string[]): Promise<HeldTable>;
  /** The table that a function reads. */
  called(call: FileCall): Promise<HeldTable>;
  /** The files of a function whose options the engine reads itself. */
  opened(call: FileCall): Promise<OpenedCall>;
}

export interface OpenedCall {
  /** The names under which the engine can open them. */
  readonly places: readonly string[];
  readonly base: string;
  /** What its own detection must not decide. */
  readonly defaults: Readonly<Record<string, string>>;
}

interface TablesOptions {
  readonly sources: readonly NamedSource[];
  readonly engine: Engine;
  readonly files: HeldFiles;
  readonly backend: Backend;
  readonly ctx: ToolContext;
  readonly stack: DisposeStack;
}

/** The tables of files, each made accessible to the engine when it is first used. */
export function tablesOf({ sources, engine, files, backend, ctx, stack }: TablesOptions): Tables {
  const held: HeldTable[] = [];
  const notes: string[] = [];
  const losses = createLosses(false);
  const opened = new Map<NamedSource, Promise<Opened>>();
  let databases = 0;

  const add = (shown: string, base: string, read?: ReadTable, place = [`t${held.length}`]): HeldTable => {
    const table = { shown, base, place, read };
    held.push(table);
    return table;
  };

  /** One table of all rows of some files, with the columns that any has. */
  const rowsOf = async (
    all: readonly SourceFile[],
    { part, delimiter, header }: Partial<FileCall>,
    shown: string,
    base: string,
  ): Promise<HeldTable> => {
    const reads: ReadTable[] = [];
    for (const { path, start, source, format } of all) {
      if (format === "sqlite" || format === "duckdb") throw notRows(path);
      const file = { path, start, source: { ...source, format }, part, delimiter, header };
      reads.push(await holdTable(file, files, losses));
    }
    return add(shown, base, async (options) => {
      const expressions: string[] = [];
      for (const read of reads) expressions.push(await read(options));
      if (expressions.length === 1) return expressions[0]!;
      return `(${expressions.map((each) => `SELECT * FROM ${each}`).join(" UNION ALL BY NAME ")})`;
    });
  };

  const sqlite = async (file: SourceFile): Promise<Database> => {
    const place = await copyWithLog(file);
    const database: SqliteFile = stack.use(await openSqlite(place, file.path, ctx.signal));
    const copies = new Map<string, HeldTable>();
    return {
      tables: database.tables.map(({ name }) => name),
      async table(name) {
        const found = copies.get(name);
        if (found) return found;
        const counts = { bytes: 0 };
        const rows = async function* () {
          for await (const chunk of database.rows(name)) {
            counts.bytes += chunk.length;
            yield chunk;
          }
        };
        const copy = await files.copy(rows(), `${file.path}, table ${name}`);
        const columns = database.tables.find((each) => each.name === name)?.columns ?? [];
        const read: ReadTable = async (options) =>
          counts.bytes === 0 ? emptyTable(columns) : jsonExpression(copy, "newline_delimited", counts.bytes, options);
        const table = add(name, name, read);
        copies.set(name, table);
        return table;
      },
    };
  };

  /** A copy of an SQLite file with the log of changes that are not in it yet. */
  const copyWithLog = async ({ path, source }: SourceFile): Promise<string> => {
    const name = `database${files.paths.length}`;
    const place = await files.copy(source.chunks(), path, name);
    const log = `${path}-wal` as Path;
    const stat = await backend.stat(log, { signal: ctx.signal });
    if (stat?.kind !== "file" || stat.size === 0) return place;
    await requireAccess({ backend }, [{ action: "read", target: log }], ctx);
    const { bytes } = await backend.read(log, { signal: ctx.signal });
    await files.copy(once(bytes), log, `${name}-wal`);
    return place;
  };

  const duckdb = async (file: SourceFile): Promise<Database> => {
    const log = await backend.stat(`${file.path}.wal` as Path, { signal: ctx.signal });
    if (log && log.size > 0)
      throw new ToolError("unavailable", `${file.path} is in use: changes are in ${file.path}.wal.`, {
        hint: "Ask the user to close the program that has it open, which completes the file.",
      });
    const place = await files.hold(file.path, () => file.source.chunks(), true);
    const catalog = `d${databases++}`;
    await engine.connection.run(`ATTACH ${quoteText(place)} AS ${catalog} (READ_ONLY)`);
    const listed = await engine.connection.runAndReadAll(
      `SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = '${catalog}' UNION ALL
       SELECT schema_name, view_name FROM duckdb_views() WHERE database_name = '${catalog}' AND NOT internal ORDER BY 1, 2`,
    );
    const names = listed.getRowsJson().map(([schema, table]) => ({ schema: String(schema), table: String(table) }));
    const shown = ({ schema, table }: { schema: string; table: string }) =>
      schema === "main" ? table : `${schema}.${table}`;
    return {
      tables: names.map(shown),
      async table(name) {
        const found = names.find((each) => shown(each) === name)!;
        const place = [catalog, found.schema, found.table];
        return (
          held.find((each) => each.place.join("\n") === place.join("\n")) ?? add(name, found.table, undefined, place)
        );
      },
    };
  };

  const open = (source: NamedSource): Promise<Opened> => {
    const known = opened.get(source);
    if (known) return known;
    const opening = (async (): Promise<Opened> => {
      const [file] = source.files;
      const shown = source.alias === undefined ? source.written : `${source.alias} (${source.written})`;
      const base = source.alias ?? baseName(source.written);
      if (file?.format === "sqlite") return { source, database: await sqlite(file) };
      if (file?.format === "duckdb") return { source, database: await duckdb(file) };
      return { source, table: await rowsOf(source.files, {}, shown, base) };
    })();
    opened.set(source, opening);
    return opening;
  };

  const sourceOf = (written: string): NamedSource => {
    const source = sources.find(
      (each) => each.written === written || each.alias?.toLowerCase() === written.toLowerCase(),
    );
    if (source) return source;
    throw unknownTable(written, []);
  };

  const inDatabase = ({ tables, table }: Database, name: string): Promise<HeldTable> | undefined => {
    const found = tables.find((each) => each.toLowerCase() === name.toLowerCase());
    return found === undefined ? undefined : table(found);
  };

  const only = async ({ source, table, database }: Opened): Promise<HeldTable> => {
    if (table) return table;
    const [first, ...more] = database?.tables ?? [];
    if (database && first !== undefined && more.length === 0) return database.table(first);
    const example = `${source.alias ?? "app"}.${first ?? "table"}`;
    throw new ToolError(
      database?.tables.length ? "ambiguous" : "not_found",
      `${source.written} is a database with ${database?.tables.length ?? 0} tables${listOf(database?.tables ?? [])}.`,
      {
        hint: `Name one, such as FROM ${example} with files: ${JSON.stringify({ [source.alias ?? "app"]: source.written })}.`,
      },
    );
  };

  const tables: Tables = {
    held,
    losses,
    notes,
    async all() {
      const found: HeldTable[] = [];
      for (const source of sources) {
        const { table, database } = await open(source);
        if (table) found.push(table);
        for (const name of database?.tables ?? []) found.push(await database!.table(name));
      }
      return found;
    },
    async named(name) {
      const whole = name.join(".");
      const written = sources.find((each) => each.alias === undefined && each.written === whole);
      if (written) return only(await open(written));
      const [first = "", ...rest] = name;
      const alias = sources.find((each) => each.alias?.toLowerCase() === first.toLowerCase());
      if (alias) {
        const entry = await open(alias);
        if (rest.length === 0) return only(entry);
        const table =
          entry.database &&
          inDatabase(entry.database, rest.filter((part, i) => i > 0 || part !== "main" || rest.length === 1).join("."));
        if (table) return table;
        throw new ToolError("not_found", `${alias.written} has no table ${JSON.stringify(rest.join("."))}.`, {
          hint: entry.database
            ? `Its tables are${listOf(entry.database.tables)}.`.replace(": ", " ")
            : `It is one table: FROM ${first}.`,
        });
      }
      const entries: Opened[] = [];
      for (const source of sources) entries.push(await open(source));
      const matches = entries.flatMap(({ database }) => (database && inDatabase(database, whole)) ?? []);
      if (matches.length > 0) return matches[0]!;
      const [single, ...more] = entries;
      if (single?.table && more.length === 0 && name.length === 1) {
        notes.push(`${whole} is taken for ${single.source.written}, the only file.`);
        return single.table;
      }
      throw unknownTable(whole, entries);
    },
    async called(call) {
      const named = call.paths.map(sourceOf);
      const [source] = named;
      const [file, ...more] = named.flatMap((each) => each.files);
      if (source && file && more.length === 0 && (file.format === "sqlite" || file.format === "duckdb")) {
        const entry = await open(source);
        const table = call.part === undefined ? undefined : inDatabase(entry.database!, call.part);
        return table ?? only(entry);
      }
      const base = named.length === 1 ? baseName(call.paths[0]!) : "files";
      return rowsOf(
        named.flatMap((each) => each.files),
        call,
        call.paths.join(", "),
        base,
      );
    },
    async opened(call) {
      const places: string[] = [];
      const defaults: Record<string, string> = {};
      for (const { path, format, source, start } of call.paths.flatMap((written) => sourceOf(written).files)) {
        if (format !== "parquet" && !rowFormats.has(format)) throw notForEngine(path, call.engineOptions);
        places.push(await files.hold(path, () => source.chunks(), true));
        if (call.format !== "csv") continue;
        const delimiter = call.delimiter ?? likelyDelimiter(start).delimiter;
        Object.assign(defaults, {
          delim: delimiter,
          header: String(call.header ?? true),
          skip: "0",
          quote: '"',
          escape: '"',
        });
      }
      notes.push(
        `${call.paths.join(", ")}: types are guessed by the engine, because of ${call.engineOptions.join(", ")}.`,
      );
      return { places, base: places.length === 1 ? baseName(call.paths[0]!) : "files", defaults };
    },
  };
  return tables;
}

const rowFormats = new Set<string>(["csv", "tsv", "json", "jsonl"]);

const notRows = (path: string): ToolError =>
  new ToolError("wrong_kind", `${path} is a database, which has tables of its own.`, {
    hint: 'Give it a short name, files: {"app": "…"}, and write FROM app.users.',
  });

const notForEngine = (path: string, options: readonly string[]): ToolError =>
  new ToolError("invalid_input", `${path} cannot be read with ${options.join(", ")}.`, {
    hint: "Leave the options out: FROM 'file' reads every format.",
  });

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const listOf = (names: readonly string[]): string =>
  names.length === 0
    ? ""
    : `: ${names.slice(0, 50).join(", ")}${names.length > 50 ? `, and ${names.length - 50} more` : ""}`;

const unknownTable = (name: string, entries: readonly Opened[]): ToolError => {
  const known = entries.flatMap(({ source, database }) =>
    database
      ? database.tables.map((table) => `${source.alias ?? baseName(source.written)}.${table}`)
      : [source.alias ?? `'${source.written}'`],
  );
  return new ToolError("not_found", `There is no table ${JSON.stringify(name.slice(0, 80))}.`, {
    hint:
      known.length > 0
        ? `There are${listOf(known).replace(": ", " ")}. Files stand in quotes: FROM 'sales.csv'.`
        : "Name files in quotes, FROM 'sales.csv', or give them short names with `files`.",
    data: { table: name.slice(0, 80) },
  });
};
