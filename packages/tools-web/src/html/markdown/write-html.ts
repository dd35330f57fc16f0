import { bareJson } from "../page/metadata.ts";
import { type Element, type Node, textOf, voidTags } from "../tree.ts";

/** A tree as well-formed HTML. Elements in `as` are written as another, scripts and handlers stay out. */
export function writeHtml(node: Node): string {
  const parts: string[] = [];
  write(node, parts);
  return parts.join("");
}

function write(node: Node, parts: string[]): void {
  if (typeof node === "string") {
    parts.push(escapeText(node));
    return;
  }
  const { tag, attributes, children } = node;
  if (!/^[a-z][\w:.-]*$/.test(tag)) {
    writeAll(children, parts);
    return;
  }
  parts.push("<", tag);
  for (const name in attributes) {
    if (/^(?!on)[a-z_:][\w:.-]*$/.test(name)) parts.push(" ", name, '="', escapeAttribute(attributes[name]!), '"');
  }
  if (voidTags.has(tag)) {
    parts.push("/>");
    return;
  }
  parts.push(">");
  // The only scripts that are left hold JSON, where these are other spellings of the same.
  if (tag === "script") {
    parts.push(bareJson(textOf(node)).replaceAll("&", "\\u0026").replaceAll("<", "\\u003c"));
  } else writeAll(children, parts);
  parts.push("</", tag, ">");
}

function writeAll(children: Element["children"], parts: string[]): void {
  for (const child of children) write(child, parts);
}

function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") : text;
}

function escapeAttribute(text: string): string {
  return /[&<>"]/.test(text) ? escapeText(text).replaceAll('"', "&quot;") : text;
}
