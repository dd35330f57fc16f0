import { type Backend, type ToolContext, ToolError } from "@holdall/tool-core";
import type { DisposeStack } from "@holdall/tool-kit";
import { likelyDelimiter } from "../../table/likely-delimiter.ts";
import { createLosses, type Losses } from "../../table/losses.ts";
import type { Engine, HeldFiles } from "../engine/engine.ts";
import { baseName } from "../files/file-format.ts";
import type { NamedSource, SourceFile } from "../files/open-sources.ts";
import type { FileCall } from "../parse/file-call.ts";
import { attachDuckdbFile, type Database, openSqliteFile } from "./databases.ts";
import type { HeldTable } from "./held-table.ts";
import type { ReadTable } from "./read-options.ts";
import { holdTable } from "./read-table.ts";

/** A named file: one table, or a database of several. */
interface Opened {
  readonly source: NamedSource;
  readonly table?: HeldTable;
  readonly database?: Database;
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
      reads.push(await holdTable(file, { files, losses, reads: engine.reads }));
    }
    return add(shown, base, async (options) => {
      const expressions: string[] = [];
      for (const read of reads) expressions.push(await read(options));
      if (expressions.length === 1) return expressions[0]!;
      return `(${expressions.map((each) => `SELECT * FROM ${each}`).join(" UNION ALL BY NAME ")})`;
    });
  };

  const place = { engine, files, backend, ctx, stack, held, add };

  const open = (source: NamedSource): Promise<Opened> => {
    const known = opened.get(source);
    if (known) return known;
    const opening = (async (): Promise<Opened> => {
      const [file] = source.files;
      const shown = source.alias === undefined ? source.written : `${source.alias} (${source.written})`;
      const base = source.alias ?? baseName(source.written);
      if (file?.format === "sqlite") return { source, database: await openSqliteFile(file, place) };
      if (file?.format === "duckdb") return { source, database: await attachDuckdbFile(file, place) };
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
        if (!engine.reads.has(format)) throw notForEngine(path, call.engineOptions);
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

const notRows = (path: string): ToolError =>
  new ToolError("wrong_kind", `${path} is a database, which has tables of its own.`, {
    hint: 'Give it a short name, files: {"app": "…"}, and write FROM app.users.',
  });

const notForEngine = (path: string, options: readonly string[]): ToolError =>
  new ToolError("invalid_input", `${path} cannot be read with ${options.join(", ")}.`, {
    hint: "Leave the options out: FROM 'file' reads every format.",
  });

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
