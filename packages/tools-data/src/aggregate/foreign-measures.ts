import { isObject } from "@holdall/tool-core";

/** A measure as the schema has it. */
interface WrittenMeasure {
  readonly op?: unknown;
  readonly column?: unknown;
  readonly as?: unknown;
}

const opKeys = [
  "op",
  "fn",
  "func",
  "function",
  "agg",
  "aggregate",
  "aggregation",
  "operation",
  "operator",
  "measure",
  "type",
  "metric",
];
const columnKeys = ["column", "field", "col", "of", "on", "key", "property"];
const nameKeys = ["as", "alias", "name", "label"];

/**
 * Measures as models write them: `"sum(amount) as total"`, `"count"`, `{ fn: "sum", field: "amount" }`, and maps from a column to
 * one measure or several, `{ amount: ["sum", "avg"] }`. What is not understood stays as it is, for the schema to refuse.
 */
export function readMeasures(written: unknown): unknown {
  if (typeof written === "string")
    return fromJson(written, readMeasures) ?? written.split(/,(?![^(]*\))/).map((each) => readMeasure(each.trim()));
  if (Array.isArray(written)) return written.map(readMeasure);
  if (!isObject(written)) return written;
  const entries = Object.entries(written);
  if (entries.some(([key]) => opKeys.includes(key))) return [readMeasure(written)];
  return entries.flatMap(([key, value]): unknown[] => {
    if (typeof value === "string") return [inCall(value) ?? { op: value, column: key }];
    if (Array.isArray(value)) return value.map((op) => ({ op, column: key }));
    return [isObject(value) ? { as: key, ...(readMeasure(value) as object) } : value];
  });
}

/** What a text says that is JSON of a list or an object. */
function fromJson(text: string, read: (value: unknown) => unknown): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return read(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function readMeasure(written: unknown): unknown {
  if (typeof written === "string") return inCall(written) ?? { op: written };
  if (!isObject(written)) return written;
  const found = (keys: readonly string[]) =>
    keys.find((key) => (written as Record<string, unknown>)[key] !== undefined);
  const [op, column, as] = [found(opKeys), found(columnKeys), found(nameKeys)];
  const known = [op, column, as];
  const rest = Object.fromEntries(Object.entries(written).filter(([key]) => !known.includes(key)));
  const value = (key: string | undefined) => (written as Record<string, unknown>)[key ?? ""];
  const measure: WrittenMeasure = {
    ...(op !== undefined && { op: value(op) }),
    ...(column !== undefined && value(column) !== "*" && { column: value(column) }),
    ...(as !== undefined && { as: value(as) }),
  };
  return { ...rest, ...measure };
}

/** `sum(amount) as total`, `count(*)`, `count(distinct city)`. */
function inCall(written: string): WrittenMeasure | undefined {
  const [, op, distinct, column = "", as] =
    /^\s*(\w+)\s*\(\s*(distinct\s+)?(.*?)\s*\)(?:\s+as\s+(.+?))?\s*$/i.exec(written) ?? [];
  if (op === undefined) return undefined;
  const name = column.replace(/^(["'`])(.*)\1$/, "$2");
  return {
    op: distinct === undefined ? op : "distinct",
    ...(name !== "*" && name !== "" && { column: name }),
    ...(as !== undefined && { as }),
  };
}

/** `{ column: "amount", direction: "desc" }` as `-amount`; names with commas between them one by one. */
export function readOrder(written: unknown): unknown {
  if (typeof written === "string") return fromJson(written, readOrder) ?? written.split(",").map((each) => each.trim());
  if (Array.isArray(written)) return written.map(readOrdered);
  return isObject(written) ? [readOrdered(written)] : written;
}

function readOrdered(written: unknown): unknown {
  if (!isObject(written)) return written;
  const { column, field, by, name, direction, order, dir, desc, descending } = written as Record<string, unknown>;
  const key = [column, field, by, name].find((each) => typeof each === "string");
  const word = [direction, order, dir].find((each) => typeof each === "string");
  if (key === undefined) return written;
  const isDown = desc === true || descending === true || /^desc/i.test(String(word ?? ""));
  return isDown ? `-${String(key)}` : key;
}
