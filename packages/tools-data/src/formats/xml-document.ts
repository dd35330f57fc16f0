import { parseXml, type XmlElement, type XmlNode } from "@rgrove/parse-xml";
import { isExactNumber } from "../table/exact-number.ts";
import type { Losses } from "../table/losses.ts";
import { cannotParse, checkSize, type DocumentFormat } from "./document-format.ts";

/**
 * XML as a value: an element is an object of its children, by name, a list where a name comes more than once; `@name` is an
 * attribute, `#text` is text beside children. An element with text alone is that text. All values are text.
 */
export const xmlDocument: DocumentFormat = {
  parse(text, name, losses) {
    let root: XmlElement | null;
    try {
      root = parseXml(text, { preserveComments: true }).root;
    } catch (error) {
      throw cannotParse(name, "XML", error);
    }
    if (!root) return {};
    const value = { [root.name]: valueFrom(root, losses, 0, name) };
    checkSize(value, name);
    return value;
  },
  write(value, losses) {
    const single = singleElement(value);
    const [name, content] = single ?? ["root", Array.isArray(value) ? { item: value } : value];
    return `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, content, "", losses)}`;
  },
};

function valueFrom(node: XmlElement, losses: Losses, depth: number, name: string): unknown {
  if (depth > 200)
    throw cannotParse(name, "XML that is taken", new Error("elements are nested more than 200 levels deep"));
  const result: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(node.attributes)) result[`@${key}`] = value;
  let text = "";
  const elements = node.children.filter((child) => child.type === "element") as XmlElement[];
  for (const child of node.children as XmlNode[]) {
    if (child.type === "element") {
      const each = child as XmlElement;
      const value = valueFrom(each, losses, depth + 1, name);
      const before = result[each.name];
      if (before === undefined) result[each.name] = value;
      else if (Array.isArray(before)) before.push(value);
      else result[each.name] = [before, value];
    } else if (child.type === "comment") losses.add("comments");
    else if ("text" in child) text += String(child.text);
  }
  if (elements.length === 0 && Object.keys(node.attributes).length === 0) return text;
  if (text.trim() !== "") {
    if (elements.length > 0) losses.add("the order of mixed text and elements", { example: node.name });
    result["#text"] = text.trim();
  }
  return { ...result };
}

function singleElement(value: unknown): [string, unknown] | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const [first, ...more] = Object.entries(value);
  return first && more.length === 0 && !Array.isArray(first[1]) && isName(first[0]) ? first : undefined;
}

export const isName = (name: string): boolean => /^[\p{L}_][\p{L}\p{N}._-]*$/u.test(name) && !/^xml/i.test(name);

export const escapeXml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;");

/** Characters that XML 1.0 cannot hold, escaped or not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
const unheld = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function xmlText(text: string, losses: Losses): string {
  const clean = text.toWellFormed().replace(unheld, "\ufffd");
  if (clean !== text) losses.add("characters that XML cannot hold become U+FFFD", { example: JSON.stringify(text) });
  return escapeXml(clean);
}

function element(name: string, value: unknown, indent: string, losses: Losses): string {
  if (Array.isArray(value)) {
    if (value.length === 0) losses.add("empty lists", { example: name });
    if (value.some(Array.isArray)) losses.add("lists in lists become one list", { example: name });
    return value.map((item) => element(name, item, indent, losses)).join("");
  }
  const [tag, close] = isName(name) ? [name, name] : [`item name="${xmlText(name, losses)}"`, "item"];
  if (!isName(name)) losses.add("keys that are not XML names become <item name=…>", { example: name });
  if (value === null || value === undefined) return `${indent}<${tag}/>\n`;
  if (typeof value !== "object" || isExactNumber(value)) {
    const text = isExactNumber(value) ? value.rawJSON : String(value);
    if (typeof value !== "string") losses.add("numbers and booleans are text in XML");
    return `${indent}<${tag}>${xmlText(text, losses)}</${close}>\n`;
  }
  const entries = Object.entries(value);
  const attributes = entries
    .filter(
      ([key, item]) => key.startsWith("@") && isName(key.slice(1)) && (typeof item !== "object" || isExactNumber(item)),
    )
    .map(([key, item]) => ` ${key.slice(1)}="${xmlText(isExactNumber(item) ? item.rawJSON : String(item), losses)}"`);
  const inner = entries
    .filter(([key]) => key !== "#text" && !(key.startsWith("@") && isName(key.slice(1))))
    .map(([key, item]) => element(key, item, `${indent}  `, losses));
  const text = "#text" in value ? xmlText(String((value as Record<string, unknown>)["#text"]), losses) : "";
  if (inner.length === 0) return `${indent}<${tag}${attributes.join("")}>${text}</${close}>\n`;
  return `${indent}<${tag}${attributes.join("")}>${text}\n${inner.join("")}${indent}</${close}>\n`;
}
