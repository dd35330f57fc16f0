import type { DuckDBDataChunk, DuckDBResult, DuckDBType, DuckDBValueConverter } from "@duckdb/node-api";
import { exactNumber } from "../../table/exact-number.ts";
import type { RowStream } from "../engine/engine.ts";
import type { DuckDb } from "./load-duckdb.ts";

/** Read values so that no digit is lost: whole numbers and decimals of any length are numbers with all of their digits. */
export function rowStream(
  result: DuckDBResult,
  { DuckDBTypeId: ids, JsonDuckDBValueConverter: toJson }: DuckDb,
): RowStream {
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
  const rowsOf = (chunk: DuckDBDataChunk) => chunk.convertRows(convert);
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
    async next() {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) return undefined;
      const rows = () => rowsOf(chunk).map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
      return { count: chunk.rowCount, rows };
    },
  };
}
