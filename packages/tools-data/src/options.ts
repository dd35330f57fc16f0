import type { Backend } from "@holdall/tool-core";
import type { SqlEngine } from "./sql/engine/sql-engine.ts";
import type { QueryDatabases } from "./sql/postgres/query-database.ts";
import type { SqlLimits } from "./sql/sql-limits.ts";

/** Options of the data tools. */
export interface DataToolsOptions {
  /** Where the files live. */
  readonly backend: Backend;
  /**
   * The backend of a dry run: a copy-on-write view of the backend, such as `overlay`. Without it a dry run writes
   * nothing and says so.
   */
  readonly preview?: ((backend: Backend) => Backend) | undefined;
  /**
   * The backend is the disk of this machine and its paths are those of the disk, so that query_data can open files where they
   * are (on Linux; elsewhere, and by default, they are copied for the time of a query).
   */
  readonly disk?: boolean | undefined;
  /** What runs the SQL of query_data: on Node `@duckdb/node-api` where it is installed; a page passes `browserSql`. */
  readonly engine?: SqlEngine | undefined;
  /** Limits of query_data. */
  readonly sql?: SqlLimits | undefined;
  /** Postgres databases of query_data by name. The policy is asked for `network` to `database:NAME`. */
  readonly databases?: QueryDatabases | undefined;
}
