/** The code that finds the files of a query. */
export const loadPrepare = () => import("./prepare-query.ts");

/** The code that runs a query. */
export const loadQuery = () => import("./query.ts");

/** The code that queries a Postgres database. */
export const loadPostgres = () => import("./postgres/query-postgres.ts");
