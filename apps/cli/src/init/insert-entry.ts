import { type Document, isMap, isScalar, parseDocument, type YAMLMap } from "yaml";
import type { Host, Start } from "./hosts.ts";
import { jsonOf, renderEntry } from "./render-entry.ts";

/** The result for a host's JSON: its new text, or why it stays as it is. */
export type Inserted = { readonly text: string } | { readonly kept: "there already" | "not plain JSON" };

/** Add the entry to a host's JSON, every other character of which stays. An entry that is there is left alone. */
export function insertEntry(text: string, host: Pick<Host, "format" | "keys" | "entry">, start: Start): Inserted {
  if (text.trim() === "") return { text: renderEntry(host, start) };
  const document = parse(text);
  if (!document) return { kept: "not plain JSON" };
  let map = document.contents as YAMLMap;
  const missing = [...host.keys];
  for (const key of host.keys) {
    const inner = map.get(key, true);
    if (inner === undefined) break;
    if (!isMap(inner)) return { kept: "not plain JSON" };
    map = inner;
    missing.shift();
  }
  if (missing.length === 0 && map.has("holdall")) return { kept: "there already" };
  const value = host.entry(start);
  const [key = "", ...inner] = [...missing, "holdall"];
  const nested = inner.reduceRight<object>((each, name) => ({ [name]: each }), value);
  return { text: addFirst(text, map, key, nested) };
}

/** A document of plain JSON: with comments, or with keys twice, it is for the user to change. */
function parse(text: string): Document | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  // JSON is YAML, which tells where things stand.
  const document = parseDocument(text);
  return document.errors.length === 0 && isMap(document.contents) ? document : undefined;
}

/** Put a member before those that a map has, indented as they are. */
function addFirst(text: string, map: YAMLMap, key: string, value: object): string {
  const open = map.range?.[0] ?? 0;
  const [first] = map.items;
  const at = isScalar(first?.key) ? first.key.range?.[0] : undefined;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", open) + 1))?.[0] ?? "";
  const between = at === undefined ? "" : text.slice(open + 1, at);
  const indent = between.includes("\n") ? between.slice(between.lastIndexOf("\n") + 1) : `${outer}  `;
  const member = `${JSON.stringify(key)}: ${jsonOf(value, indent.includes("\t") ? "\t" : 2)}`
    .replaceAll("\n", `\n${indent}`)
    .replaceAll("\n", eol);
  const before = text.slice(0, open + 1);
  if (at === undefined)
    return `${before}${eol}${indent}${member}${eol}${outer}}${text.slice(text.indexOf("}", open) + 1)}`;
  const rest = between.includes("\n") ? text.slice(open + 1) : `${eol}${indent}${text.slice(at)}`;
  return `${before}${eol}${indent}${member},${rest}`;
}
