import { ToolError } from "@holdall/tool-core";
import { likelyDelimiter } from "../../table/likely-delimiter.ts";
import { quoteName, quoteText } from "../engine/quote.ts";
import { typeOfKind } from "../types/cell-kinds.ts";
import { checkKinds, typedTable } from "../types/check-kinds.ts";
import { csvKinds } from "../types/csv-kinds.ts";
import { maxChecked, maxLine, type ReadOptions, type RowFile, sampledNote } from "./read-options.ts";

/** Bytes of a file whose rows need no estimate. */
const maxUncounted = 1024 * 1024;

const hasMark = (start: Uint8Array): boolean => start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf;

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

/** The rows of CSV in an expression of the engine. */
export async function csvExpression(
  { source, start, header = true, delimiter: given }: RowFile,
  place: string,
  size: number,
  { engine, notes, checkAll }: ReadOptions,
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
  // The engine fills a buffer of two rows at once, which takes longer than the query of a small file.
  const longest = Math.min(maxLine, Math.max(size, 65_536));
  // With everything given there is nothing to detect, but the rows are estimated, which orders joins.
  const counts = size > maxUncounted && !checkAll;
  const read = (types: string) =>
    `read_csv(${quoteText(place)}, auto_detect = ${counts}, sample_size = 2048, header = ${header}, skip = ${likely.skip > 0 ? 1 : 0}, delim = ${quoteText(delimiter)}, quote = '"', escape = '"', comment = '', strict_mode = true, max_line_size = ${longest}, buffer_size = ${2 * longest}, columns = ${types})`;
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
  return typedTable(await checkKinds(engine, text, new Map(kinds.map(([name, { kind }]) => [name, kind]))), read);
}

const noColumns = (name: string): ToolError =>
  new ToolError("parse_error", `${name} is empty: it has no row with the names of columns.`, {
    hint: "Look at the file with {read_file}.",
  });
