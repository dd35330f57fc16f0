import { missingLibrary } from "../../formats/missing-library.ts";

export type DuckDb = typeof import("@duckdb/node-api");

/** The engine, which is optional. Throws `unavailable` with what to install. */
export async function loadDuckDb(): Promise<DuckDb> {
  try {
    return await import("@duckdb/node-api");
  } catch (cause) {
    throw missingLibrary("SQL", "@duckdb/node-api", cause, "use {aggregate_data} and {filter_data}");
  }
}
