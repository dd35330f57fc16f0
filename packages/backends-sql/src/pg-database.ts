import type { SqlDatabase, SqlSession } from "@holdall/durable/port";
import { abortedError, type Io, ToolError } from "@holdall/tool-core";
import { listenAndReconnect } from "./changes/reconnecting-listener.ts";
import { sqlStateOf } from "./files/errors.ts";

/** The used part of a `pg` client. */
export interface PgClient {
  readonly processID?: number | null;
  query(sql: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
  on(event: "error" | "end" | "notification", listener: (value: { payload?: string | undefined }) => void): unknown;
  removeListener(event: string, listener: () => void): unknown;
  release(destroy?: boolean): void;
}

/** The used part of a `pg` `Pool`. */
export interface PgPool {
  connect(): Promise<PgClient>;
  end(): Promise<void>;
}

/** Your own pool, which is not closed, or connection settings. */
export type PgDatabaseOptions =
  | { readonly pool: PgPool }
  | {
      /** `postgres://user:password@host:5432/database`. Missing parts are taken from `PGHOST` and similar variables. */
      readonly url: string;
      /** The maximum number of connections. A watch uses one of them. */
      readonly max?: number;
    };

/** Connect to Postgres with the package `pg`, which is loaded when `url` is first used. */
export function pgDatabase(options: PgDatabaseOptions): SqlDatabase {
  let opened: Promise<PgPool> | undefined;
  const open = () => {
    opened ??= "pool" in options ? Promise.resolve(options.pool) : connectTo(options);
    return opened;
  };

  /** Lend a client. One that had to be cancelled is not used again: the cancellation might reach its next statement. */
  const withClient = async <T>(io: Io | undefined, work: (session: Required<SqlSession>) => Promise<T>): Promise<T> => {
    const pool = await open();
    const client = await orAborted(pool.connect(), io);
    client.on("error", ignore);
    const cancellations: Promise<unknown>[] = [];
    const cancel = () => {
      if (client.processID) cancellations.push(cancelBackend(pool, client.processID));
    };
    try {
      return await work({
        query: (sql, params = [], io) => runQuery(client, sql, params, io, cancel),
        exec: <Row>(sql: string) => runScript<Row>(client, sql),
      });
    } finally {
      await Promise.all(cancellations);
      client.removeListener("error", ignore);
      client.release(cancellations.length > 0);
    }
  };

  return {
    name: "postgres",

    query: (sql, params, io) => withClient(io, (session) => session.query(sql, params, io)),

    exec: (sql) => withClient(undefined, (session) => session.exec(sql)),

    transaction: (work, io) =>
      withClient(io, async (session) => {
        await session.query("begin");
        try {
          const result = await work({
            query: (sql, params) => session.query(sql, params, io),
            exec: session.exec,
          });
          if (io?.signal?.aborted) throw abortedError(io.signal.reason);
          await session.query("commit");
          return result;
        } catch (error) {
          await session.query("rollback").catch(ignore);
          throw error;
        }
      }),

    listen: (channel, onPayload, onGap) =>
      listenAndReconnect(async (onLost) => {
        const client = await (await open()).connect();
        const hear = ({ payload = "" }) => onPayload(payload);
        client.on("notification", hear);
        client.on("error", onLost);
        client.on("end", onLost);
        try {
          await client.query(`listen "${channel}"`);
        } catch (error) {
          client.release(true);
          throw error;
        }
        return () => client.release(true);
      }, onGap),

    async [Symbol.asyncDispose]() {
      if ("pool" in options || !opened) return;
      const pool = await opened.catch(() => undefined);
      opened = Promise.reject(closed());
      opened.catch(ignore);
      await pool?.end();
    },
  };
}

const ignore = () => {};

const closed = () =>
  new ToolError("unavailable", "The database is closed.", {
    hint: "Open a new backend; this one was disposed.",
  });

async function connectTo({ url, max = 8 }: { readonly url: string; readonly max?: number }): Promise<PgPool> {
  const { Pool } = await import("pg").catch((cause: unknown) => {
    throw new ToolError("unavailable", 'The package "pg" is not installed.', { hint: "Run: npm install pg", cause });
  });
  // A connection that breaks while it is idle is replaced by the pool; unheard, its error would end the process.
  return new Pool({ connectionString: url, max }).on("error", ignore);
}

async function runQuery<Row>(
  client: PgClient,
  sql: string,
  params: readonly unknown[],
  io: Io | undefined,
  cancel: () => void,
): Promise<readonly Row[]> {
  const signal = io?.signal;
  if (signal?.aborted) throw abortedError(signal.reason);
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    const { rows } = await client.query(sql, [...params]);
    return rows as readonly Row[];
  } catch (error) {
    if (signal?.aborted && sqlStateOf(error) === "57014") throw abortedError(signal.reason);
    throw error;
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}

/** Several statements at once; `pg` answers with a list where there is more than one. */
async function runScript<Row>(client: PgClient, sql: string): Promise<readonly Row[]> {
  const results: unknown = await client.query(sql);
  return [results].flat().flatMap((result) => (result as { rows?: readonly Row[] }).rows ?? []);
}

/** Ask the server to stop what a connection is doing; when that fails, the statement runs to its end. */
async function cancelBackend(pool: PgPool, processID: number): Promise<void> {
  const client = await pool.connect().catch(ignore);
  if (!client) return;
  await client.query("select pg_cancel_backend($1)", [processID]).catch(ignore);
  client.release();
}

/** A client from the pool, unless the wait for it is cancelled; then it goes back as soon as it comes. */
async function orAborted(connecting: Promise<PgClient>, io: Io | undefined): Promise<PgClient> {
  const signal = io?.signal;
  if (!signal) return connecting;
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => {
    connecting.then((client) => client.release(), ignore);
    reject(abortedError(signal.reason));
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([connecting, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
