import { abortedError, type Backend, type ToolContext, ToolError } from "@holdall/tool-core";
import { createDisposeStack } from "@holdall/tool-kit";
import { answer, listTables } from "./answer.ts";
import type { Engine } from "./engine/engine.ts";
import { explainFailure, isWrongType } from "./engine/engine-errors.ts";
import { enginesKey } from "./engine/engine-pool.ts";
import { quoteName } from "./engine/quote.ts";
import { openSources } from "./files/open-sources.ts";
import type { PreparedQuery } from "./prepare-query.ts";
import type { QueryDataInput, QueryDataOutput } from "./query-params.ts";
import type { SqlLimits } from "./sql-limits.ts";
import { describeTable } from "./tables/describe-table.ts";
import { describeInWords } from "./tables/describe-words.ts";
import type { HeldTable } from "./tables/held-table.ts";
import { type Tables, tablesOf } from "./tables/resolve-tables.ts";

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
  { engine: sqlEngine, parsed, files: named }: PreparedQuery,
  { backend, disk, limits }: QueryPlace,
  ctx: ToolContext,
  checkAll: boolean,
): Promise<QueryDataOutput> {
  const { time = 60_000, memory = 1024, copied = 1024 * 1024 * 1024 } = limits;
  const pool = ctx.state(enginesKey).of(sqlEngine);
  await using stack = createDisposeStack();
  const sources = await openSources(named, backend, ctx);
  stack.defer(() => pool.refill());
  const engine = await pool.take();
  // The download of an engine does not count.
  const stop = AbortSignal.any([ctx.signal, AbortSignal.timeout(time)]);
  const files = engine.holdFiles({ backend, disk, maxCopied: copied, signal: stop });
  stack.defer(() => pool.retire(engine, files));
  stack.defer(interruptOn(stop, engine));
  const tables = tablesOf({ sources, engine, files, backend, ctx, stack });
  const shown = () => tables.held.slice(0, 5);
  let ready: readonly HeldTable[] = [];
  try {
    const asksTables = !parsed || parsed.found.asksTables;
    const all = asksTables ? await tables.all() : [];
    const sql = asksTables ? undefined : await parsed.print(engine, tables);
    await engine.confine(files.paths, memory);
    for (const table of tables.held) await createView(engine, table, tables, checkAll);
    ready = tables.held;
    if (sql === undefined) return await listTables(engine, all, tables);
    return await answer(call, { sql, engine, tables, backend, limits, ctx, isOrdered: parsed?.isOrdered === true });
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
          if (ready.includes(table)) lines.push(describeInWords(await describeTable(engine, table, false)));
        return lines.length === 0 ? "" : `The tables are:\n${lines.join("\n")}`;
      },
    });
  }
}

async function createView(engine: Engine, { place, read }: HeldTable, { losses, notes }: Tables, checkAll: boolean) {
  if (!read) return;
  const written = await read({ engine, losses, notes, checkAll });
  const expression = engine.hasZones ? written : await withoutZones(engine, written);
  await engine.run(`CREATE VIEW ${quoteName(place[0]!)} AS SELECT * FROM ${expression}`);
}

/** Moments in UTC as times without a zone, which every engine computes with. */
async function withoutZones(engine: Engine, expression: string): Promise<string> {
  const found = await engine.json(
    `SELECT column_name FROM (DESCRIBE FROM ${expression}) WHERE column_type = 'TIMESTAMP WITH TIME ZONE'`,
  );
  if (found.length === 0) return expression;
  const moments = found.map(([name]) => quoteName(String(name)));
  return `(SELECT * REPLACE (${moments.map((name) => `make_timestamp(epoch_us(${name})) AS ${name}`).join(", ")}) FROM ${expression})`;
}

/** Interrupts what runs as long as the engine is open. */
function interruptOn(stop: AbortSignal, engine: Engine): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const interrupt = () => {
    engine.interrupt();
    timer ??= setInterval(() => engine.interrupt(), 20);
  };
  if (stop.aborted) interrupt();
  else stop.addEventListener("abort", interrupt, { once: true });
  return () => {
    stop.removeEventListener("abort", interrupt);
    clearInterval(timer);
  };
}

const tooSlow = (time: number): ToolError =>
  new ToolError("timeout", `The query was stopped after ${time / 1000} s.`, {
    hint: "Filter earlier, join on equal columns, or aggregate before joining.",
  });
