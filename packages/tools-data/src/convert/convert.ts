import { ToolError, toPath } from "@holdall/tool-core";
import { documentFormat, isDocumentFormat } from "../formats/open-document-format.ts";
import type { OutColumn } from "../formats/tables/row-writer.ts";
import { type DataSource, openSource } from "../source/data-source.ts";
import { readDelimiter } from "../source/delimiter.ts";
import { deliver } from "../source/deliver.ts";
import type { CallPlace } from "../source/input-params.ts";
import { checkInput, chosenColumns, outputFormat, readFormat } from "../source/input-params.ts";
import { noColumn } from "../table/check-columns.ts";
import { lostInCsv, otherCells } from "../table/column-types.ts";
import { type DataTable, type Profile, profile } from "../table/data-table.ts";
import { createLosses, encodeText, type Losses } from "../table/losses.ts";
import { beginsWithList, openTable, readDocument } from "../table/open-table.ts";
import { withTypes } from "../table/typed-columns.ts";
import { writeTable } from "../table/write-table.ts";
import type { ConvertFormatInput, ConvertFormatOutput } from "./convert-params.ts";

/** Convert data as a call says. */
export async function convert(
  call: ConvertFormatInput,
  { backend, cwd, signal }: CallPlace,
): Promise<ConvertFormatOutput> {
  checkInput(call);
  if (call.to === undefined && call.output_path === undefined)
    throw new ToolError("invalid_input", "The format to convert to is missing.", {
      hint: "Set `to`, such as json.",
    });
  const source = await openSource({
    backend,
    path: call.path === undefined ? undefined : toPath(call.path, cwd),
    text: call.text,
    from: readFormat(call.from),
    encoding: call.encoding,
    signal,
  });
  const to = outputFormat(call.to, call.output_path, "json");
  const losses = createLosses(call.strict ?? false);
  const asked = { ...call, columns: chosenColumns(call.columns) };
  const finish = async (made: Converted, lost: readonly Losses[]): Promise<ConvertFormatOutput> => {
    const delivered = await deliver(made.chunks, {
      backend,
      output: call.output_path,
      overwrite: call.overwrite ?? false,
      isText: to !== "xlsx" && to !== "parquet",
      cwd,
      signal,
    });
    const told = lost.flatMap(({ all }) => all);
    return { from: source.format, to, ...made.facts(), ...delivered, losses: told, notes: made.notes() };
  };
  if (await isDocument(source, asked, to)) return finish(convertDocument(source, to, losses), [losses]);
  const table = await openTable(source, { ...asked, wanted: asked.columns, losses });
  const convertRows = (rows: DataTable, found: Profile) => {
    const lost = createLosses(call.strict ?? false);
    return finish(convertTable(rows, found, { ...asked, from: source.format }, to, lost), [losses, lost]);
  };
  return table.isTyped ? convertRows(table, await profile(table)) : withTypes(table, undefined, convertRows);
}

interface Converted {
  readonly chunks: AsyncIterable<Uint8Array>;
  facts(): Pick<ConvertFormatOutput, "total" | "columns">;
  notes(): string[];
}

/** Whole documents go between formats that hold any value, unless the call speaks of rows. */
async function isDocument(source: DataSource, { columns, table }: ConvertFormatInput, to: string): Promise<boolean> {
  if (columns || table !== undefined || !isDocumentFormat(source.format)) return false;
  if (!isDocumentFormat(to as never)) return false;
  return !(source.format === "json" && to === "json" && (await beginsWithList(source)));
}

function convertDocument(source: DataSource, to: Parameters<typeof documentFormat>[0], losses: Losses): Converted {
  const chunks = async function* () {
    const value = await readDocument(source, losses);
    yield encodeText((await documentFormat(to)).write(value, losses), losses);
  };
  return { chunks: chunks(), facts: () => ({}), notes: () => [] };
}

function convertTable(
  table: DataTable,
  found: Profile,
  call: ConvertFormatInput,
  to: ReturnType<typeof outputFormat>,
  losses: Losses,
): Converted {
  const { facts, types } = found;
  const names = call.columns ?? table.columns;
  const columns = names.map((name): OutColumn => {
    const index = table.columns.indexOf(name);
    if (index < 0 || (table.isTyped && facts[index]?.filled === 0 && found.rows > 0 && call.columns))
      throw noColumn(table.name, name, table.columns, index < 0 ? "" : " with anything in it");
    return { name, index, type: !table.isTyped && call.types === "text" ? "text" : (types[index] ?? "empty") };
  });
  if (table.isTyped && (to === "csv" || to === "tsv"))
    for (const { name, index } of columns) {
      const lost = facts[index] && lostInCsv(facts[index]);
      if (lost !== undefined) losses.add(lost, { example: name });
    }
  if (table.isTyped && call.header === false && (to === "csv" || to === "tsv"))
    losses.add("the names of the columns", { example: names[0] ?? "" });
  const formulas = { count: 0, line: 0 };
  const chunks = writeTable(table, {
    to,
    columns,
    isTyped: table.isTyped,
    losses,
    delimiter: call.from === "csv" || call.from === "tsv" ? undefined : readDelimiter(call.delimiter),
    header: call.header,
    formulas: call.formulas,
    onFormula(line) {
      formulas.line ||= line;
      formulas.count++;
    },
  });
  return {
    chunks,
    facts: () => ({
      total: found.rows,
      columns: columns.map(({ name, type, index }) => ({ name, type, empty: facts[index]?.empty ?? found.rows })),
    }),
    notes: () => [
      ...(table.notes ?? []),
      ...(table.isTyped || call.types === "text"
        ? []
        : columns.flatMap(({ index }) => otherCells(facts[index]!) ?? [])),
      ...(formulas.count === 0 ? [] : [formulaNote(formulas, call.formulas === "escape")]),
    ],
  };
}

const formulaNote = ({ count, line }: { count: number; line: number }, escaped: boolean): string =>
  escaped
    ? `${count} cells that look like formulas now begin with ', the first on line ${line}.`
    : `${count} cells look like formulas to a spreadsheet, the first on line ${line}; formulas: "escape" makes them text.`;
