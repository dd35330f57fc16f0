export type { SqlDatabase, SqlRow, SqlSession } from "@holdall/tool-core/sql";
export { type SqlBackendOptions, sqlBackend } from "./sql-backend.ts";
