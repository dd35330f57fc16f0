import { type Backend, type Path, ToolError } from "@holdall/tool-core";

/** Rows of a data file as text. `total` includes the rows that `limit` leaves out. */
export interface DataRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly total: number;
}

export interface TableRequest {
  readonly backend: Backend;
  readonly path: Path;
  readonly columns?: readonly string[] | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export type ReadTable = (request: TableRequest) => Promise<DataRows>;

const maxBytes = 16 * 1024 * 1024;

/** Read CSV, TSV, JSON or JSON Lines up to 16 MB. Cells stay text; a row with more or fewer cells is rejected. */
export const readTable: ReadTable = async ({ backend, path, columns, limit, signal }) => {
  const { bytes } = await backend.read(path, { signal });
  if (bytes.length > maxBytes)
    throw new ToolError("too_large", `${path} has ${bytes.length} bytes; a table is read from up to ${maxBytes}.`, {
      hint: "Filter or aggregate it first, and use the smaller file.",
    });
  const text = decode(bytes, path);
  const table = /\.(jsonl|ndjson)$/i.test(path)
    ? fromRecords(
        text.split("\n").flatMap((line, at) => (line.trim() ? [parseJson(line, path, at + 1)] : [])),
        path,
      )
    : /\.json$/i.test(path)
      ? fromRecords(parseJson(text, path), path)
      : fromCsv(text, /\.tsv$/i.test(path) ? "\t" : ",", path);
  const wanted = columns?.map((name) => indexOf(table.columns, name, path)) ?? table.columns.map((_, at) => at);
  return {
    columns: wanted.map((at) => table.columns[at] ?? ""),
    rows: table.rows.slice(0, limit).map((row) => wanted.map((at) => row[at] ?? "")),
    total: table.rows.length,
  };
};

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ToolError("wrong_kind", `${path} is not text in UTF-8.`, { hint: "Convert it first.", cause });
  }
}

function parseJson(text: string, path: string, line?: number): unknown {
  try {
    return JSON.parse(text, keepDigits);
  } catch (cause) {
    const where = line === undefined ? path : `${path}, line ${line}`;
    throw new ToolError("parse_error", `${where}: ${(cause as Error).message}`, { hint: "Correct the file.", cause });
  }
}

/** Numbers as they are written: no digit is rounded away. */
const keepDigits = (_: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === "number" ? (context?.source ?? String(value)) : value;

function fromRecords(value: unknown, path: string): Table {
  const records = Array.isArray(value) ? value : [];
  if (!Array.isArray(value) || records.some((row) => typeof row !== "object" || row === null || Array.isArray(row)))
    throw new ToolError("wrong_kind", `${path} is not a list of objects.`, {
      hint: "A table needs one object per row: [{…}, {…}].",
    });
  const columns = [...new Set(records.flatMap((row) => Object.keys(row as object)))];
  const rows = records.map((row) => columns.map((name) => cellText((row as Record<string, unknown>)[name])));
  return { columns, rows };
}

const cellText = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);

function fromCsv(text: string, delimiter: string, path: string): Table {
  const [columns = [], ...rows] = splitCsv(text, delimiter, path);
  const ragged = rows.findIndex((row) => row.length !== columns.length);
  if (ragged >= 0)
    throw new ToolError(
      "parse_error",
      `${path}: row ${ragged + 2} has ${rows[ragged]?.length} cells, the header ${columns.length}.`,
      { hint: "Correct the row, or quote the cell with the delimiter in it." },
    );
  return { columns, rows };
}

/** RFC 4180, with any line break. */
function splitCsv(text: string, delimiter: string, path: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (at++; ; ) {
        const end = text.indexOf('"', at);
        if (end < 0) throw unclosed(path, rows.length + 1);
        cell += text.slice(at, end);
        if (text[end + 1] !== '"') {
          at = end + 1;
          break;
        }
        cell += '"';
        at = end + 2;
      }
      if (endOfCell(text, at, delimiter) > at) throw afterQuote(path, rows.length + 1);
    }
    const end = endOfCell(text, at, delimiter);
    cell += text.slice(at, end);
    row.push(cell);
    at = end;
    if (text[at] === delimiter && ++at < text.length) continue;
    if (text[at - 1] === delimiter && at === text.length) row.push("");
    if (text[at] === "\r" && text[at + 1] === "\n") at++;
    at++;
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  }
  return rows;
}

function endOfCell(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}

const afterQuote = (path: string, row: number): ToolError =>
  new ToolError("parse_error", `${path}: text follows the closing quote of a cell in row ${row}.`, {
    hint: "Write a quote in a quoted cell twice.",
  });

const unclosed = (path: string, row: number): ToolError =>
  new ToolError("parse_error", `${path}: a quote in row ${row} is not closed.`, { hint: "Correct the file." });

function indexOf(columns: readonly string[], name: string, path: string): number {
  const at = columns.indexOf(name);
  if (at >= 0) return at;
  throw new ToolError("no_match", `${path} has no column ${JSON.stringify(name)}.`, {
    hint: `Its columns are ${columns.map((each) => JSON.stringify(each)).join(", ")}.`,
  });
}
