import type { ColumnType } from "../../table/column-types.ts";
import { isExactNumber } from "../../table/exact-number.ts";
import type { Losses } from "../../table/losses.ts";
import { loadParquetWriter } from "../libraries.ts";

/** Parquet with one column type each: whole numbers, decimals, booleans, text; what is mixed or nested is JSON text. */
export async function writeParquet(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: readonly { readonly name: string; readonly type: ColumnType }[],
  losses: Losses,
): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await loadParquetWriter();
  const columnData = columns.map(({ name, type }) => {
    const values = rows.map((row) => row[name] ?? null);
    return { name, nullable: true, ...column(values, type, losses) };
  });
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

function column(values: readonly unknown[], type: ColumnType, losses: Losses) {
  if (type === "boolean") return { type: "BOOLEAN" as const, data: [...values] };
  if (type === "number") {
    const texts = values.map((value) => (value === null ? null : isExactNumber(value) ? value.rawJSON : String(value)));
    if (texts.every((text) => text === null || (/^-?\d{1,18}$/.test(text) && text !== "-0")))
      return { type: "INT64" as const, data: texts.map((text) => (text === null ? null : BigInt(text))) };
    const exact = texts.find((text) => text !== null && text.replace(/^-?0?\.?0*|[.]/g, "").length > 15);
    if (exact) losses.add("digits of numbers", { example: exact });
    if (texts.some((text) => text !== null && String(Number(text)) !== text && !exact))
      losses.add("the notation of numbers, such as trailing zeros");
    return { type: "DOUBLE" as const, data: texts.map((text) => (text === null ? null : Number(text))) };
  }
  if (type === "mixed") losses.add("values of several kinds in one column are written as JSON text");
  const data = values.map((value) =>
    value === null ? null : typeof value === "string" && type !== "mixed" ? value : JSON.stringify(value),
  );
  return { type: "STRING" as const, data };
}
