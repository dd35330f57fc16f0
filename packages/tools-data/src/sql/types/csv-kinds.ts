import { cellText } from "../../scan/row.ts";
import type { DataSource } from "../../source/data-source.ts";
import { csvTable } from "../../table/data-table.ts";
import { type KindOfCells, kindOfCells } from "./cell-kinds.ts";

/** The columns of CSV, and what the cells that were looked at are. */
export interface CsvKinds {
  readonly names: readonly string[];
  readonly kinds: readonly KindOfCells[];
  /** Every row was looked at. */
  readonly isWhole: boolean;
}

interface CsvKindOptions {
  readonly delimiter: string;
  readonly header: boolean;
  /** Bytes before the first row. */
  readonly skip: number;
  /** Look at places all over the file, besides its beginning. */
  readonly spread: boolean;
}

/** Bytes of each place that is looked at, and how many there are. */
const [placeBytes, places] = [8_192, 16];

/** Look at the first rows of CSV, whose bytes are `start`. */
export async function csvKinds(
  source: DataSource,
  start: Uint8Array,
  size: number,
  { delimiter, header, skip, spread }: CsvKindOptions,
): Promise<CsvKinds> {
  const { name } = source;
  const isWhole = size === start.length;
  const cells: (string | null)[][] = [];
  const lines = isWhole ? start.subarray(skip) : start.subarray(skip, lastBreak(start) + 1);
  // A first row that is longer than these bytes is read from the file.
  const isLong = lines.length === 0;
  const rows = isLong ? source.chunks() : once(lines);
  const names = await readCells(rows, { name, delimiter, header }, cells, isLong ? 100 : undefined);
  for (let i = 1; spread && i <= places; i++) {
    const at = Math.floor(((size - placeBytes) * i) / places);
    const piece = await source.range(at, at + placeBytes);
    const full = piece.subarray(piece.indexOf(10) + 1, lastBreak(piece) + 1);
    const found: (string | null)[][] = [];
    // A place may begin within a cell: its rows then have another shape, and say nothing.
    const columns = await readCells(once(full), { name, delimiter, header: false }, found).catch(() => []);
    if (columns.length === names.length) for (const [index, column] of found.entries()) cells[index]?.push(...column);
  }
  return { names, kinds: names.map((_, i) => kindOfCells(cells[i] ?? [])), isWhole: isWhole && !isLong };
}

const lastBreak = (bytes: Uint8Array): number => bytes.lastIndexOf(10);

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function readCells(
  chunks: AsyncIterable<Uint8Array>,
  { name, delimiter, header }: Pick<CsvKindOptions, "delimiter" | "header"> & { readonly name: string },
  cells: (string | null)[][],
  maxRows = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const table = csvTable(
    { name, format: "csv", chunks: () => chunks } as Pick<DataSource, "name" | "format" | "chunks"> as DataSource,
    { delimiter, header },
  );
  let rows = 0;
  const steps = table.read((row) => {
    for (let i = 0; i < table.columns.length; i++) {
      cells[i] ??= [];
      cells[i]!.push(cellText(row, i) ?? null);
    }
    return ++rows === maxRows ? false : undefined;
  });
  for await (const _ of steps);
  return [...table.columns];
}
