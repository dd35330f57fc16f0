import { ToolError } from "@holdall/tool-core";
import type * as sql from "./load-sql.ts";

// Stands in for load-sql.ts in bundles for browsers: the engine is a library of Node.

const unavailable = (): ToolError =>
  new ToolError("unavailable", "SQL is not available in a browser.", {
    hint: "Use {filter_data} for rows and {aggregate_data} for sums and groups.",
  });

export const loadPrepare: typeof sql.loadPrepare = async () => {
  throw unavailable();
};

export const loadQuery: typeof sql.loadQuery = async () => {
  throw unavailable();
};

export const loadPostgres: typeof sql.loadPostgres = () => import("./postgres/query-postgres.ts");
