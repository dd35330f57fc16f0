import type { DurableEngine } from "@holdall/tool-core/durable";
import type { SqlDatabase } from "@holdall/tool-core/sql";
import { createEngine, type EngineOptions } from "./engine.ts";
import { pgBossCarrier } from "./pg-boss-carrier.ts";
import { openSqlStore } from "./sql/sql-store.ts";
import { statements } from "./sql/statements.ts";

export interface PgBossEngineOptions extends EngineOptions {
  /** A Postgres from version 15 on, or a PGlite: `pgDatabase` and `pgliteDatabase` of `@holdall/backends-sql`. Stays open. */
  readonly db: SqlDatabase;
  /** Where the tables of runs are, with those of pg-boss in another one with `_jobs` behind it; `holdall_runs`. */
  readonly schema?: string | undefined;
  /** Milliseconds between looks for runs that nobody rang for, and for those whose worker was lost; 400. */
  readonly poll?: number | undefined;
  /** Milliseconds by which the clock of the database is moved, for tests. */
  readonly clockOffset?: (() => number) | undefined;
}

/**
 * Runs in Postgres, with pg-boss to wake workers. On a server any number of processes may work. An embedded PGlite has one
 * process, so that whatever another one had there is taken over at once.
 */
export async function pgBossEngine({
  db,
  schema = "holdall_runs",
  poll = 400,
  clockOffset = () => 0,
  ...options
}: PgBossEngineOptions): Promise<DurableEngine> {
  const isEmbedded = db.name === "pglite";
  const store = await openSqlStore({ db, schema, clockOffset });
  const thisProcess = `${process.pid}.${Math.trunc(performance.timeOrigin)}.`;
  if (isEmbedded) await db.query(statements(schema, clockOffset()).loseOthers, [thisProcess]);
  const onError = options.onError ?? ((error: unknown) => console.error("holdall durable:", error));
  const carrier = await pgBossCarrier({ db, schema: `${schema}_jobs`, poll, onError });
  // A statement of PGlite holds up everything in its process, heartbeats too.
  const lease = isEmbedded ? 30_000 : 10_000;
  return createEngine({
    lease,
    ...options,
    onError,
    store,
    carrier,
    worker: `${thisProcess}${crypto.randomUUID().slice(0, 8)}`,
  });
}
