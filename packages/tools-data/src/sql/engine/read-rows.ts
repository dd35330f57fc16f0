import type { DuckDBDataChunk, DuckDBResult, DuckDBType, DuckDBValueConverter } from "@duckdb/node-api";
import { ToolError } from "@holdall/tool-core";
import type { OutColumn } from "../../formats/tables/row-writer.ts";
import { exactNumber } from "../../table/exact-number.ts";
import type { QueryDataOutput } from "../query-params.ts";
import type { DuckDb } from "./load-duckdb.ts";

/** What a result's rows are made with. */
export interface RowReader {
  readonly columns: QueryDataOutput["columns"];
  readonly out: readonly OutColumn[];
  rows(chunk: DuckDBDataChunk): Record<string, unknown>[];
}

/** Read values so that no digit is lost: whole numbers and decimals of any length are numbers with all of their digits. */
export function rowReader(
  result: DuckDBResult,
  { DuckDBTypeId: ids, JsonDuckDBValueConverter: toJson }: DuckDb,
): RowReader {
  const exact = new Set<number>([ids.BIGINT, ids.UBIGINT, ids.HUGEINT, ids.UHUGEINT, ids.DECIMAL, ids.BIGNUM]);
  const texts = new Set<number>([ids.INTERVAL]);
  const convert: DuckDBValueConverter<unknown> = (value, type, converter) => {
    if (value === null) return null;
    if (exact.has(type.typeId)) return exactNumber(String(value));
    if (texts.has(type.typeId)) return String(value);
    return toJson(value, type, converter as never);
  };
  const names = result.deduplicatedColumnNames();
  const types = result.columnTypes();
  const numbers = new Set<number>([
    ...exact,
    ids.TINYINT,
    ids.SMALLINT,
    ids.INTEGER,
    ids.UTINYINT,
    ids.USMALLINT,
    ids.UINTEGER,
    ids.FLOAT,
    ids.DOUBLE,
  ]);
  const kindOf = ({ typeId }: DuckDBType) =>
    numbers.has(typeId) ? ("number" as const) : typeId === ids.BOOLEAN ? ("boolean" as const) : ("text" as const);
  return {
    columns: names.map((name, i) => ({ name, type: String(types[i]) })),
    out: names.map((name, index) => ({ name, index, type: kindOf(types[index]!) })),
    rows: (chunk) =>
      chunk.convertRows(convert).map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]]))),
  };
}

/** Rows that are read from a result: those of one page, and how many there are. */
export interface ResultPage {
  readonly rows: readonly Record<string, unknown>[];
  readonly total: number;
}

interface PageOptions {
  readonly limit: number;
  readonly offset: number;
  /** Characters of the rows of an answer. */
  readonly maxText: number;
  readonly maxRows: number;
}

/** The rows of a page. Those of other pages are counted, not read. */
export async function readPage(
  result: DuckDBResult,
  reader: RowReader,
  { limit, offset, maxText, maxRows }: PageOptions,
): Promise<ResultPage> {
  const rows: Record<string, unknown>[] = [];
  let total = 0;
  let text = 0;
  let isFull = false;
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const first = total;
    total += chunk.rowCount;
    if (total > maxRows) throw tooManyRows(maxRows);
    if (isFull || total <= offset) continue;
    for (const row of reader.rows(chunk).slice(Math.max(0, offset - first))) {
      text += JSON.stringify(row).length;
      isFull = rows.length === limit || (rows.length > 0 && text > maxText);
      if (isFull) break;
      rows.push(row);
    }
  }
  return { rows, total };
}

/** The rows of a result as JSON Lines. */
export async function* jsonLines(
  result: DuckDBResult,
  reader: RowReader,
  { maxRows, onRows }: { readonly maxRows: number; onRows(count: number): void },
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let total = 0;
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    total += chunk.rowCount;
    if (total > maxRows) throw tooManyRows(maxRows);
    onRows(chunk.rowCount);
    yield encoder.encode(
      reader
        .rows(chunk)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(""),
    );
  }
}

const tooManyRows = (max: number): ToolError =>
  new ToolError("too_large", `The result has more than ${max} rows.`, {
    hint: "Aggregate or filter in the query, or add LIMIT.",
    data: { max },
  });
