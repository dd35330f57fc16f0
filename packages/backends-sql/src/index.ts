export { type SqlBackendOptions, sqlBackend } from "./sql-backend.ts";
export type { SqlDatabase, SqlRow, SqlSession } from "./sql-database.ts";
