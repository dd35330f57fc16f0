import { ToolError } from "@holdall/tool-core";
import { toBase64 } from "@holdall/tool-kit";
import type { DataSource } from "../../source/data-source.ts";
import { exactNumber } from "../../table/exact-number.ts";
import type { Losses } from "../../table/losses.ts";
import { loadParquetReader } from "../libraries.ts";

const rowsAtOnce = 10_000;

/** The rows of a Parquet file as JSON Lines, read part by part. */
export async function* readParquet(
  source: DataSource,
  losses: Losses,
  columns?: readonly string[],
): AsyncGenerator<Uint8Array> {
  const { parquetMetadataAsync, parquetReadObjects, compressors } = await loadParquetReader();
  const byteLength = await source.size();
  const file = {
    byteLength,
    slice: async (start: number, end = byteLength) => (await source.range(start, end)).slice().buffer as ArrayBuffer,
  };
  const failed = (cause: unknown): never => {
    throw ToolError.is(cause)
      ? cause
      : new ToolError("parse_error", `${source.name} cannot be read as Parquet: ${String(cause)}`, { cause });
  };
  const metadata = await parquetMetadataAsync(file).catch(failed);
  const rows = Number(metadata.num_rows);
  const encoder = new TextEncoder();
  const replacer = plainValues(losses);
  for (let rowStart = 0; rowStart < rows; rowStart += rowsAtOnce) {
    const rowEnd = Math.min(rows, rowStart + rowsAtOnce);
    const only = columns ? { columns: [...columns] } : {};
    const objects = await parquetReadObjects({
      file,
      metadata,
      rowStart,
      rowEnd,
      compressors,
      utf8: false,
      ...only,
    }).catch(failed);
    yield encoder.encode(objects.map((row) => `${JSON.stringify(row, replacer)}\n`).join(""));
  }
}

const plainValues = (losses: Losses) => (_: string, value: unknown) => {
  if (typeof value === "bigint") return exactNumber(value.toString());
  if (typeof value === "number" && !Number.isFinite(value)) {
    losses.add("NaN and infinite numbers become null", { example: String(value) });
    return null;
  }
  if (!(value instanceof Uint8Array)) return value;
  // Writers of old do not mark text as such.
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    losses.add("bytes become text in base64");
    return toBase64(value);
  }
};
