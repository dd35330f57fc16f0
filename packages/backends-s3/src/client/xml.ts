import { ToolError } from "@holdall/tool-core";

/** An element without its attributes and namespace. */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** The text directly in it. */
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly children: OpenElement[];
  text: string;
}

const maxDepth = 50;

/** Read the XML of a store's answer in one pass. Throws `parse_error` for anything that is not well nested. */
export function parseXml(source: string): XmlElement {
  const root: OpenElement = { name: "", children: [], text: "" };
  const open = [root];
  let at = 0;
  /** The text up to `end`; `at` is after it afterwards. */
  const until = (end: string): string => {
    const stop = source.indexOf(end, at);
    if (stop === -1) throw malformed();
    const text = source.slice(at, stop);
    at = stop + end.length;
    return text;
  };

  while (at < source.length) {
    const top = open.at(-1) ?? root;
    const next = source.indexOf("<", at);
    top.text += decodeEntities(source.slice(at, next === -1 ? undefined : next));
    if (next === -1) break;
    at = next + 1;
    if (source.startsWith("?", at)) until("?>");
    else if (source.startsWith("!--", at)) until("-->");
    else if (source.startsWith("![CDATA[", at)) {
      at += "![CDATA[".length;
      top.text += until("]]>");
    } else if (source.startsWith("/", at)) {
      at++;
      if (localName(until(">")) !== top.name || open.length === 1) throw malformed();
      open.pop();
    } else {
      const tag = until(">");
      const element: OpenElement = { name: localName(tag), children: [], text: "" };
      if (!element.name || open.length > maxDepth) throw malformed();
      top.children.push(element);
      if (!tag.endsWith("/")) open.push(element);
    }
  }
  const [only] = root.children;
  if (!only || open.length > 1 || root.children.length > 1) throw malformed();
  return only;
}

/** The text of a direct child, or undefined. */
export const childText = (element: XmlElement, name: string): string | undefined =>
  element.children.find((child) => child.name === name)?.text;

const localName = (tag: string): string => /^(?:[\w.-]+:)?([\w.-]+)/.exec(tag)?.[1] ?? "";

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const decodeEntities = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/g, (whole, hex, decimal, name) => {
        if (name) return named[name] ?? whole;
        const point = hex ? Number.parseInt(hex, 16) : Number(decimal);
        return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
      })
    : text;

/** Text escaped for an element; characters that XML 1.0 does not allow stay, see `fitsXml`. */
export const escapeXml = (text: string): string => text.replace(/[<>&"'\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** False for text with a character that XML 1.0 has no way to write. */
export const fitsXml = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones it is about
  !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text);

const malformed = (): ToolError =>
  new ToolError("parse_error", "The object store answered with something that is not well-formed XML.", {
    hint: "Check that the endpoint is the store itself, not a web page, a proxy or its console.",
  });
