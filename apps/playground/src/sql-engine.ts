import worker from "@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url";
import module from "@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url";
import { browserSql } from "@holdall/tools-data/browser-sql";

/** DuckDB, whose files are part of the build. */
export const sqlEngine = browserSql({ module, worker });
