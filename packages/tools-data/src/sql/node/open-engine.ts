import { availableParallelism } from "node:os";
import type { Engine } from "../engine/engine.ts";
import { quoteText } from "../engine/quote.ts";
import type { SqlFormat } from "../files/file-format.ts";
import { holdFiles } from "./held-file.ts";
import { loadDuckDb } from "./load-duckdb.ts";
import { rowStream } from "./node-rows.ts";

const reads: ReadonlySet<SqlFormat> = new Set<SqlFormat>(["csv", "tsv", "json", "jsonl", "parquet"]);

/** Open an engine of Node's library. Throws `unavailable` where it is not installed. */
export async function openEngine(): Promise<Engine> {
  const duckdb = await loadDuckDb();
  const instance = await duckdb.DuckDBInstance.create(":memory:", {
    threads: String(Math.min(4, availableParallelism())),
    temp_directory: "",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    allow_unsigned_extensions: "false",
  });
  const connection = await instance.connect();
  return {
    reads,
    hasZones: true,
    async run(sql) {
      await connection.run(sql);
    },
    json: async (sql, values) => (await connection.runAndReadAll(sql, values && [...values])).getRowsJson(),
    stream: async (sql) => rowStream(await connection.stream(sql), duckdb),
    holdFiles,
    async confine(paths, memory) {
      await connection.run(
        `SET memory_limit = '${memory}MiB'; SET TimeZone = 'UTC'; SET allowed_paths = [${paths.map(quoteText).join(", ")}];
         SET enable_external_access = false; SET lock_configuration = true`,
      );
    },
    interrupt: () => connection.interrupt(),
    [Symbol.dispose]() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
