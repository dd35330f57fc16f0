import type { OutColumn } from "../../formats/tables/row-writer.ts";
import { exactNumber } from "../../table/exact-number.ts";
import { quoteName } from "../engine/quote.ts";

/** A type of the engine: `leaf` with its name, or made of others. */
type ValueType =
  | { readonly kind: "leaf"; readonly name: string }
  | { readonly kind: "list"; readonly of: ValueType; readonly size: string }
  | { readonly kind: "map"; readonly key: ValueType; readonly value: ValueType }
  | { readonly kind: "struct"; readonly fields: readonly (readonly [string, ValueType])[] };

const small = /^(TINYINT|SMALLINT|INTEGER|UTINYINT|USMALLINT|UINTEGER|FLOAT|DOUBLE)$/;
const exact = /^(BIGINT|UBIGINT|HUGEINT|UHUGEINT|BIGNUM|VARINT|DECIMAL\(.*)$/;

/** Read the name of a type, such as `STRUCT(a INTEGER, b DECIMAL(18,2)[])`. */
export function readType(text: string): ValueType {
  const written = text.trim();
  const list = /\[(\d*)\]$/.exec(written);
  if (list) return { kind: "list", of: readType(written.slice(0, list.index)), size: list[1]! };
  const parts = /^(STRUCT|MAP)\((.*)\)$/s.exec(written);
  if (!parts) return { kind: "leaf", name: written };
  const inside = splitParts(parts[2]!);
  if (parts[1] === "MAP") return { kind: "map", key: readType(inside[0] ?? ""), value: readType(inside[1] ?? "") };
  return {
    kind: "struct",
    fields: inside.map((field) => {
      const [, name = ""] = /^("(?:[^"]|"")*"|\S+)/.exec(field) ?? [];
      const key = name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
      return [key, readType(field.slice(name.length))] as const;
    }),
  };
}

/** Parts between commas that are in no brackets and quotes. */
function splitParts(text: string): string[] {
  const parts: string[] = [];
  let [part, depth, quote] = ["", 0, ""];
  for (const char of text) {
    if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === "(") depth++;
    else if (char === ")") depth--;
    if (char === "," && depth === 0 && quote === "") {
      parts.push(part.trim());
      part = "";
    } else part += char;
  }
  return [...parts, part.trim()];
}

/** The type that carries its values without loss: what is neither small number nor truth is text. */
export function carrierOf(type: ValueType): string {
  if (type.kind === "list") return `${carrierOf(type.of)}[${type.size}]`;
  if (type.kind === "map") return `MAP(${carrierOf(type.key)}, ${carrierOf(type.value)})`;
  if (type.kind === "struct")
    return `STRUCT(${type.fields.map(([name, field]) => `${quoteName(name)} ${carrierOf(field)}`).join(", ")})`;
  return small.test(type.name) || type.name === "BOOLEAN" ? type.name : "VARCHAR";
}

/** A carried value as JSON. Whole numbers and decimals keep all digits. */
export function jsonValue(type: ValueType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type.kind === "list") return [...(value as Iterable<unknown>)].map((each) => jsonValue(type.of, each));
  if (type.kind === "map")
    return [...(value as Iterable<readonly [unknown, unknown]>)].map(([key, each]) => ({
      key: jsonValue(type.key, key),
      value: jsonValue(type.value, each),
    }));
  if (type.kind === "struct") {
    const fields = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(type.fields.map(([name, field]) => [name, jsonValue(field, fields[name])]));
  }
  if (exact.test(type.name)) return exactNumber(String(value));
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return value;
}

/** What the values of a column are in a file. */
export const outType = (type: ValueType): OutColumn["type"] =>
  type.kind !== "leaf"
    ? "text"
    : small.test(type.name) || exact.test(type.name)
      ? "number"
      : type.name === "BOOLEAN"
        ? "boolean"
        : "text";
