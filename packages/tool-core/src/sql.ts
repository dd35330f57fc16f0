import type { Io } from "./backend/backend.ts";

/** Text, float8 and boolean columns as themselves, bigint as anything that `Number` takes, bytea as a Uint8Array of its own, null as null. */
export type SqlRow = Readonly<Record<string, unknown>>;

export interface SqlSession {
  /** Run one statement of Postgres SQL with `$1` parameters. Errors carry their SQLSTATE in `code`. */
  query<Row = SqlRow>(sql: string, params?: readonly unknown[], io?: Io): Promise<readonly Row[]>;
  /** Run several statements without parameters; the rows of all of them. */
  exec?<Row = SqlRow>(sql: string): Promise<readonly Row[]>;
}

/** A Postgres, on a server or embedded; `@holdall/backends-sql/pg` and `/pglite` make one. */
export interface SqlDatabase extends SqlSession {
  /** `pglite` is embedded: one process has it, and its statements run one after the other. */
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
