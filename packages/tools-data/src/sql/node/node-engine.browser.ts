import { ToolError } from "@holdall/tool-core";

/** Stands in for node-engine.ts in bundles for browsers. Throws `unavailable`. */
export function defaultSqlEngine(): never {
  throw new ToolError("unavailable", "SQL needs an engine that this page does not have.", {
    hint: 'Use {filter_data} for rows and {aggregate_data} for sums and groups. Or tell the developer of the page: npm install @duckdb/duckdb-wasm, then pass dataTools({ engine: browserSql({ … }) }) with the import from "@holdall/tools-data/browser-sql".',
    data: { packages: ["@duckdb/duckdb-wasm"] },
  });
}
