import { createEngine, type EngineOptions } from "./engine.ts";
import { pgBossCarrier } from "./pg-boss-carrier.ts";
import type { DurableEngine, SqlDatabase } from "./port/index.ts";
import { openSqlStore } from "./sql/sql-store.ts";
import { statements } from "./sql/statements.ts";

export interface PgBossEngineOptions extends EngineOptions {
  /** Postgres 15 or later, or PGlite: `pgDatabase` and `pgliteDatabase` of `@holdall/backends-sql`. It is not closed. */
  readonly db: SqlDatabase;
  /** The schema of the run tables, `holdall_runs` by default. The tables of pg-boss are in a schema with the suffix `_jobs`. */
  readonly schema?: string | undefined;
  /** Milliseconds between polls for runs without a notification, and for runs that lost their worker; 400 by default. */
  readonly poll?: number | undefined;
  /** Offset of the database clock in milliseconds, for tests. */
  readonly clockOffset?: (() => number) | undefined;
}

/**
 * Create an engine that stores runs in Postgres and uses pg-boss to wake workers. On a server, any number of processes can
 * work. An embedded PGlite has one process, so it takes over the runs of an earlier process at once.
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
