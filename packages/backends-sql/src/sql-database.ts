import type { Io } from "@holdall/tool-core";

/** Text, float8 and boolean columns as themselves, bigint as anything that `Number` takes, bytea as a Uint8Array of its own, null as null. */
export type SqlRow = Readonly<Record<string, unknown>>;

export interface SqlSession {
  /** Run one statement of Postgres SQL with `$1` parameters. Errors carry their SQLSTATE in `code`. */
  query<Row = SqlRow>(sql: string, params?: readonly unknown[], io?: Io): Promise<readonly Row[]>;
}

/** All that `sqlBackend` needs of a database; `@holdall/backends-sql/pg` and `/pglite` make one. */
export interface SqlDatabase extends SqlSession {
  readonly name: string;
  /** Commit what `work` did, or roll all of it back when it throws or the signal aborts before the commit is sent. */
  transaction<T>(work: (session: SqlSession) => Promise<T>, io?: Io): Promise<T>;
  /**
   * Hear what is notified on a channel from the moment the promise resolves. `onGap` is called when some may have been
   * missed, as after a lost connection. Resolves to what stops it.
   */
  listen?(channel: string, onPayload: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>>;
  /** Close what was opened here, and nothing that was handed in. */
  [Symbol.asyncDispose]?(): Promise<void>;
}
