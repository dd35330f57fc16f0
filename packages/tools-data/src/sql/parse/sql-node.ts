/** A node of a query's syntax tree, as DuckDB writes it. */
export type SqlNode = Record<string, unknown>;
