export type { SqlDatabase, SqlRow, SqlSession } from "@holdall/durable/port";
export { type SqlBackendOptions, sqlBackend } from "./sql-backend.ts";
