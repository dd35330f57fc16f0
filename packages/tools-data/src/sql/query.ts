import { abortedError, type Backend, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import { createDisposeStack } from "@holdall/tool-kit/node";
import { documentFormat, isDocumentFormat } from "../formats/open-document-format.ts";
import { deliver, maxAnswer } from "../source/deliver.ts";
import { outputFormat } from "../source/input-params.ts";
import { jsonTable } from "../table/data-table.ts";
import { parseExact } from "../table/exact-number.ts";
import { createLosses, encodeText } from "../table/losses.ts";
import { writeTable } from "../table/write-table.ts";
import { describeTable } from "./describe-tables.ts";
import { describeInWords } from "./describe-words.ts";
import { explainFailure, isWrongType } from "./engine/engine-errors.ts";
import { enginesKey } from "./engine/engine-pool.ts";
import { loadDuckDb } from "./engine/load-duckdb.ts";
import { type Engine, quoteName } from "./engine/open-engine.ts";
import { jsonLines, readPage, rowReader } from "./engine/read-rows.ts";
import { holdFiles } from "./files/held-file.ts";
import { openSources } from "./files/open-sources.ts";
import { findTables } from "./parse/find-tables.ts";
import { printSql, type SqlNode } from "./parse/sql-parser.ts";
import type { PreparedQuery } from "./prepare-query.ts";
import type { QueryDataInput, QueryDataOutput } from "./query-params.ts";
import { type HeldTable, type Tables, tablesOf } from "./resolve-tables.ts";
import { rewriteTables } from "./rewrite-tables.ts";
import type { SqlLimits } from "./sql-limits.ts";

export interface QueryPlace {
  readonly backend: Backend;
  readonly disk: boolean;
  readonly limits: SqlLimits;
}

/** Run a query whose files the policy has allowed. */
export async function query(
  call: QueryDataInput,
  prepared: PreparedQuery,
  place: QueryPlace,
  ctx: ToolContext,
): Promise<QueryDataOutput> {
  try {
    return await attempt(call, prepared, place, ctx, false);
  } catch (error) {
    // The first rows of a large file suggested types that others do not have.
    if (error instanceof WrongTypes) return attempt(call, prepared, place, ctx, true);
    throw error;
  }
}

class WrongTypes extends Error {}

async function attempt(
  call: QueryDataInput,
  { tree, found, files: named }: PreparedQuery,
  { backend, disk, limits }: QueryPlace,
  ctx: ToolContext,
  checkAll: boolean,
): Promise<QueryDataOutput> {
  const { time = 60_000, memory = 1024, copied = 1024 * 1024 * 1024 } = limits;
  const pool = ctx.state(enginesKey);
  await using stack = createDisposeStack();
  const duckdb = await loadDuckDb();
  const stop = AbortSignal.any([ctx.signal, AbortSignal.timeout(time)]);
  const sources = await openSources(named, backend, ctx);
  const files = stack.use(holdFiles({ backend, disk, maxCopied: copied, signal: stop }));
  stack.defer(() => pool.refill());
  const engine = stack.use(await pool.take());
  stack.defer(interruptOn(stop, engine));
  const tables = tablesOf({ sources, engine, files, backend, ctx, stack });
  const shown = () => tables.held.slice(0, 5);
  let ready: readonly HeldTable[] = [];
  try {
    const asksTables = !tree || found?.asksTables === true;
    const copy = tree && (parseExact(JSON.stringify(tree)) as SqlNode);
    const all = asksTables || !copy ? await tables.all() : [];
    const sql = asksTables || !copy ? undefined : await toEngine(copy, tables, engine);
    await engine.confine(files.paths, memory);
    for (const table of tables.held) await createView(engine, table, tables, checkAll);
    ready = tables.held;
    if (sql === undefined) return await listTables(engine, duckdb, all, tables);
    return await answer(call, { sql, engine, duckdb, tables, backend, limits, ctx, isOrdered: hasOrder(tree) });
  } catch (error) {
    if (stop.aborted && !ToolError.is(error))
      throw ctx.signal.aborted ? abortedError(ctx.signal.reason) : tooSlow(time);
    if (!checkAll && !ToolError.is(error) && isWrongType(error)) throw new WrongTypes();
    const names = new Map(files.paths.map((path, i) => [path, tables.held[i]?.shown ?? "the file"]));
    throw await explainFailure(error, {
      names,
      async schema() {
        const lines: string[] = [];
        for (const table of shown())
          if (ready.includes(table)) lines.push(describeInWords(await describeTable(engine, duckdb, table, false)));
        return lines.length === 0 ? "" : `The tables are:\n${lines.join("\n")}`;
      },
    });
  }
}

async function toEngine(tree: SqlNode, tables: Tables, { connection }: Engine): Promise<string> {
  await rewriteTables(findTables(tree), tables);
  return printSql(connection, tree);
}

async function createView(
  { connection }: Engine,
  { place, read }: HeldTable,
  { losses, notes }: Tables,
  checkAll: boolean,
) {
  if (!read) return;
  const expression = await read({ connection, losses, notes, checkAll });
  await connection.run(`CREATE VIEW ${quoteName(place[0]!)} AS SELECT * FROM ${expression}`);
}

/** Interrupts what runs as long as the engine is open. */
function interruptOn(stop: AbortSignal, { connection }: Engine): () => void {
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    connection.interrupt();
    timer ??= setInterval(() => connection.interrupt(), 20);
  };
  if (stop.aborted) interrupt();
  else stop.addEventListener("abort", interrupt, { once: true });
  return () => {
    stop.removeEventListener("abort", interrupt);
    clearInterval(timer);
  };
}

async function listTables(
  engine: Engine,
  duckdb: Awaited<ReturnType<typeof loadDuckDb>>,
  all: readonly HeldTable[],
  { notes, losses }: Tables,
): Promise<QueryDataOutput> {
  if (all.length === 0)
    throw new ToolError("invalid_input", "There is neither a query nor a file.", {
      hint: 'Give `sql`, such as SELECT * FROM \'sales.csv\', or `files`, such as {"s": "sales.csv"}, to see their tables and columns.',
    });
  const tables = [];
  for (const table of all.slice(0, 100)) tables.push(await describeTable(engine, duckdb, table, true));
  return {
    total: all.length,
    columns: [],
    rows: [],
    offset: 0,
    truncated: tables.length < all.length,
    tables,
    notes: [...notes, ...lossNotes(losses)],
  };
}

interface Answer {
  readonly sql: string;
  readonly engine: Engine;
  readonly duckdb: Awaited<ReturnType<typeof loadDuckDb>>;
  readonly tables: Tables;
  readonly backend: Backend;
  readonly limits: SqlLimits;
  readonly ctx: ToolContext;
  readonly isOrdered: boolean;
}

async function answer(call: QueryDataInput, { sql, engine, duckdb, tables, backend, limits, ctx, isOrdered }: Answer) {
  const { limit = 100, offset = 0, output_path } = call;
  const { rows: maxRows = 10_000_000 } = limits;
  const result = await engine.connection.stream(sql);
  const reader = rowReader(result, duckdb);
  const columns = [...reader.columns];
  const notes = () => [...new Set([...tables.notes, ...lossNotes(tables.losses)])];
  if (output_path === undefined) {
    const maxText = ctx.inProgram ? Number.POSITIVE_INFINITY : maxAnswer;
    const page = await readPage(result, reader, { limit, offset, maxText, maxRows });
    const next = offset + page.rows.length;
    const isMore = next < page.total && page.rows.length > 0;
    const unordered = isMore && !isOrdered ? ["Without ORDER BY, another page may have rows of this one."] : [];
    return {
      total: page.total,
      columns,
      rows: [...page.rows],
      offset,
      ...(isMore && { next_offset: next }),
      truncated: isMore,
      notes: [...notes(), ...unordered],
    };
  }
  const to = outputFormat(call.to, output_path, "csv");
  const losses = createLosses(false);
  let total = 0;
  const onRows = (count: number) => {
    total += count;
  };
  const lines = () => jsonLines(result, reader, { maxRows, onRows });
  const table = jsonTable({ name: "The result", chunks: lines }, { wanted: columns.map(({ name }) => name) });
  const chunks =
    isDocumentFormat(to) && to !== "json"
      ? asDocument(lines(), to, losses)
      : writeTable(table, { to, columns: reader.out, isTyped: true, losses });
  const delivered = await deliver(chunks, {
    backend,
    output: output_path,
    overwrite: call.overwrite ?? false,
    isText: to !== "xlsx" && to !== "parquet",
    cwd: ctx.cwd,
    signal: ctx.signal,
  });
  const { path = toPath(output_path, ctx.cwd), version, bytes } = delivered;
  return {
    total,
    columns,
    rows: [],
    offset: 0,
    truncated: false,
    path,
    version,
    bytes,
    notes: [...notes(), ...lossNotes(losses)],
  };
}

async function* asDocument(
  lines: AsyncIterable<Uint8Array>,
  to: Parameters<typeof documentFormat>[0],
  losses: ReturnType<typeof createLosses>,
): AsyncGenerator<Uint8Array> {
  const rows: unknown[] = [];
  for await (const chunk of lines)
    for (const line of new TextDecoder().decode(chunk).split("\n")) if (line !== "") rows.push(parseExact(line));
  yield encodeText((await documentFormat(to)).write(to === "xml" ? { rows: { row: rows } } : rows, losses), losses);
}

const lossNotes = (losses: ReturnType<typeof createLosses>): string[] =>
  losses.all.map(({ what, example }) => `Left out: ${what}${example === undefined ? "" : `, such as ${example}`}.`);

/** Whether the rows of a query come in an order that it asks for. */
function hasOrder(tree: SqlNode | undefined): boolean {
  const { modifiers } = (tree?.node ?? {}) as SqlNode;
  return Array.isArray(modifiers) && modifiers.some(({ type }) => type === "ORDER_MODIFIER");
}

const tooSlow = (time: number): ToolError =>
  new ToolError("timeout", `The query was stopped after ${time / 1000} s.`, {
    hint: "Filter earlier, join on equal columns, or aggregate before joining.",
  });
