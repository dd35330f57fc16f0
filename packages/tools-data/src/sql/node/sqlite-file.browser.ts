import { ToolError } from "@holdall/tool-core";

/** Stands in for sqlite-file.ts in bundles for browsers. Throws `unavailable`. */
export async function openSqlite(_place: string, name: string): Promise<never> {
  throw new ToolError("unavailable", `${name} is an SQLite file, and a browser has no SQLite.`, {
    hint: "Ask the user to export its tables as CSV.",
  });
}
