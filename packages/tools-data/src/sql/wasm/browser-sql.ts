import { AsyncDuckDB, VoidLogger } from "@duckdb/duckdb-wasm";
import { ToolError } from "@holdall/tool-core";
import type { SqlEngine } from "../engine/sql-engine.ts";
import { wasmSql } from "./wasm-sql.ts";

/** Where a page serves the files of `@duckdb/duckdb-wasm`; relative addresses are those of the page. */
export interface BrowserSqlOptions {
  /** `duckdb-eh.wasm`, or `duckdb-mvp.wasm` for browsers before 2022. */
  readonly module: string;
  /** The worker of the same name, such as `duckdb-browser-eh.worker.js`. */
  readonly worker: string;
}

/**
 * DuckDB in WebAssembly, in workers of a page, for `dataTools({ engine })`. Its files are loaded with the first query. The worker
 * loses its network before it starts the library, so that no extension and no file of another place is loaded.
 */
export const browserSql = ({ module, worker }: BrowserSqlOptions): SqlEngine =>
  wasmSql(async () => {
    const [moduleUrl, script] = [module, worker].map((each) => new URL(each, location.href).href) as [string, string];
    const thread = new Worker(new URL("./sql-worker.browser.ts", import.meta.url));
    const { promise: ended, reject } = Promise.withResolvers<never>();
    thread.addEventListener("message", (event: MessageEvent<{ readonly failed?: string }>) => {
      if (event.data?.failed === undefined) return;
      event.stopImmediatePropagation();
      reject(new Error(event.data.failed));
    });
    thread.postMessage({ module: moduleUrl, script });
    ended.catch(() => undefined);
    thread.addEventListener("error", (event) => {
      event.preventDefault();
      reject(new Error(`The worker of DuckDB failed: ${event.message || script}`));
    });
    const db = new AsyncDuckDB(new VoidLogger(), thread);
    const end = () => {
      reject(new Error("The worker was ended."));
      thread.terminate();
    };
    try {
      await Promise.race([db.instantiate(moduleUrl), ended]);
    } catch (cause) {
      end();
      throw new ToolError(
        "unavailable",
        `DuckDB cannot be loaded: ${String((cause as Error).message ?? cause).slice(0, 300)}`,
        {
          hint: `Use {aggregate_data} and {filter_data}. Tell the developer of the page that it must serve ${moduleUrl} and ${script}.`,
          cause,
        },
      );
    }
    return { db, ended, end };
  });
