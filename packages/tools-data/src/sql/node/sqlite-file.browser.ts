import { basename, type Path, ToolError } from "@holdall/tool-core";

/** Stands in for sqlite-file.ts in bundles for browsers. Throws `unavailable`. */
export async function openSqlite(_place: string, name: string): Promise<never> {
  const file = basename(name as Path);
  throw new ToolError("unavailable", `${name} is an SQLite file, and a browser has no SQLite.`, {
    hint: `Ask the user to export the tables that are needed as CSV, such as with sqlite3 -header -csv ${file} "SELECT * FROM users" > users.csv, then query FROM 'users.csv'. A DuckDB file is read here.`,
  });
}
