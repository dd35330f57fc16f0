import type { Engine } from "../engine/engine.ts";
import { quoteName, quoteText } from "../engine/quote.ts";
import { type CellKind, kindOfCells, type TypedColumn, typeOfKind } from "./cell-kinds.ts";

/** Kinds to try in turn where a sample said too much. */
const wider: Readonly<Record<CellKind, CellKind>> = {
  boolean: "text",
  integer: "decimal",
  decimal: "double",
  double: "text",
  date: "timestamp",
  timestamp: "text",
  zoned: "text",
  text: "text",
};

/** In SQL: whether a cell is not of the kind. */
function contradicts(kind: CellKind, name: string): string {
  const cell = quoteName(name);
  const matches = (pattern: string) => `NOT regexp_full_match(trim(${cell}), '${pattern}')`;
  const zone = `regexp_matches(${cell}, '[ T].*(Z|[-+]\\d\\d(:?\\d\\d)?)$')`;
  switch (kind) {
    case "boolean":
      return `lower(${cell}) NOT IN ('true', 'false')`;
    case "integer":
      // The pattern is slow, and only asked about what does not come back as it is.
      return `TRY_CAST(${cell} AS BIGINT)::VARCHAR IS DISTINCT FROM ${cell} AND ${matches("-?(0|[1-9]\\d*)")}`;
    case "decimal":
      return matches("-?((0|[1-9]\\d*)(\\.\\d+)?|\\.\\d+)");
    case "double":
      return `${matches("-?((0|[1-9]\\d*)(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?")} OR TRY_CAST(${cell} AS DOUBLE) IS NULL`;
    case "date":
      return `TRY_CAST(${cell} AS DATE)::VARCHAR IS DISTINCT FROM ${cell}`;
    case "timestamp":
      return `TRY_CAST(${cell} AS TIMESTAMP) IS NULL OR ${cell}[5] <> '-' OR ${zone}`;
    case "zoned":
      return `TRY_CAST(${cell} AS TIMESTAMPTZ) IS NULL OR NOT ${zone}`;
    case "text":
      return "false";
  }
}

const digits = (name: string): string => {
  const cell = `ltrim(trim(${quoteName(name)}), '-')`;
  return `max(length(split_part(${cell}, '.', 1))), max(length(split_part(${cell}, '.', 2)))`;
};

/** Types of columns that are text in a table expression. Every cell is looked at; the kinds are tried first. */
export async function checkKinds(
  engine: Engine,
  table: string,
  tried: ReadonlyMap<string, CellKind>,
): Promise<TypedColumn[]> {
  const kinds = new Map(tried);
  const types = new Map<string, TypedColumn>();
  for (let open = [...kinds.keys()]; open.length > 0; ) {
    const asked = open.filter((name) => kinds.get(name) !== "text");
    for (const name of open) types.set(name, { name, type: "VARCHAR" });
    if (asked.length === 0) break;
    const facts = asked.flatMap((name) => [
      `coalesce(bool_or(${quoteName(name)} IS NOT NULL AND (${contradicts(kinds.get(name)!, name)})), false)`,
      digits(name),
    ]);
    const [found = []] = await engine.json(`SELECT ${facts.join(", ")} FROM ${table}`);
    open = [];
    asked.forEach((name, i) => {
      const [isWrong, whole, fraction] = found.slice(3 * i, 3 * i + 3);
      const kind = kinds.get(name)!;
      if (isWrong === true) {
        kinds.set(name, wider[kind]);
        open.push(name);
      } else types.set(name, typeOfKind(name, { kind, whole: Number(whole), fraction: Number(fraction) }, false));
    });
  }
  return [...kinds.keys()].map((name) => types.get(name)!);
}

const sampleRows = 1_000;

/** The kinds of the first rows of a table expression. */
export async function sampleKinds(
  engine: Engine,
  table: string,
  names: readonly string[],
): Promise<Map<string, ReturnType<typeof kindOfCells>>> {
  const rows = (await engine.json(`SELECT * FROM ${table} LIMIT ${sampleRows}`)) as (string | null)[][];
  return new Map(names.map((name, i) => [name, kindOfCells(rows.map((row) => row[i] ?? null))]));
}

/** What the engine says where a cell is of another kind than those that were looked at. */
export const guardMessage = "holdall: a cell of another kind than the first rows have";

/** A table expression whose columns have their types. Cells that were not looked at are compared while they are read. */
export function typedTable(columns: readonly TypedColumn[], read: (types: string) => string): string {
  const types = columns.map(({ name, type, guard }) => `${quoteText(name)}: ${quoteText(guard?.readAs ?? type)}`);
  const table = read(`{${types.join(", ")}}`);
  const checks = columns.flatMap(({ name, type, guard }) => {
    const cell = quoteName(name);
    return guard
      ? [`CASE WHEN ${guard.wrong(cell)} THEN error(${quoteText(guardMessage)}) ELSE ${cell}::${type} END AS ${cell}`]
      : [];
  });
  return checks.length === 0 ? table : `(SELECT * REPLACE (${checks.join(", ")}) FROM ${table})`;
}
