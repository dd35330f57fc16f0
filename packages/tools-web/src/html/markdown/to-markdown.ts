import { blockTags, classesOf, type Element, element, elementsOf, firstOf, lineOf, type Node } from "../tree.ts";
import { codeText } from "./code-text.ts";
import { codeSpan, fenceFor, type InlineRun, inlineRun } from "./inline-markdown.ts";
import { isDataTable, tableGrid } from "./table-grid.ts";

/** Lists and quotes inside one another that are indented; deeper ones continue at that depth. */
const maxIndent = 16;

interface MarkdownContext {
  readonly base: string | undefined;
  readonly indent: number;
  /** In a cell of a table, where everything is on one line. */
  readonly isCell?: boolean;
}

/** What a reader sees of a tree as CommonMark with GFM's tables and strike-through. `base` makes addresses absolute. */
export function toMarkdown(root: Element, base?: string): string {
  const blocks = blocksOf(root, { base, indent: 0 }).map(({ text }) => text);
  return blocks.length === 0 ? "" : `${blocks.join("\n\n")}\n`;
}

interface Block {
  readonly text: string;
  readonly type: "paragraph" | "list" | "other";
}

function blocksOf(root: Element, place: MarkdownContext): Block[] {
  const blocks: Block[] = [];
  const run = inlineRun(place.base);
  let lists: { readonly tag: string; readonly marker: number } | undefined;
  walk(root.children);
  flush();
  return blocks;

  function walk(children: readonly Node[]): void {
    for (const child of children) {
      if (typeof child === "string") run.add(child);
      else if (!child.holdsBlocks && !blockTags.has(child.tag) && child.tag !== "pre") run.add(child);
      else if (child.tag === "a") linkFirst(child);
      else if (blockTags.has(child.tag)) block(child);
      else walk(child.children);
    }
  }

  function flush(): void {
    const text = run.end();
    if (text !== "") push(text, "paragraph");
  }

  function push(text: string, type: Block["type"]): void {
    blocks.push({ text, type });
    if (type !== "list") lists = undefined;
  }

  function block(found: Element): void {
    flush();
    const { tag } = found;
    if (place.isCell && inCell(found)) return;
    if (/^h[1-6]$/.test(tag)) heading(found, Number(tag[1]));
    else if (tag === "hr") push("***", "other");
    else if (tag === "pre") code(found);
    else if (tag === "ul" || tag === "ol" || tag === "menu" || tag === "dir") list(found);
    else if (tag === "blockquote") quote(found);
    else if (tag === "table") table(found);
    else if (tag === "dd") definition(found);
    else if (tag === "iframe" || tag === "video" || tag === "audio") embedded(found);
    else {
      walk(found.children);
      flush();
    }
  }

  /** What has a form of its own in a cell; false for what is written as anywhere. */
  function inCell(found: Element): boolean {
    const { tag } = found;
    if (tag === "pre") {
      const code = codeText(found).replace(/^(?:[ \t]*\n)+|\s+$/g, "");
      const lines = code.split("\n");
      if (code !== "") push(lines.map((line) => (line.trim() === "" ? "" : codeSpan(line))).join("<br>"), "other");
    } else if (tag === "table") {
      const { caption, header, rows } = tableGrid(found, (cell, isRepeat) => (isRepeat ? "" : cellText(cell)));
      if (caption) {
        inlineOf(caption, run);
        flush();
      }
      for (const row of [header, ...rows]) {
        const text = row.filter((cell) => cell !== "").join(" · ");
        if (text !== "") push(text, "paragraph");
      }
    } else if (/^h[1-6]$/.test(tag)) {
      const text = inlineOf(found, run).end("spaces").trim();
      if (text !== "") push(`**${text}**`, "paragraph");
    } else if (tag === "blockquote") {
      walk(found.children);
      flush();
    } else return tag === "hr";
    return true;
  }

  function heading(found: Element, level: number): void {
    if (firstOf(found, "table")) {
      walk(found.children);
      return;
    }
    const text = inlineOf(found, run).end("spaces").trim();
    if (text !== "") push(`${"#".repeat(level)} ${text.replace(/(^|\s)(#+)$/, "$1\\$2")}`, "other");
  }

  function code(found: Element): void {
    const text = codeBlock(found);
    if (text !== undefined) push(text, "other");
  }

  function list(found: Element): void {
    const isOrdered = found.tag === "ol";
    const tag = isOrdered ? "ol" : "ul";
    const marker = lists?.tag === tag ? 1 - lists.marker : 0;
    const isLoose = found.children.some((child) => typeof child !== "string" && child.children.some(isParagraph));
    let number = Math.min(
      Math.max(0, Math.trunc(Number(found.attributes.start ?? 1)) || (found.attributes.start === "0" ? 0 : 1)),
      999_999_999,
    );
    const items: string[] = [];
    for (const child of found.children) {
      if (typeof child === "string" && child.trim() === "") continue;
      const item = typeof child === "string" ? { ...element("li"), children: [child] } : child;
      const isNested = item.tag === "ul" || item.tag === "ol";
      const inner = blocksOf(isNested ? { ...found, children: [item] } : item, { ...place, indent: place.indent + 1 });
      const text = inner.map(({ text }) => text).join(isLoose ? "\n\n" : "\n");
      if (isNested && items.length > 0) {
        items[items.length - 1] += `\n${indented(text, 2 + (isOrdered ? 1 : 0))}`;
        continue;
      }
      const bullet = isOrdered ? `${number++}${marker === 0 ? "." : ")"}` : marker === 0 ? "-" : "+";
      if (place.indent >= maxIndent) items.push(`${bullet} ${text}`);
      else items.push(text === "" ? bullet : `${bullet} ${indented(text, bullet.length + 1).trimStart()}`);
    }
    if (items.length === 0) return;
    push(items.join(isLoose ? "\n\n" : "\n"), "list");
    lists = { tag, marker };
  }

  function quote(found: Element): void {
    const inner = blocksOf(found, { ...place, indent: place.indent + 1 });
    const text = inner.map(({ text }) => text).join("\n\n");
    if (text === "") return;
    push(place.indent >= maxIndent ? text : text.replace(/^(?=.)/gm, "> ").replace(/^$/gm, ">"), "other");
  }

  function table(found: Element): void {
    if (!isDataTable(found)) {
      walk(found.children);
      flush();
      return;
    }
    const { caption, header, rows } = tableGrid(found, (cell, isRepeat) => (isRepeat ? "" : cellText(cell)));
    if (caption) {
      inlineOf(caption, run);
      flush();
    }
    const width = rows.reduce((widest, row) => Math.max(widest, row.length), header.length);
    if (width === 0) return;
    const head = [...header, ...Array<string>(width - header.length).fill("")];
    push([tableLine(head), `|${" --- |".repeat(width)}`, ...rows.map(tableLine)].join("\n"), "other");
  }

  function cellText(cell: Element): string {
    const lines = cell.holdsBlocks
      ? blocksOf(cell, { ...place, isCell: true }).map(({ text }) => text.replace(/ {0,2}\n+/g, "<br>"))
      : [inlineOf(cell, run).end().replaceAll("  \n", "<br>")];
    return lines
      .join("<br>")
      .replace(/(?<!\\)\|/g, "\\|")
      .trim();
  }

  function definition(found: Element): void {
    const inner = blocksOf(found, { ...place, indent: place.indent + 1 });
    const text = inner.map(({ text }) => text).join("\n\n");
    if (text !== "") push(place.indent >= maxIndent ? text : `: ${indented(text, 2).trimStart()}`, "other");
  }

  function embedded({ attributes, children }: Element): void {
    const { src, title } = attributes;
    if (src && title && !/^(data|javascript|about):/i.test(src)) {
      run.add({ tag: "a", attributes: { href: src }, children: [title], holdsBlocks: false });
      flush();
    } else walk(children.filter((child) => typeof child !== "string"));
  }

  /** A link around blocks: its first block that shows something becomes the link. */
  function linkFirst(found: Element): void {
    let isPlaced = false;
    const place = (from: Element): Element => {
      if (isPlaced || lineOf(from) === "") return from;
      if (from.holdsBlocks) {
        return { ...from, children: from.children.map((child) => (typeof child === "string" ? child : place(child))) };
      }
      isPlaced = true;
      return { ...from, children: [{ ...found, children: from.children, holdsBlocks: false }] };
    };
    const children = found.children.map((child) => (typeof child === "string" ? child : place(child)));
    walk(children);
  }
}

function inlineOf(found: Element, run: InlineRun): InlineRun {
  for (const child of found.children) run.add(child);
  return run;
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function isParagraph(node: Node): boolean {
  return typeof node !== "string" && node.tag === "p";
}

function indented(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, " ".repeat(by));
}

/** A `pre` as a fenced block with its language, its text untouched; nothing where it is empty. */
export function codeBlock(pre: Element): string | undefined {
  const code = codeText(pre).replace(/\n$/, "");
  const only = pre.children.length === 1 ? pre.children[0] : undefined;
  if (code.trim() === "" && !(typeof only === "object" && only.tag === "code")) return undefined;
  const language = languageOf(pre);
  const longest = fenceFor(code, 3);
  const fence = language.includes("`") ? tildes(code) : longest;
  return `${fence}${language.replace(/[\\&]/g, "\\$&")}\n${code === "" ? "" : `${code}\n`}${fence}`;
}

/** Write the language that only a wrapper of a `pre` names at the `pre`: what finds the article may take the wrapper away. */
export function carryLanguages(root: Element): void {
  for (const found of elementsOf(root)) {
    if (found.tag === "pre" || found.tag === "code") continue;
    const language = found.attributes["data-lang"] || said(classesOf(found));
    if (!language) continue;
    for (const pre of elementsOf(found)) {
      if (pre.tag === "pre" && languageOf(pre) === "") pre.attributes = { ...pre.attributes, "data-lang": language };
    }
  }
}

/** The language that a `pre` or its code names; nothing when neither does. */
function languageOf(pre: Element): string {
  const code = [...elementsOf(pre)].find(({ tag }) => tag === "code");
  return (code && ownLanguage(code)) ?? ownLanguage(pre) ?? "";
}

function ownLanguage(found: Element): string | undefined {
  return found.attributes["data-lang"] || found.attributes["data-language"] || namedIn(classesOf(found));
}

/** A language among the classes that code has; beside a highlighter's own class a single other one is it. */
function namedIn(classes: readonly string[]): string | undefined {
  const rest = classes.filter((name) => name !== "hljs" && name !== "highlight" && name !== "sourceCode");
  return said(classes) ?? (rest.length === 1 && rest.length < classes.length ? rest[0] : undefined);
}

/** A language that a class names as such. */
function said(classes: readonly string[]): string | undefined {
  for (const name of classes) {
    const found = /^(?:lang(?:uage)?-|highlight-(?:source-|text-)?|brush:?)(.+)$/.exec(name)?.[1];
    if (found && !/^(none|plaintext|nohighlight)$/.test(found)) return found;
  }
  return undefined;
}

function tildes(code: string): string {
  const longest = Math.max(2, ...(code.match(/~+/g) ?? []).map((run) => run.length));
  return "~".repeat(longest + 1);
}
