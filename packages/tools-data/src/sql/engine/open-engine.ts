import { availableParallelism } from "node:os";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { loadDuckDb } from "./load-duckdb.ts";

/** An engine for one query. */
export interface Engine extends Disposable {
  readonly connection: DuckDBConnection;
  /** From now on, only these paths can be opened, and no setting can be changed. `memory` is in MiB. */
  confine(paths: readonly string[], memory: number): Promise<void>;
}

export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Open an engine without tables. Extensions are neither loaded nor installed. */
export async function openEngine(): Promise<Engine> {
  const { DuckDBInstance: Instance } = await loadDuckDb();
  const instance: DuckDBInstance = await Instance.create(":memory:", {
    threads: String(Math.min(4, availableParallelism())),
    temp_directory: "",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    allow_unsigned_extensions: "false",
  });
  const connection = await instance.connect();
  return {
    connection,
    async confine(paths, memory) {
      await connection.run(
        `SET memory_limit = '${memory}MiB'; SET TimeZone = 'UTC'; SET allowed_paths = [${paths.map(quoteText).join(", ")}];
         SET enable_external_access = false; SET lock_configuration = true`,
      );
    },
    [Symbol.dispose]() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
