import { availableParallelism } from "node:os";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { SqlLimits } from "../sql-limits.ts";
import { loadDuckDb } from "./load-duckdb.ts";

/** An engine for one query. */
export interface Engine extends Disposable {
  readonly connection: DuckDBConnection;
  /** From now on, only these paths can be opened, and no setting can be changed. */
  confine(paths: readonly string[]): Promise<void>;
}

export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Open an engine without tables. Extensions are neither loaded nor installed. */
export async function openEngine({ memory = 1024 }: SqlLimits): Promise<Engine> {
  const { DuckDBInstance: Instance } = await loadDuckDb();
  const instance: DuckDBInstance = await Instance.create(":memory:", {
    threads: String(Math.min(4, availableParallelism())),
    memory_limit: `${memory}MiB`,
    temp_directory: "",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    allow_unsigned_extensions: "false",
  });
  const connection = await instance.connect();
  return {
    connection,
    async confine(paths) {
      await connection.run(
        `SET TimeZone = 'UTC'; SET allowed_paths = [${paths.map(quoteText).join(", ")}];
         SET enable_external_access = false; SET lock_configuration = true`,
      );
    },
    [Symbol.dispose]() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
