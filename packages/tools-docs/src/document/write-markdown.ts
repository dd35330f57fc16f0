import { anchors } from "./anchors.ts";
import { type Block, type Inline, plainText } from "./node.ts";

interface MarkdownOptions {
  readonly toc?: boolean | undefined;
  readonly frontMatter?: Readonly<Record<string, unknown>> | undefined;
}

/** A document as GitHub-flavored Markdown. What is text in it stays text: nothing of it becomes markup. */
export function writeMarkdown(document: readonly Block[], { toc, frontMatter }: MarkdownOptions = {}): string {
  const anchor = anchors();
  const headings = document.flatMap((block) =>
    block.t === "heading" ? [{ level: block.level, text: plainText(block.c), anchor: anchor(plainText(block.c)) }] : [],
  );
  const links = new Map(headings.map(({ text, anchor }) => [text, anchor]).reverse() as [string, string][]);
  const parts = document.map((block) => writeBlock(block, links));
  if (toc) {
    const top = headings[0]?.level === 1 ? 1 : 0;
    const listed = headings.slice(top);
    const least = listed.reduce((top, { level }) => Math.min(top, level), 6);
    const lines = listed.map(
      ({ level, text, anchor: to }) => `${"  ".repeat(level - least)}- [${escapeText(text)}](#${to})`,
    );
    if (lines.length > 0) parts.splice(top, 0, lines.join("\n"));
  }
  const body = `${parts.filter(Boolean).join("\n\n")}\n`;
  return frontMatter && Object.keys(frontMatter).length > 0 ? `${writeFrontMatter(frontMatter)}\n${body}` : body;
}

/** JSON is YAML: nothing in a value can end the front matter. */
const writeFrontMatter = (values: Readonly<Record<string, unknown>>): string =>
  `---\n${Object.entries(values)
    .map(([key, value]) => `${/^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key)}: ${JSON.stringify(value)}\n`)
    .join("")}---\n`;

function writeBlock(block: Block, links: ReadonlyMap<string, string>): string {
  switch (block.t) {
    case "heading":
      return `${"#".repeat(block.level)} ${writeInlines(block.c).replace(/(?<!\\)#/g, "\\#")}`;
    case "text":
      return lineStarts(writeInlines(block.c));
    case "list":
      return writeList(block, links);
    case "code":
      return fence(block.v, block.lang);
    case "quote":
      return prefix(block.c.map((each) => writeBlock(each, links)).join("\n\n"), "> ");
    case "table":
      return writeTable(block);
    case "rule":
      return "---";
    case "page":
      return `See [${escapeText(block.to)}](#${links.get(block.to) ?? ""}).`;
    default:
      return block.v.trim();
  }
}

function writeList(list: Block & { t: "list" }, links: ReadonlyMap<string, string>): string {
  const items = list.items.map(({ c, checked }, at) => {
    const mark = list.ordered ? `${list.start + at}. ` : "- ";
    const box = checked === undefined ? "" : checked ? "[x] " : "[ ] ";
    const body = c.map((each) => writeBlock(each, links)).join("\n\n");
    return mark + box + prefix(body, " ".repeat(mark.length)).trimStart();
  });
  return items.join("\n");
}

function writeTable({ align, head, rows }: Block & { t: "table" }): string {
  const rules = head.map((_, at) => ({ left: ":--", center: ":-:", right: "--:" })[align[at] ?? "left"]);
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const written = rows.map((cells) => row(cells.map(writeCell)));
  return [row(head.map(writeCell)), row(rules.map((rule, at) => (align[at] ? rule : "---"))), ...written].join("\n");
}

const writeCell = (c: readonly Inline[]): string =>
  c
    .map((each) => (each.t === "break" ? "<br>" : writeInlines([each])))
    .join("")
    .replace(/[\r\n]+/g, " ")
    // A code span in a table has its bars escaped as well.
    .replace(/(?<!\\)((?:\\\\)*)\|/g, "$1\\|");

const writeInlines = (inlines: readonly Inline[]): string => inlines.map(writeInline).join("");

function writeInline(inline: Inline): string {
  switch (inline.t) {
    case "text":
      return escapeText(inline.v);
    case "code":
      return codeSpan(inline.v);
    case "strong":
      return `**${writeInlines(inline.c)}**`;
    case "em":
      return `*${writeInlines(inline.c)}*`;
    case "del":
      return `~~${writeInlines(inline.c)}~~`;
    case "link":
      return `[${writeInlines(inline.c)}](${destination(inline.href)})`;
    case "image":
      return `![${escapeText(inline.alt.replace(/\s+/g, " "))}](${destination(inline.src)})`;
    case "break":
      return "\\\n";
  }
}

/** Every character with a meaning inside a line gets a backslash. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (character) => (character === "\n" ? "\n" : character === "\t" ? " " : "\ufffd"))
    .replace(/[\\`*_[\]<>|~{}$]/g, "\\$&")
    .replace(/&(?=#?\w)/g, "\\&")
    // What would become a link without any brackets.
    .replace(/(?<=\b(?:https?|ftp)):(?=\/\/)/gi, "\\:")
    .replace(/(?<=\bwww)\./gi, "\\.")
    .replace(/(?<=[\w.+-])@(?=[\w-])/g, "\\@");

/** What has a meaning at the start of a line only. */
const lineStarts = (text: string): string =>
  text
    .split("\n")
    .map((line) =>
      line
        .trimStart()
        .replace(/^[#+=-]/, "\\$&")
        .replace(/^(\d+)([.)])/, "$1\\$2"),
    )
    .join("\n");

function codeSpan(text: string): string {
  const flat = text.replace(/\s*\n\s*/g, " ");
  const marks = "`".repeat(longestRun(flat) + 1);
  const pad = /^`|`$|^ .* $/.test(flat) ? " " : "";
  return marks + pad + flat + pad + marks;
}

function fence(text: string, lang: string): string {
  const marks = "`".repeat(Math.max(3, longestRun(text) + 1));
  const [name = ""] = /^[\w+#.-]*/.exec(lang) ?? [];
  return `${marks}${name}\n${text.replace(/\r\n?/g, "\n").replace(/\n$/, "")}\n${marks}`;
}

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);

/** Between angle brackets, where nothing ends it but what is encoded here. */
function destination(href: string): string {
  const safe = href.replace(/[\p{Cc}\s<>\\]/gu, (character) => encodeURIComponent(character));
  return /[()]/.test(safe) || safe === "" ? `<${safe}>` : safe;
}

const prefix = (text: string, by: string): string =>
  text
    .split("\n")
    .map((line) => (by.trim() === "" && line === "" ? "" : by + line).trimEnd())
    .join("\n");
