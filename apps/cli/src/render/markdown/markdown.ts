import { lexer, type Token, type Tokens } from "marked";
import { plain } from "../plain.ts";
import type { Screen } from "../screen.ts";
import { wrapSpans } from "../spans.ts";
import { styleFor } from "../style.ts";
import { inlineSpans } from "./markdown-inline.ts";
import { tableLines } from "./markdown-table.ts";

/** Markdown of a model as lines that fit, an empty one between two blocks. Nothing in it can draw on a terminal. */
export const renderMarkdown = (source: string, screen: Screen): string[] => blockLines(lexer(plain(source)), screen);

/**
 * Where the blocks of a text that is still being written end that no further text changes: 0 when the first is still open.
 */
export function finishedLength(source: string): number {
  const blocks = lexer(source);
  while (blocks.at(-1)?.type === "space") blocks.pop();
  return blocks.slice(0, -1).reduce((sum, { raw }) => sum + raw.length, 0);
}

function blockLines(tokens: readonly Token[], screen: Screen): string[] {
  const blocks = tokens.filter(({ type }) => type !== "space").map((token) => linesOf(token, screen));
  return blocks.flatMap((lines, at) => (at === 0 ? lines : ["", ...lines]));
}

function linesOf(token: Token, screen: Screen): string[] {
  const { bold, dim } = styleFor(screen);
  const { width, colour, spoken } = screen;
  switch (token.type) {
    case "heading": {
      const { depth, tokens = [] } = token as Tokens.Heading;
      const mark = colour || spoken ? "" : `${"#".repeat(depth)} `;
      return wrapSpans(inlineSpans(tokens, screen), width - mark.length).map((line, at) =>
        bold(`${at === 0 ? mark : " ".repeat(mark.length)}${line}`),
      );
    }
    case "paragraph":
    case "text":
      return wrapSpans(inlineSpans(token.tokens ?? [token], screen), width);
    case "code": {
      const { text, lang } = token as Tokens.Code;
      const lines = text.split("\n").flatMap((line) => pieces(line.replaceAll("\t", "    "), width - 2));
      const label = lang ? [dim(`  ${lang.slice(0, width - 2)}`)] : [];
      return spoken
        ? [`Code${lang ? ` in ${lang}` : ""}:`, ...lines, "End of code."]
        : [...label, ...lines.map((line) => `  ${line}`)];
    }
    case "list":
      return listLines(token as Tokens.List, screen);
    case "blockquote": {
      const mark = spoken ? "> " : `${dim("│")} `;
      return blockLines(token.tokens ?? [], { ...screen, width: width - 2 }).map((line) => mark + line);
    }
    case "table":
      return tableLines(token as Tokens.Table, screen);
    case "hr":
      return spoken ? [] : [dim("─".repeat(Math.min(width, 20)))];
    default:
      return wrapSpans([{ text: token.raw.trimEnd(), paint: String }], width);
  }
}

function listLines({ items, ordered, start, loose }: Tokens.List, screen: Screen): string[] {
  const first = Number(start) || 1;
  return items.flatMap(({ tokens, task, checked }, at) => {
    const box = task ? (checked ? "[x] " : "[ ] ") : "";
    const mark = ordered ? `${first + at}. ` : screen.spoken || !screen.colour ? "- " : "• ";
    const body = tokens.filter(({ type }) => type !== "checkbox" && type !== "space");
    const inner = { ...screen, width: Math.max(10, screen.width - mark.length) };
    const lines = body.flatMap((token) => linesOf(token, inner));
    const shown = (lines.length > 0 ? lines : [""]).map((line, n) =>
      n === 0 ? `${mark}${box}${line}` : `${" ".repeat(mark.length)}${line}`,
    );
    return loose && at < items.length - 1 ? [...shown, ""] : shown;
  });
}

/** A line of code in pieces that fit: none of it is lost, and nothing in it is moved. */
function pieces(line: string, width: number): string[] {
  const chars = [...line];
  const count = Math.max(1, Math.ceil(chars.length / width));
  return Array.from({ length: count }, (_, at) => chars.slice(at * width, (at + 1) * width).join(""));
}
