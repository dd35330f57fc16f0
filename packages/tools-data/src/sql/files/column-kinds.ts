import type { DuckDBConnection } from "@duckdb/node-api";
import { quoteName } from "../engine/open-engine.ts";

/** A column of text, and the type that all of its cells have. */
export interface TypedColumn {
  readonly name: string;
  readonly type: string;
  /** Digits after the point, where cells that were not looked at could have more. */
  readonly guardScale?: number | undefined;
}

type Kind = "boolean" | "integer" | "decimal" | "double" | "date" | "timestamp" | "zoned" | "text";

const patterns: readonly (readonly [Kind, RegExp])[] = [
  ["boolean", /^(true|false|TRUE|FALSE|True|False)$/],
  ["integer", /^\s*-?(0|[1-9]\d*)\s*$/],
  ["decimal", /^\s*-?((0|[1-9]\d*)(\.\d+)?|\.\d+)\s*$/],
  ["double", /^\s*-?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][-+]?\d+)?\s*$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["timestamp", /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?)?$/],
  ["zoned", /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[-+]\d\d(:?\d\d)?)$/],
];

/** The first kind that all cells of a sample are. */
export function likelyKind(cells: readonly (string | null)[]): Kind {
  const filled = cells.filter((cell) => cell !== null);
  if (filled.length === 0) return "text";
  return patterns.find(([, pattern]) => filled.every((cell) => pattern.test(cell)))?.[0] ?? "text";
}

/** Kinds to try in turn where the sample said too much. */
const wider: Readonly<Record<Kind, Kind | undefined>> = {
  boolean: "text",
  integer: "decimal",
  decimal: "double",
  double: "text",
  date: "timestamp",
  timestamp: "text",
  zoned: "text",
  text: undefined,
};

/** In SQL: whether a cell is not of the kind. */
function contradicts(kind: Kind, name: string): string {
  const cell = quoteName(name);
  const matches = (pattern: string) => `NOT regexp_full_match(trim(${cell}), '${pattern}')`;
  switch (kind) {
    case "boolean":
      return `lower(${cell}) NOT IN ('true', 'false')`;
    case "integer":
      return `TRY_CAST(${cell} AS BIGINT)::VARCHAR IS DISTINCT FROM trim(${cell}) AND ${matches("-?(0|[1-9]\\d*)")}`;
    case "decimal":
      return matches("-?((0|[1-9]\\d*)(\\.\\d+)?|\\.\\d+)");
    case "double":
      return `${matches("-?((0|[1-9]\\d*)(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?")} OR TRY_CAST(${cell} AS DOUBLE) IS NULL`;
    case "date":
      return `TRY_CAST(${cell} AS DATE)::VARCHAR IS DISTINCT FROM ${cell}`;
    case "timestamp":
      return `TRY_CAST(${cell} AS TIMESTAMP) IS NULL OR ${cell}[5] <> '-' OR regexp_matches(${cell}, '(Z|[-+]\\d\\d(:?\\d\\d)?)$') AND length(${cell}) > 10`;
    case "zoned":
      return `TRY_CAST(${cell} AS TIMESTAMPTZ) IS NULL OR ${cell}[5] <> '-'`;
    case "text":
      return "false";
  }
}

/** In SQL: how many digits there are before and after the point. */
const digits = (name: string): string => {
  const cell = `ltrim(trim(${quoteName(name)}), '-')`;
  return `max(length(split_part(${cell}, '.', 1))), max(length(split_part(${cell}, '.', 2)))`;
};

const sampleRows = 1_000;
/** Cells of text are copied into a type only if all were looked at, or these many rows of a large file. */
export const checkedRows = 100_000;

/**
 * The types of columns that are text in a table expression: numbers, dates and booleans where every cell is one. Codes with
 * leading zeros, dates that could be read in two ways, and columns with other words in them stay text.
 */
export async function columnKinds(
  connection: DuckDBConnection,
  table: string,
  names: readonly string[],
  isLarge: boolean,
): Promise<TypedColumn[]> {
  const rows = (await connection.runAndReadAll(`SELECT * FROM ${table} LIMIT ${sampleRows}`)).getColumnsJson();
  const kinds = new Map(names.map((name, i) => [name, likelyKind((rows[i] ?? []) as (string | null)[])]));
  const types = new Map<string, TypedColumn>();
  const all = isLarge ? `(SELECT * FROM ${table} LIMIT ${checkedRows})` : table;
  for (let open = [...names]; open.length > 0; ) {
    const asked = open.filter((name) => kinds.get(name) !== "text");
    for (const name of open) if (!asked.includes(name)) types.set(name, { name, type: "VARCHAR" });
    if (asked.length === 0) break;
    const facts = asked.flatMap((name) => [
      `coalesce(bool_or(${contradicts(kinds.get(name)!, name)}), false)`,
      digits(name),
    ]);
    const [found = []] = (await connection.runAndReadAll(`SELECT ${facts.join(", ")} FROM ${all}`)).getRowsJson();
    open = [];
    asked.forEach((name, i) => {
      const [isWrong, whole, fraction] = found.slice(3 * i, 3 * i + 3);
      const kind = kinds.get(name)!;
      if (isWrong === true) {
        kinds.set(name, wider[kind] ?? "text");
        open.push(name);
      } else types.set(name, { name, ...typeOf(kind, Number(whole), Number(fraction), isLarge) });
    });
  }
  return names.map((name) => types.get(name)!);
}

function typeOf(kind: Kind, whole: number, fraction: number, isLarge: boolean): Omit<TypedColumn, "name"> {
  switch (kind) {
    case "boolean":
      return { type: "BOOLEAN" };
    case "integer":
      return { type: whole <= 18 ? "BIGINT" : whole <= 38 ? "DECIMAL(38, 0)" : "VARCHAR" };
    case "decimal": {
      const width = whole + fraction <= 18 ? 18 : 38;
      if (whole + fraction > 38) return { type: "DOUBLE" };
      // Of a large file, cells beyond the checked ones are compared while they are read.
      if (isLarge) return fraction > 15 ? { type: "DOUBLE" } : { type: `DECIMAL(${width}, ${fraction})`, guardScale: fraction };
      return { type: `DECIMAL(${width}, ${fraction})` };
    }
    case "double":
      return { type: "DOUBLE" };
    case "date":
      return { type: "DATE" };
    case "timestamp":
      return { type: "TIMESTAMP" };
    case "zoned":
      return { type: "TIMESTAMPTZ" };
    case "text":
      return { type: "VARCHAR" };
  }
}
