import { cellKind, cellText } from "../../scan/row.ts";
import type { Losses } from "../../table/losses.ts";
import { openTable } from "../../table/open-table.ts";
import { createOutputBuffer } from "../../table/output-buffer.ts";
import type { HeldFiles } from "../engine/engine.ts";
import { quoteName, quoteText } from "../engine/quote.ts";
import type { CellKind, TypedColumn } from "../types/cell-kinds.ts";
import { checkKinds, sampleKinds, typedTable } from "../types/check-kinds.ts";
import { emptyTable } from "./empty-table.ts";
import { maxLine, type ReadTable, type RowFile } from "./read-options.ts";

/** What the values of a column are; `mixed` is text in queries. */
type ValueKind = "empty" | "number" | "boolean" | "text" | "nested" | "mixed";

const kindOf = (kind: number): ValueKind => {
  if (kind === cellKind.missing || kind === cellKind.null) return "empty";
  if (kind === cellKind.number) return "number";
  if (kind === cellKind.true || kind === cellKind.false) return "boolean";
  return kind === cellKind.nested ? "nested" : "text";
};

/**
 * Give an engine that reads only CSV the rows of another format. Empty cells are NULL, and texts are in quotes, empty ones too;
 * the kinds of values are those that the format has.
 */
export async function holdCells(
  { source, part, header }: RowFile,
  held: HeldFiles,
  losses: Losses,
): Promise<ReadTable> {
  const table = await openTable(source, { losses, sheet: part, header });
  const kinds: ValueKind[] = [];
  const look = table.read((row) => {
    for (let i = 0; i < table.columns.length; i++) {
      const [seen = "empty", kind] = [kinds[i], kindOf(row.kinds[i]!)];
      kinds[i] = kind === "empty" || kind === seen ? seen : seen === "empty" ? kind : "mixed";
    }
    return undefined;
  });
  for await (const _ of look);
  const names = [...table.columns];
  let rows = 0;
  async function* csv(): AsyncGenerator<Uint8Array> {
    const out = createOutputBuffer();
    const steps = table.read((row) => {
      rows++;
      const cells = names.map((_, i) => {
        const kind = kindOf(row.kinds[i]!);
        const text = cellText(row, i) ?? "";
        return kind === "number" || kind === "boolean" || kind === "empty" ? text : `"${text.replaceAll('"', '""')}"`;
      });
      out.text(`${cells.join(",")}${isPadded ? "," : ""}\n`);
      return undefined;
    });
    for await (const _ of steps) if (out.length > pieceSize) yield out.take();
    yield out.take();
  }
  const isPadded = names.length === 1;
  const place = await held.copy(csv(), source.name);
  if (rows === 0 || names.length === 0) return async () => emptyTable(names);
  const read = (types: string) =>
    `read_csv(${quoteText(place)}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', comment = '', nullstr = '', allow_quoted_nulls = false, max_line_size = ${maxLine}, columns = ${types})`;
  return async ({ engine, notes }) => {
    const nested = names.filter((_, i) => kinds[i] === "nested");
    if (nested.length > 0)
      notes.push(`${source.name}: lists and objects are JSON text here, in ${nested.map(quoteName).join(", ")}.`);
    const columns = names.map((name): TypedColumn => ({ name, type: "VARCHAR" }));
    const text = typedTable(columns, padded(read, isPadded));
    const open = names.filter((_, i) => kinds[i] === "number" || kinds[i] === "text");
    const tried = new Map<string, CellKind>();
    if (open.length > 0) {
      const texts = `(SELECT ${open.map(quoteName).join(", ")} FROM ${text})`;
      const sampled = await sampleKinds(engine, texts, open);
      for (const [name, { kind }] of sampled) tried.set(name, kindFor(kinds[names.indexOf(name)]!, kind));
    }
    const checked = new Map((await checkKinds(engine, text, tried)).map((column) => [column.name, column]));
    return typedTable(
      columns.map((column, i) =>
        kinds[i] === "boolean" ? { ...column, type: "BOOLEAN" } : (checked.get(column.name) ?? column),
      ),
      padded(read, isPadded),
    );
  };
}

const pieceSize = 256 * 1024;

/** One column has a second one without anything, because empty lines are no rows. */
const padded =
  (read: (types: string) => string, isPadded: boolean) =>
  (types: string): string =>
    isPadded
      ? `(SELECT * EXCLUDE ("${filler}") FROM ${read(types.replace(/\}$/, `, '${filler}': 'VARCHAR'}`))})`
      : read(types);

const filler = "holdall: nothing";

/** A text is no number, whatever it looks like; dates and times are written as text. */
function kindFor(values: ValueKind, sampled: CellKind): CellKind {
  const isTime = sampled === "date" || sampled === "timestamp" || sampled === "zoned";
  if (values === "text") return isTime ? sampled : "text";
  return sampled === "integer" || sampled === "decimal" || sampled === "double" ? sampled : "double";
}
