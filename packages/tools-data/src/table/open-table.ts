import { ToolError } from "@holdall/tool-core";
import type { Format } from "../formats/formats.ts";
import { documentFormat } from "../formats/open-document-format.ts";
import { readParquet } from "../formats/tables/read-parquet.ts";
import { readXlsx } from "../formats/tables/read-xlsx.ts";
import type { DataSource } from "../source/data-source.ts";
import { readDelimiter } from "../source/delimiter.ts";
import { csvTable, type DataTable, jsonTable, type TableOptions } from "./data-table.ts";
import { isExactNumber } from "./exact-number.ts";
import { createLosses, type Losses } from "./losses.ts";

export interface OpenTableOptions extends TableOptions {
  readonly sheet?: string | undefined;
  /** JSONPath of the list of rows in a document. */
  readonly table?: string | undefined;
  readonly losses: Losses;
}

/** The rows of data in any format. Throws `wrong_kind` for a document without a list of objects. */
export async function openTable(source: DataSource, options: OpenTableOptions): Promise<DataTable> {
  const { format } = source;
  if (format === "csv" || format === "tsv")
    return csvTable(source, { ...options, delimiter: readDelimiter(options.delimiter) });
  const losses = toldOnce(options.losses);
  if (format === "xlsx")
    return jsonTable({ name: source.name, chunks: () => readXlsx(source, { ...options, losses: losses() }) }, options);
  if (format === "parquet")
    return jsonTable({ name: source.name, chunks: () => readParquet(source, losses(), options.wanted) }, options);
  if (format === "markdown")
    throw new ToolError("unsupported", "Markdown can be written but not read.", {
      hint: "Pass the data as CSV or JSON.",
    });
  if (options.table === undefined && (format === "jsonl" || (format === "json" && (await beginsWithList(source)))))
    return jsonTable(source, options);
  const rows = await findRows(await readDocument(source, options.losses), source, options);
  const lines = new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const chunks = async function* () {
    yield lines;
  };
  return jsonTable({ name: source.name, chunks }, options);
}

/** For readers that run once for the types and once for the rows: what the first one loses counts. */
function toldOnce(losses: Losses): () => Losses {
  let isFirst = true;
  return () => {
    const told = isFirst ? losses : createLosses(false);
    isFirst = false;
    return told;
  };
}

/** A document as a value; numbers keep their digits. */
export async function readDocument(source: DataSource, losses: Losses): Promise<unknown> {
  const text = new TextDecoder().decode(await source.whole());
  return (await documentFormat(source.format)).parse(text, source.name, losses);
}

export async function beginsWithList(source: DataSource): Promise<boolean> {
  for await (const chunk of source.chunks()) {
    const first = chunk.find((byte) => byte !== 32 && byte !== 9 && byte !== 10 && byte !== 13);
    if (first !== undefined) return first === 91;
  }
  return false;
}

/** The list of objects in a document: where `table` says, or the only one there is at its top. */
async function findRows(
  document: unknown,
  { name, format }: Pick<DataSource, "name" | "format">,
  { table, losses }: Pick<OpenTableOptions, "table" | "losses">,
): Promise<readonly object[]> {
  const place = table === undefined ? onlyList(document, format, losses) : await listAt(document, table);
  const rows = isPlainObject(place) ? [place] : format === "xml" ? withEmptyRows(place) : place;
  if (Array.isArray(rows) && rows.every(isPlainObject)) return rows;
  throw new ToolError("wrong_kind", `${name} has no list of objects${table === undefined ? "" : ` at ${table}`}.`, {
    hint: "Set the location of the rows with `table`, a JSONPath such as $.items.",
  });
}

/** An element without anything in it is a row without anything in it, among others. */
const withEmptyRows = (list: unknown): unknown =>
  Array.isArray(list) && list.some(isPlainObject) ? list.map((each) => (each === "" ? {} : each)) : list;

const isPlainObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isExactNumber(value);

async function listAt(document: unknown, table: string): Promise<unknown> {
  const { compileJsonPath } = await import("../query/json-path.ts");
  const found = compileJsonPath(table)
    .query(document as never)
    .values();
  return found.length === 1 ? found[0] : found;
}

const isRows = (value: unknown): boolean => Array.isArray(value) && value.every(isPlainObject) && value.length > 0;

/**
 * Down through single keys, as XML and TOML have them, to a list; a document without one is a row itself. In XML, where one
 * element may be a list of one, that is what the single keys lead to.
 */
function onlyList(document: unknown, format: Format, losses: Losses): unknown {
  let at = document;
  for (let depth = 0; depth < 3 && isPlainObject(at); depth++) {
    const entries = Object.entries(at);
    const lists = entries.filter(([, value]) => isRows(format === "xml" ? withEmptyRows(value) : value));
    if (lists.length === 1) {
      const [list] = lists;
      for (const [key] of entries) if (key !== list![0]) losses.add("data next to the list of rows", { example: key });
      return list![1];
    }
    const [only, ...more] = Object.values(at);
    if (lists.length > 1 || more.length > 0 || !isPlainObject(only)) break;
    at = only;
  }
  return format === "xml" ? at : document;
}
