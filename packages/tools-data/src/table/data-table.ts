import { ToolError } from "@holdall/tool-core";
import type { OnRow, Row } from "../scan/row.ts";
import { cellText } from "../scan/row.ts";
import { scanCsv } from "../scan/scan-csv.ts";
import { scanJson } from "../scan/scan-json.ts";
import type { DataSource } from "../source/data-source.ts";
import {
  type ColumnFacts,
  type ColumnType,
  newFacts,
  noteText,
  noteValue,
  textType,
  valueType,
} from "./column-types.ts";
import { type LikelyDelimiter, likelyDelimiter } from "./likely-delimiter.ts";

/** Rows under named columns, which can be read any number of times. */
export interface DataTable {
  readonly name: string;
  /** The columns that are known so far; of JSON, more may come with each row. A row has its cells in this order. */
  readonly columns: readonly string[];
  /** Whether cells say what they are, as in JSON; in CSV the whole column decides. */
  readonly isTyped: boolean;
  /** What to tell of how it is read, once it was. */
  readonly notes?: readonly string[] | undefined;
  /** Read the rows. What was made of a piece of the input is taken at each step. */
  read(onRow: OnRow): AsyncGenerator<void, void, void>;
}

export interface TableOptions {
  /** Of CSV: by default the one of `, ; tab |` that gives the first lines the same number of cells. */
  readonly delimiter?: string | undefined;
  /** Of CSV: whether the first row has the names; they are c1, c2, … otherwise. */
  readonly header?: boolean | undefined;
  /** The only columns to know. */
  readonly wanted?: readonly string[] | undefined;
}

/** Rows of CSV or TSV. */
export function csvTable(source: DataSource, { delimiter, header = true }: TableOptions): DataTable {
  const columns: string[] = [];
  const notes: string[] = [];
  const given = delimiter ?? (source.format === "tsv" ? "\t" : undefined);
  let found: LikelyDelimiter | undefined = given === undefined ? undefined : { delimiter: given, skip: 0 };
  return {
    name: source.name,
    columns,
    isTyped: false,
    notes,
    async *read(onRow) {
      let scanner: ReturnType<typeof scanCsv> | undefined;
      const onFirst = (row: Row, count: number) => {
        columns.length = 0;
        for (let i = 0; i < count; i++) columns.push(header ? (cellText(row, i) ?? "") : `c${i + 1}`);
        checkNames(source.name, columns);
        return !header;
      };
      for await (const chunk of source.chunks()) {
        if (!found) {
          found = likelyDelimiter(chunk);
          if (found.delimiter !== "," && found.skip === 0) notes.push(guessNote(found.delimiter));
        }
        const { delimiter, skip } = found;
        const isFirst = scanner === undefined;
        scanner ??= scanCsv({ delimiter, onFirst, onRow, name: source.name, firstLine: skip > 0 ? 2 : 1 });
        if (!scanner.push(isFirst ? chunk.subarray(skip) : chunk)) return yield;
        yield;
      }
      scanner?.end();
      yield;
    },
  };
}

const guessNote = (delimiter: string): string =>
  `Cells are separated by ${delimiter === "\t" ? "tabs" : JSON.stringify(delimiter)}, as the first lines show; set \`delimiter\` if they are not.`;

/** Rows of JSON Lines, or of an array of objects. */
export function jsonTable(source: Pick<DataSource, "name" | "chunks">, { wanted }: TableOptions): DataTable {
  const columns: string[] = [...(wanted ?? [])];
  const known = new Map(columns.map((name, i) => [name, i]));
  const columnOf = (key: string): number => {
    const column = known.get(key);
    if (column !== undefined) return column;
    if (wanted) return -1;
    if (columns.length === maxColumns) throw tooManyColumns(source.name);
    known.set(key, columns.push(key) - 1);
    return columns.length - 1;
  };
  const onOther = (_: number, line: number): never => {
    throw new ToolError("wrong_kind", `${source.name}, line ${line}: a row is not an object.`, {
      hint: "Rows are objects, one per line or in an array. Set the location of the rows with `table`, such as $.items.",
      data: { line },
    });
  };
  const notes: string[] = [];
  const onTwice = (column: number, line: number): void => {
    if (notes.length === 0)
      notes.push(`A row has the key ${JSON.stringify(columns[column])} twice, on line ${line}: the last one counts.`);
  };
  return {
    name: source.name,
    columns,
    isTyped: true,
    notes,
    async *read(onRow) {
      const scanner = scanJson({ columns, columnOf, onRow, onOther, onTwice, name: source.name });
      for await (const chunk of source.chunks()) {
        if (!scanner.push(chunk)) return yield;
        yield;
      }
      scanner.end();
      yield;
    },
  };
}

const maxColumns = 10_000;

/** What all cells of the columns are. */
export interface Profile {
  readonly rows: number;
  readonly facts: readonly ColumnFacts[];
  readonly types: readonly ColumnType[];
}

export interface ProfileOptions {
  /** The only columns to learn about. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Rows to look at. */
  readonly limit?: number | undefined;
}

/** Read a table once to learn what its columns hold. */
export async function profile(
  table: DataTable,
  { only, limit = Number.POSITIVE_INFINITY }: ProfileOptions = {},
): Promise<Profile> {
  const facts: ColumnFacts[] = [];
  let rows = 0;
  const note = table.isTyped ? noteValue : noteText;
  let wanted: number[] | undefined;
  let seen = -1;
  const steps = table.read((row) => {
    if (rows === limit) return false;
    rows++;
    if (seen !== table.columns.length) {
      seen = table.columns.length;
      // A column that comes late was missing before.
      for (let i = facts.length; i < seen; i++) facts.push({ ...newFacts(table.columns[i]!), empty: rows - 1 });
      wanted = [...table.columns.keys()].filter((i) => !only || only.has(table.columns[i]!));
    }
    for (const column of wanted!) note(facts[column]!, row, column);
    return undefined;
  });
  for await (const _ of steps);
  for (let i = facts.length; i < table.columns.length; i++) facts.push({ ...newFacts(table.columns[i]!), empty: rows });
  const typeOf = table.isTyped ? valueType : textType;
  return { rows, facts, types: facts.map((each) => (!only || only.has(each.name) ? typeOf(each) : "text")) };
}

function checkNames(name: string, columns: readonly string[]): void {
  const twice = columns.find((column, i) => columns.indexOf(column) !== i);
  if (twice === undefined) return;
  throw new ToolError("parse_error", `${name}: two columns have the name ${JSON.stringify(twice)}.`, {
    hint: "Rename one in the first row, or read it with header: false, which names them c1, c2, …",
    data: { column: twice },
  });
}

const tooManyColumns = (name: string): ToolError =>
  new ToolError("too_large", `${name}: the rows have more than ${maxColumns} distinct keys.`, {
    hint: "Name the `columns` you need.",
  });
