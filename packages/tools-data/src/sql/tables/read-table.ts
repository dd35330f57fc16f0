import { readXlsx } from "../../formats/tables/read-xlsx.ts";
import type { DataSource } from "../../source/data-source.ts";
import { profile } from "../../table/data-table.ts";
import type { Losses } from "../../table/losses.ts";
import { beginsWithList, openTable } from "../../table/open-table.ts";
import { writeTable } from "../../table/write-table.ts";
import type { HeldFiles } from "../engine/engine.ts";
import { quoteText } from "../engine/quote.ts";
import type { SqlFormat } from "../files/file-format.ts";
import { holdCells } from "./cell-table.ts";
import { csvExpression } from "./csv-table.ts";
import { emptyTable } from "./empty-table.ts";
import { jsonExpression } from "./json-table.ts";
import type { ReadTable, RowFile } from "./read-options.ts";

const isWide = (start: Uint8Array): boolean =>
  (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);

/** The beginning of a text in UTF-16, in UTF-8. */
async function decodedStart(source: DataSource): Promise<Uint8Array> {
  for await (const chunk of source.chunks()) return chunk.slice(0, 65_536);
  return new Uint8Array(0);
}

interface HoldPlace {
  readonly files: HeldFiles;
  readonly losses: Losses;
  /** Formats that the engine reads. */
  readonly reads: ReadonlySet<SqlFormat>;
}

/** Make a file accessible to the engine. Formats that it does not read are converted to JSON Lines, or to CSV. */
export async function holdTable(file: RowFile, { files: held, losses, reads }: HoldPlace): Promise<ReadTable> {
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
  if (format === "parquet" && reads.has(format)) {
    const place = await hold();
    return async () => `read_parquet(${quoteText(place)})`;
  }
  if (reads.has(format) && (format === "jsonl" || (format === "json" && (await beginsWithList(source))))) {
    const place = await hold();
    const layout = format === "json" ? "array" : "newline_delimited";
    return (options) => jsonExpression(place, layout, size, options);
  }
  if (!reads.has("jsonl")) return holdCells(file, held, losses);
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
