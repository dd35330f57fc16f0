import { stringify } from "yaml";
import type { Host, Start } from "./hosts.ts";

/** The entry of a host with the keys above it, as its file is written. */
export function renderEntry({ format, keys, entry }: Pick<Host, "format" | "keys" | "entry">, start: Start): string {
  const value = entry(start);
  if (format === "toml") {
    const lines = Object.entries(value).map(([key, each]) => `${key} = ${tomlOf(each)}`);
    return `[${[...keys, "holdall"].join(".")}]\n${lines.join("\n")}\n`;
  }
  const whole = [...keys].reverse().reduce<object>((inner, key) => ({ [key]: inner }), { holdall: value });
  return format === "yaml" ? stringify(whole) : `${jsonOf(whole)}\n`;
}

/** Lists of words stay on a line. */
export const jsonOf = (value: unknown, indent: string | number = 2): string =>
  JSON.stringify(value, null, indent).replace(/\[\n\s+("[^\n]*"(?:,\n\s+"[^\n]*")*)\n\s+\]/g, (_, words: string) => {
    return `[${words.replace(/,\n\s+/g, ", ")}]`;
  });

/** Strings of JSON are strings of TOML, and so are lists of them. */
const tomlOf = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map((each) => JSON.stringify(each)).join(", ")}]` : JSON.stringify(value);
