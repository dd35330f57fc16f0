import { isObject } from "@holdall/tool-core";

/** Operators as query languages of objects spell them. */
const operators: Readonly<Record<string, string>> = {
  eq: "=",
  equals: "=",
  is: "=",
  ne: "!=",
  neq: "!=",
  not: "!=",
  gt: ">",
  gte: ">=",
  ge: ">=",
  lt: "<",
  lte: "<=",
  le: "<=",
  in: "in",
  nin: "not in",
  like: "like",
  between: "between",
};

/**
 * Conditions as objects in words: `{ city: "Rome", amount: { gt: 3 } }` and `[{ column: "amount", op: ">", value: 3 }]`, all of
 * which hold. What is not understood stays as it is, for the schema to refuse.
 */
export function readCondition(written: unknown): unknown {
  if (!isObject(written)) return written;
  const parts = [written].flat().flatMap((each: unknown) => (isObject(each) ? partsOf(each) : [String(each)]));
  return parts.includes(undefined) || parts.length === 0 ? written : parts.join(" and ");
}

function partsOf(condition: object): (string | undefined)[] {
  const {
    column,
    field = column,
    key = field,
    op,
    operator = op,
    value,
  } = condition as Readonly<Record<string, unknown>>;
  if (typeof key === "string" && value !== undefined) return [compare(key, String(operator ?? "="), value)];
  return Object.entries(condition).flatMap(([name, wanted]) => {
    if (Array.isArray(wanted)) return [compare(name, "in", wanted)];
    if (!isObject(wanted)) return [compare(name, "=", wanted)];
    return Object.entries(wanted).map(([operation, each]) => compare(name, operation, each));
  });
}

function compare(column: string, written: string, value: unknown): string | undefined {
  const folded = written.trim().toLowerCase().replace(/^\$/, "");
  const sign = operators[folded] ?? folded;
  if (!/^(?:==?|!=|<>|[<>]=?|in|not in|like|between)$/.test(sign) || column.includes("`")) return undefined;
  const name = `\`${column}\``;
  const list = Array.isArray(value) ? value.map(literal) : [];
  if (/in$/.test(sign))
    return list.length > 0 && !list.includes(undefined) ? `${name} ${sign} (${list.join(", ")})` : undefined;
  if (sign === "between")
    return list.length === 2 && !list.includes(undefined) ? `${name} between ${list[0]} and ${list[1]}` : undefined;
  const said = literal(value);
  return said === undefined ? undefined : `${name} ${sign} ${said}`;
}

function literal(value: unknown): string | undefined {
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  return typeof value === "number" || typeof value === "boolean" || value === null ? String(value) : undefined;
}
