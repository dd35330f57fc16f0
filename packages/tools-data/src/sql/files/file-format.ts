import { type Format, formatOfPath, sniffFormat } from "../../formats/formats.ts";

export type SqlFormat = Format | "sqlite" | "duckdb";

const databases: Readonly<Record<string, SqlFormat>> = {
  db: "sqlite",
  db3: "sqlite",
  sqlite: "sqlite",
  sqlite3: "sqlite",
  duckdb: "duckdb",
  ddb: "duckdb",
};

const extensionOf = (path: string): string => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";

/** Whether a name in FROM is that of a file: it has a folder, or an ending that files of data have. */
export const isFileName = (name: string): boolean =>
  name.includes("/") ||
  name.includes("\\") ||
  formatOfPath(name) !== undefined ||
  databases[extensionOf(name)] !== undefined ||
  /\.(txt|dat|log|gz|zst|zip)$/i.test(name);

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  [...text].every((character, i) => bytes[at + i] === character.charCodeAt(0));

/** The format of a file by its beginning where that is certain, and by its name otherwise. */
export function sqlFormat(path: string, start: Uint8Array): SqlFormat {
  if (startsWith(start, "SQLite format 3\0")) return "sqlite";
  if (startsWith(start, "DUCK", 8)) return "duckdb";
  if (startsWith(start, "PAR1")) return "parquet";
  return databases[extensionOf(path)] ?? formatOfPath(path) ?? sniffFormat(start);
}

/** The name of a table that a file has without folder and ending. */
export const baseName = (path: string): string => /([^/\\]+?)(\.\w+)?$/.exec(path)?.[1] ?? path;

/** A pattern of file names in one folder, such as `data/*.csv`; undefined for a name. */
export function patternOf(path: string): { readonly folder: string; readonly matches: RegExp } | undefined {
  const cut = path.lastIndexOf("/");
  const name = path.slice(cut + 1);
  if (!/[*?]/.test(name)) return undefined;
  const source = [...name].map((each) => (each === "*" ? "[^/]*" : each === "?" ? "[^/]" : escaped(each)));
  return { folder: cut < 0 ? "." : path.slice(0, cut) || "/", matches: new RegExp(`^${source.join("")}$`) };
}

const escaped = (character: string): string => (/[\\^$.*+?()[\]{}|/-]/.test(character) ? `\\${character}` : character);
