/** The used part of a Postgres driver, such as `pgDatabase` of `@holdall/backends-sql/pg`. */
export interface SqlTransactions {
  /**
   * Run `work` in one transaction, which is rolled back if it throws. Errors of the server have their SQLSTATE in `code`; an abort
   * interrupts the statement that runs.
   */
  transaction<T>(
    work: (session: SqlStatements) => Promise<T>,
    io?: { readonly signal?: AbortSignal | undefined },
  ): Promise<T>;
}

export interface SqlStatements {
  query<Row = Readonly<Record<string, unknown>>>(sql: string, params?: readonly unknown[]): Promise<readonly Row[]>;
}

/** A Postgres database that the user has configured for query_data. */
export interface QueryDatabase {
  readonly db: SqlTransactions;
  /** Rows of a result, by default those of the limits of query_data. */
  readonly maxRows?: number | undefined;
  /** Milliseconds of a call, by default those of the limits of query_data. */
  readonly timeout?: number | undefined;
  /** Schemas whose tables need no schema before their name; `public` by default. */
  readonly schemas?: readonly string[] | undefined;
}

/** Databases by the name that a model and the policy know them by: lower case letters, digits, `_` and `-`. */
export type QueryDatabases = Readonly<Record<string, QueryDatabase>>;
