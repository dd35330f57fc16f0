import { ToolError } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";

/** The tables of an SQLite file that was copied. */
export interface SqliteFile extends Disposable {
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[];
  /** The rows of a table as JSON Lines. */
  rows(table: string): AsyncIterable<Uint8Array>;
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Open a copy, read-only. Throws `unavailable` where the runtime has no SQLite, and `parse_error` for a damaged file. */
export async function openSqlite(place: string, name: string, signal: AbortSignal): Promise<SqliteFile> {
  const { DatabaseSync } = await import("node:sqlite").catch((cause: unknown) => {
    throw new ToolError("unavailable", "This runtime has no SQLite.", {
      hint: "Ask the user to run it with Node 22.19 or later, or to export the tables as CSV.",
      cause,
    });
  });
  const damaged = (cause: unknown) =>
    new ToolError(
      "parse_error",
      `${name} is not an SQLite file that can be read: ${String((cause as Error).message)}.`,
      {
        hint: "It may be damaged or encrypted. Ask the user for an export.",
        cause,
      },
    );
  let database: InstanceType<typeof DatabaseSync> | undefined;
  try {
    database = new DatabaseSync(place, { readOnly: true, allowExtension: false });
    const opened = database;
    // Views and virtual tables may never end or load code; what is stored in tables can be read row by row.
    const names = opened
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .all()
      .map((row) => String(row.name));
    const tables = names.map((table) => ({
      name: table,
      columns: opened
        .prepare(`PRAGMA table_info(${quote(table)})`)
        .all()
        .map((row) => String(row.name)),
    }));
    return {
      tables,
      async *rows(table) {
        const breathe = createYield(signal);
        const statement = opened.prepare(`SELECT * FROM ${quote(table)}`);
        statement.setReadBigInts(true);
        let lines: string[] = [];
        for (const row of statement.iterate()) {
          lines.push(
            `{${Object.entries(row as object)
              .map(([key, value]) => `${JSON.stringify(key)}:${cellJson(value)}`)
              .join(",")}}\n`,
          );
          if (lines.length < 500) continue;
          yield new TextEncoder().encode(lines.join(""));
          lines = [];
          const breath = breathe();
          if (breath) await breath;
        }
        yield new TextEncoder().encode(lines.join(""));
      },
      [Symbol.dispose]: () => opened.close(),
    };
  } catch (cause) {
    database?.close();
    throw damaged(cause);
  }
}

/** A cell as JSON: whole numbers with all digits, bytes as hexadecimal digits. */
function cellJson(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString("hex"));
  if (typeof value === "number" && !Number.isFinite(value)) return "null";
  return JSON.stringify(value) ?? "null";
}
