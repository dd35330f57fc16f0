import type { DuckDBConnection } from "@duckdb/node-api";
import { type Path, ToolError } from "@holdall/tool-core";
import type { Format } from "../../formats/formats.ts";
import { readXlsx } from "../../formats/read-xlsx.ts";
import type { DataSource } from "../../source/data-source.ts";
import { profile } from "../../table/data-table.ts";
import { likelyDelimiter } from "../../table/likely-delimiter.ts";
import type { Losses } from "../../table/losses.ts";
import { beginsWithList, openTable } from "../../table/open-table.ts";
import { writeTable } from "../../table/write-table.ts";
import { quoteName, quoteText } from "../engine/open-engine.ts";
import { type KindOfCells, type TypedColumn, typeOfKind } from "../types/cell-kinds.ts";
import { checkKinds, sampleKinds, typedTable } from "../types/check-kinds.ts";
import { csvKinds } from "../types/csv-kinds.ts";
import type { HeldFiles } from "./held-file.ts";

/** A file of rows, and how to read it. */
export interface RowFile {
  readonly path: Path;
  readonly source: DataSource & { readonly format: Format };
  /** Its first bytes. */
  readonly start: Uint8Array;
  /** The sheet of a workbook. */
  readonly part?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly header?: boolean | undefined;
}

export interface FileTableOptions {
  readonly connection: DuckDBConnection;
  readonly losses: Losses;
  readonly notes: string[];
  /** Look at every cell before the types are chosen, however large the file is. */
  readonly checkAll: boolean;
}

/** What the engine reads a file with, after it was made accessible to it. */
export type ReadTable = (options: FileTableOptions) => Promise<string>;

/** Above so many bytes, types come from the first rows of a file. */
const maxChecked = 64 * 1024 * 1024;

const isWide = (start: Uint8Array): boolean =>
  (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);

const hasMark = (start: Uint8Array): boolean => start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf;

/** The beginning of a text in UTF-16, in UTF-8. */
async function decodedStart(source: DataSource): Promise<Uint8Array> {
  for await (const chunk of source.chunks()) return chunk.slice(0, 65_536);
  return new Uint8Array(0);
}

/** Make a file accessible to the engine. Formats that it does not read are converted to JSON Lines. */
export async function holdTable(file: RowFile, held: HeldFiles, losses: Losses): Promise<ReadTable> {
  const { path, source, start } = file;
  const { format } = source;
  const hold = () => held.hold(path, () => source.chunks(), !isWide(start));
  const size = await source.size();
  if (format === "csv" || format === "tsv") {
    const place = await hold();
    if (!isWide(start)) return (options) => csvExpression(file, place, size, options);
    const text = { ...file, start: await decodedStart(source) };
    return (options) => csvExpression(text, place, size, options);
  }
  if (format === "parquet") {
    const place = await hold();
    return async () => `read_parquet(${quoteText(place)})`;
  }
  if (format === "jsonl" || (format === "json" && (await beginsWithList(source)))) {
    const place = await hold();
    const layout = format === "json" ? "array" : "newline_delimited";
    return (options) => jsonExpression(place, layout, size, options);
  }
  const { chunks, names } = await asJsonLines(file, losses);
  const counts = { bytes: 0 };
  const place = await held.copy(counted(chunks, counts), source.name);
  if (counts.bytes === 0) return async () => emptyTable(names());
  return (options) => jsonExpression(place, "newline_delimited", counts.bytes, options);
}

async function* counted(chunks: AsyncIterable<Uint8Array>, counts: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    counts.bytes += chunk.length;
    yield chunk;
  }
}

/** A table expression without rows. */
export const emptyTable = (names: readonly string[]): string =>
  `(SELECT ${names.length === 0 ? "1 WHERE false" : `${names.map((name) => `NULL::VARCHAR AS ${quoteName(name)}`).join(", ")} WHERE false`})`;

async function asJsonLines({ source, part, header }: RowFile, losses: Losses) {
  if (source.format === "xlsx")
    return { chunks: readXlsx(source, { sheet: part, header, losses }), names: () => [] as string[] };
  const table = await openTable(source, { losses });
  const { types } = await profile(table);
  const columns = table.columns.map((name, index) => ({ name, index, type: types[index] ?? ("empty" as const) }));
  return {
    chunks: writeTable(table, { to: "jsonl", columns, isTyped: table.isTyped, losses }),
    names: () => table.columns,
  };
}

/** Names that the engine tells apart: it ignores case, and every column has one. */
function distinctNames(names: readonly string[], notes: string[], file: string): string[] {
  const used = new Set<string>();
  return names.map((written, i) => {
    let name = written === "" ? `c${i + 1}` : written;
    for (let n = 1; used.has(name.toLowerCase()); n++) name = `${written}_${n}`;
    used.add(name.toLowerCase());
    if (name !== written)
      notes.push(`${file}: column ${i + 1}, ${JSON.stringify(written)}, is ${quoteName(name)} here.`);
    return name;
  });
}

async function csvExpression(
  { source, start, header = true, delimiter: given }: RowFile,
  place: string,
  size: number,
  { connection, notes, checkAll }: FileTableOptions,
): Promise<string> {
  const likely = likelyDelimiter(start);
  const delimiter = given ?? (source.format === "tsv" ? "\t" : likely.delimiter);
  const isLarge = size > maxChecked && !checkAll;
  const bom = hasMark(start) ? 3 : 0;
  const found = await csvKinds(source, start.subarray(bom), size - bom, {
    delimiter,
    header,
    skip: likely.skip,
    spread: isLarge,
  });
  if (found.names.length === 0) throw noColumns(source.name);
  if (delimiter !== "," && source.format === "csv" && given === undefined && likely.skip === 0)
    notes.push(
      `${source.name}: cells are separated by ${delimiter === "\t" ? "tabs" : JSON.stringify(delimiter)}, as the first lines show; write read_csv('…', delim = ',') if they are not.`,
    );
  const names = distinctNames(found.names, notes, source.name);
  const read = (types: string) =>
    `read_csv(${quoteText(place)}, auto_detect = false, header = ${header}, skip = ${likely.skip > 0 ? 1 : 0}, delim = ${quoteText(delimiter)}, quote = '"', escape = '"', strict_mode = true, max_line_size = ${maxLine}, columns = ${types})`;
  if (isLarge) notes.push(sampledNote(source.name));
  for (const [i, { other }] of found.kinds.entries())
    if (other !== undefined)
      notes.push(
        `${source.name}: ${quoteName(names[i]!)} is text, because of ${JSON.stringify(other.slice(0, 40))}; TRY_CAST(${quoteName(names[i]!)} AS DOUBLE) gives its numbers.`,
      );
  const kinds = names.map((name, i) => [name, found.kinds[i]!] as const);
  if (found.isWhole || isLarge)
    return typedTable(
      kinds.map(([name, kind]) => typeOfKind(name, kind, isLarge)),
      read,
    );
  const text = typedTable(
    names.map((name) => ({ name, type: "VARCHAR" })),
    read,
  );
  return typedTable(await checkKinds(connection, text, new Map(kinds.map(([name, { kind }]) => [name, kind]))), read);
}

/** Bytes of a row, and of an object of JSON. */
const maxLine = 16 * 1024 * 1024;

/** Types of the engine that it may have guessed: numbers with a point, and what text looked like. */
const guessed = /^(DOUBLE|HUGEINT|UHUGEINT|UBIGINT|DATE|TIME|TIMESTAMP.*)$/;

export async function jsonExpression(
  place: string,
  layout: "array" | "newline_delimited",
  size: number,
  { connection, notes, checkAll }: FileTableOptions,
): Promise<string> {
  const isLarge = size > maxChecked && !checkAll;
  const read = (more: string) =>
    `read_json(${quoteText(place)}, format = '${layout}', maximum_object_size = ${maxLine}, convert_strings_to_integers = false, ${more})`;
  const described = await connection.runAndReadAll(
    `SELECT column_name, column_type FROM (DESCRIBE FROM ${read(`sample_size = ${isLarge ? 100_000 : -1}`)})`,
  );
  const all = described.getRowsJson().map(([name, type]) => ({ name: String(name), type: String(type) }));
  const open = all.filter(({ type }) => guessed.test(type)).map(({ name }) => name);
  if (isLarge) notes.push(sampledNote("A large file"));
  const asText = read(
    `columns = ${typeMap(all.map(({ name, type }) => ({ name, type: open.includes(name) ? "VARCHAR" : type })))}`,
  );
  const texts = `(SELECT ${open.map(quoteName).join(", ")} FROM ${asText})`;
  const sampled = open.length === 0 ? new Map<string, KindOfCells>() : await sampleKinds(connection, texts, open);
  const kinds = new Map([...sampled].map(([name, { kind }]) => [name, kind]));
  const checked = isLarge
    ? [...sampled].map(([name, kind]) => typeOfKind(name, kind, true))
    : await checkKinds(connection, texts, kinds);
  const types = all.map(
    (column): TypedColumn =>
      checked.find(({ name }) => name === column.name) ??
      (isLarge && column.type === "BIGINT" ? typeOfKind(column.name, bigint, true) : column),
  );
  return typedTable(types, (columns) => read(`columns = ${columns}`));
}

/** Whole numbers of JSON, as the first rows of a large file have them. */
const bigint: KindOfCells = { kind: "integer", whole: 18, fraction: 0 };

const typeMap = (columns: readonly TypedColumn[]): string =>
  `{${columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(type)}`).join(", ")}}`;

const sampledNote = (name: string): string =>
  `${name} is large: types are those of a sample of its rows, and a code with a leading zero in other rows is read as a number.`;

const noColumns = (name: string): ToolError =>
  new ToolError("parse_error", `${name} is empty: it has no row with the names of columns.`, {
    hint: "Look at the file with {read_file}.",
  });
