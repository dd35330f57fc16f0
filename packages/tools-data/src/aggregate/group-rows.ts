import type { RowFilter } from "../query/row-filter.ts";
import { cellKind, cellText, isEmptyCell, newRow, type Row } from "../scan/row.ts";
import { createByteTable } from "../table/byte-table.ts";
import { checkColumns } from "../table/check-columns.ts";
import type { DataTable } from "../table/data-table.ts";
import { asNumber, readDecimal } from "../table/decimal.ts";
import { type Measure, measureOf, needsNumbers, newBudget, newCell, readCell } from "./measures.ts";

export interface WantedMeasure {
  readonly op: string;
  readonly column?: string | undefined;
  readonly as: string;
}

export interface Skipped {
  readonly column: string;
  cells: number;
  readonly examples: { readonly line: number; readonly value: string }[];
}

export interface Grouped {
  readonly rows: Readonly<Record<string, unknown>>[];
  readonly scanned: number;
  readonly used: number;
  readonly skipped: readonly Skipped[];
  readonly isExact: boolean;
}

const maxGroups = 100_000;

/** The measures of one column, or those of none: of any cell, and of numbers alone. */
interface Plan {
  readonly name: string | undefined;
  column: number;
  readonly any: number[];
  readonly numeric: number[];
}

/** One plan a column, so that its cells are read once. */
function plansOf(measures: readonly WantedMeasure[]): Plan[] {
  const plans = new Map<string | undefined, Plan>();
  measures.forEach(({ op, column: name }, i) => {
    const plan = plans.get(name) ?? { name, column: -1, any: [], numeric: [] };
    plans.set(name, plan);
    (needsNumbers(op) ? plan.numeric : plan.any).push(i);
  });
  return [...plans.values()];
}

/** Group rows by the text of columns, and measure each group, in the order of their first rows. */
export async function groupRows(
  table: DataTable,
  {
    by,
    measures,
    test,
  }: {
    readonly by: readonly string[];
    readonly measures: readonly WantedMeasure[];
    readonly test?: RowFilter | undefined;
  },
): Promise<Grouped> {
  const budget = newBudget();
  const makers = measures.map(({ op }) => measureOf(op, budget));
  const keys = createByteTable({ maxKeys: maxGroups, maxBytes: 32 * 1024 * 1024, what: "groups" });
  const groups: Measure[][] = [];
  const numeric = by.map(() => true);
  const skipped = new Map<string, Skipped>();
  const cell = newCell(newRow(0));
  const { key, ...cells } = createKey();
  let known = -1;
  let scanned = 0;
  let used = 0;
  let columns: number[] = [];
  const plans = plansOf(measures);

  const locate = () => {
    known = table.columns.length;
    columns = by.map((name) => table.columns.indexOf(name));
    for (const plan of plans) if (plan.name !== undefined) plan.column = table.columns.indexOf(plan.name);
    if (!table.isTyped)
      checkColumns(table.name, [...by, ...measures.flatMap(({ column }) => column ?? [])], table.columns);
  };
  const steps = table.read((row) => {
    scanned++;
    if (known !== table.columns.length) locate();
    if (test && !test(row)) return undefined;
    used++;
    cells.clear();
    for (let i = 0; i < columns.length; i++) {
      cells.add(row, columns[i]!);
      if (!table.isTyped && numeric[i] && !isNumberOrEmpty(row, columns[i]!)) numeric[i] = false;
    }
    const id = keys.idOf(key);
    let group = groups[id];
    if (!group) {
      group = makers.map((make) => make!());
      groups[id] = group;
    }
    for (const { name, column, any, numeric } of plans) {
      if (name !== undefined && (column < 0 || !readCell(cell, row, column))) continue;
      for (const i of any) group[i]!.add(cell);
      if (numeric.length === 0) continue;
      if (Number.isFinite(cell.number)) for (const i of numeric) group[i]!.add(cell);
      else skip(name!, row, column);
    }
    return undefined;
  });
  for await (const _ of steps);

  function skip(name: string, row: Row, column: number): void {
    const told = skipped.get(name) ?? { column: name, cells: 0, examples: [] };
    skipped.set(name, told);
    told.cells++;
    if (told.examples.length < 3)
      told.examples.push({ line: row.line, value: (cellText(row, column) ?? "").slice(0, 60) });
  }

  if (by.length === 0 && groups.length === 0) groups.push(makers.map((make) => make!()));
  let isExact = true;
  const rows = groups.map((group, id) => {
    const values = by.length === 0 ? [] : readKey(keys.bytesOf(id));
    const named = by.map((name, i) => {
      const value = values[i];
      return [
        name,
        !table.isTyped && numeric[i] && typeof value === "string" ? asNumber(value) : (value ?? null),
      ] as const;
    });
    const figures = group.map((measure, i) => {
      const result = measure.result();
      if (!result.isExact) isExact = false;
      return [measures[i]!.as, result.value] as const;
    });
    return Object.fromEntries([...named, ...figures]);
  });
  return { rows, scanned, used, skipped: [...skipped.values()], isExact };
}

const decimal = { digits: 0, scale: 0 };

const isNumberOrEmpty = (row: Row, column: number): boolean =>
  column < 0 ||
  isEmptyCell(row, column) ||
  (row.kinds[column] !== cellKind.doubledText &&
    readDecimal(row.buffer, row.starts[column]!, row.ends[column]!, decimal));

/** The cells of a group as bytes: each with its length, so that no two groups have the same. */
function createKey() {
  const encoder = new TextEncoder();
  const key = { bytes: new Uint8Array(256), length: 0, hash: 0 };
  const put = (source: Uint8Array, start: number, end: number, mark: number) => {
    const size = end - start;
    if (key.length + size + 5 > key.bytes.length) {
      const more = new Uint8Array((key.length + size + 5) * 2);
      more.set(key.bytes.subarray(0, key.length));
      key.bytes = more;
    }
    const { bytes } = key;
    let { length } = key;
    bytes[length++] = mark;
    for (let shift = 0; shift < 32; shift += 8) bytes[length++] = size >>> shift;
    let hash = Math.imul(key.hash ^ mark ^ (size << 8), prime);
    for (let at = start; at < end; at++) {
      const byte = source[at]!;
      bytes[length++] = byte;
      hash = Math.imul(hash ^ byte, prime);
    }
    key.length = length;
    key.hash = hash;
  };
  return {
    key,
    clear() {
      key.length = 0;
      key.hash = 0;
    },
    add(row: Row, column: number) {
      const kind = column < 0 ? cellKind.missing : row.kinds[column]!;
      if (kind === cellKind.text) return put(row.buffer, row.starts[column]!, row.ends[column]!, 1);
      if (kind === cellKind.missing || kind === cellKind.null) return put(row.buffer, 0, 0, 0);
      if (kind === cellKind.doubledText || kind === cellKind.escapedText) {
        const text = encoder.encode(cellText(row, column) ?? "");
        return put(text, 0, text.length, 1);
      }
      const mark = kind === cellKind.true || kind === cellKind.false ? 2 : kind === cellKind.number ? 3 : 1;
      put(row.buffer, row.starts[column]!, row.ends[column]!, mark);
    },
  };
}

/** Of the FNV-1a hash. */
const prime = 0x01000193;

/** The cells of a key. */
function readKey(bytes: Uint8Array): (string | number | boolean | null)[] {
  const values: (string | number | boolean | null)[] = [];
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; ) {
    const mark = bytes[at]!;
    const size = bytes[at + 1]! | (bytes[at + 2]! << 8) | (bytes[at + 3]! << 16) | (bytes[at + 4]! << 24);
    const text = decoder.decode(bytes.subarray(at + 5, at + 5 + size));
    values.push(mark === 0 ? null : mark === 2 ? text === "true" : mark === 3 ? asNumber(text) : text);
    at += 5 + size;
  }
  return values;
}
