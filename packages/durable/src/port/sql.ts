import type { Io } from "@holdall/tool-core";

/**
 * Text, float8 and boolean columns have their JavaScript type, bigint is any value that `Number` accepts, bytea is a
 * Uint8Array, null is null.
 */
export type SqlRow = Readonly<Record<string, unknown>>;

export interface SqlSession {
  /** Run one Postgres SQL statement with `$1` parameters. Errors have their SQLSTATE in `code`. */
  query<Row = SqlRow>(sql: string, params?: readonly unknown[], io?: Io): Promise<readonly Row[]>;
  /** Run several statements without parameters. Returns the rows of all of them. */
  exec?<Row = SqlRow>(sql: string): Promise<readonly Row[]>;
}

/** A Postgres database, on a server or embedded. `@holdall/backends-sql/pg` and `/pglite` create one. */
export interface SqlDatabase extends SqlSession {
  /** `pglite` is embedded: only one process can use it, and its statements run one after the other. */
  readonly name: string;
  /** Run `work` in a transaction. It is rolled back if `work` throws or the signal aborts before the commit is sent. */
  transaction<T>(work: (session: SqlSession) => Promise<T>, io?: Io): Promise<T>;
  /**
   * Listen for notifications on a channel from the moment the promise resolves. `onGap` is called if some may have been
   * missed, for example after a lost connection. Resolves to a function that stops listening.
   */
  listen?(channel: string, onPayload: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>>;
  /** Close what was opened here, but not what was passed in. */
  [Symbol.asyncDispose]?(): Promise<void>;
}
