import { ToolError } from "@holdall/tool-core";
import { parse, stringify } from "smol-toml";
import { exactNumber, isExactNumber } from "../table/exact-number.ts";
import { noteHalves } from "../table/losses.ts";
import { cannotParse, checkSize, type DocumentFormat } from "./document-format.ts";

export const tomlDocument: DocumentFormat = {
  parse(text, name, losses) {
    let value: unknown;
    try {
      value = parse(text, { integersAsBigInt: "asNeeded", maxDepth: 200 });
    } catch (error) {
      throw cannotParse(name, "TOML", error);
    }
    checkSize(value, name);
    const bare = withoutStrings(text);
    if (bare.includes("#")) losses.add("comments");
    const fine = /\d\d:\d\d:\d\d\.\d{3}\d*[1-9]/.exec(bare);
    if (fine) losses.add("fractions of a second below a millisecond", { example: fine[0] });
    return fromToml(value, losses);
  },
  write(value, losses) {
    const table = Array.isArray(value) ? { rows: value } : value;
    if (typeof table !== "object" || table === null || isExactNumber(table))
      throw new ToolError("unsupported", "TOML needs a table of keys, and the data is a single value.", {
        hint: "Choose JSON or YAML.",
      });
    if (Array.isArray(value))
      losses.add("the list is written under the key rows, because TOML requires a table at the top");
    return stringify(toToml(table, losses));
  },
};

/** The text of a document that is valid, its strings taken out. */
const withoutStrings = (text: string): string =>
  text.replace(/"""(?:\\[\s\S]|[^\\])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*/g, (found) =>
    found.startsWith("#") ? "#" : "",
  );

function fromToml(value: unknown, losses: Parameters<DocumentFormat["parse"]>[2]): unknown {
  if (typeof value === "bigint") return exactNumber(value.toString());
  if (typeof value === "number" && !Number.isFinite(value)) {
    losses.add("inf and nan become null", { example: String(value) });
    return null;
  }
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => fromToml(item, losses));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromToml(item, losses)]));
}

function toToml(value: unknown, losses: Parameters<DocumentFormat["write"]>[1]): unknown {
  if (typeof value === "string") noteHalves(value, losses);
  if (isExactNumber(value)) {
    if (/^-?\d{1,19}$/.test(value.rawJSON) && BigInt.asIntN(64, BigInt(value.rawJSON)) === BigInt(value.rawJSON))
      return BigInt(value.rawJSON);
    const number = Number(value.rawJSON);
    losses.add("digits of numbers", { example: value.rawJSON });
    return number;
  }
  if (Array.isArray(value)) {
    if (value.includes(null))
      losses.add("null in lists becomes an empty string", { count: value.filter((item) => item === null).length });
    return value.map((item) => (item === null ? "" : toToml(item, losses)));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      if (item === null) losses.add("keys without a value", { example: key });
      return item === null ? [] : [[key, toToml(item, losses)]];
    }),
  );
}
