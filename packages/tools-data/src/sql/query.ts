import { abortedError, type Backend, type ToolContext, ToolError } from "@holdall/tool-core";
import { createDisposeStack } from "@holdall/tool-kit/node";
import { parseExact } from "../table/exact-number.ts";
import { answer, listTables } from "./answer.ts";
import { explainFailure, isWrongType } from "./engine/engine-errors.ts";
import { enginesKey } from "./engine/engine-pool.ts";
import { loadDuckDb } from "./engine/load-duckdb.ts";
import { type Engine, quoteName } from "./engine/open-engine.ts";
import { holdFiles } from "./files/held-file.ts";
import { openSources } from "./files/open-sources.ts";
import { findTables } from "./parse/find-tables.ts";
import { printSql, type SqlNode } from "./parse/sql-parser.ts";
import type { PreparedQuery } from "./prepare-query.ts";
import type { QueryDataInput, QueryDataOutput } from "./query-params.ts";
import type { SqlLimits } from "./sql-limits.ts";
import { describeTable } from "./tables/describe-table.ts";
import { describeInWords } from "./tables/describe-words.ts";
import type { HeldTable } from "./tables/held-table.ts";
import { type Tables, tablesOf } from "./tables/resolve-tables.ts";
import { rewriteTables } from "./tables/rewrite-tables.ts";

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

/** Whether the rows of a query come in an order that it asks for. */
function hasOrder(tree: SqlNode | undefined): boolean {
  const { modifiers } = (tree?.node ?? {}) as SqlNode;
  return Array.isArray(modifiers) && modifiers.some(({ type }) => type === "ORDER_MODIFIER");
}

const tooSlow = (time: number): ToolError =>
  new ToolError("timeout", `The query was stopped after ${time / 1000} s.`, {
    hint: "Filter earlier, join on equal columns, or aggregate before joining.",
  });
