import { type Tokens, token, tokenAt } from "../scan/tokens.ts";
import type { SymbolKind } from "../symbol.ts";
import type { FoundDefinition } from "./_family.ts";

/** A definition that one line shows. */
export interface LineRule {
  /** Is asked at the beginning of a line; its group `name` is the name, `container` what it belongs to. */
  readonly pattern: RegExp;
  readonly kind: SymbolKind;
  /** `braces`: up to the brace that closes; `indent`: up to the end of the deeper lines; else this line. */
  readonly block?: "braces" | "indent";
  /** What stands deeper belongs to it; a function does so only when it says so. */
  readonly holds?: boolean;
  readonly isExported?: (name: string, line: string) => boolean;
}

export interface LineRules {
  readonly rules: readonly LineRule[];
  /** A line that ends a block and belongs to it. */
  readonly closer?: RegExp;
  /** Joins the name of a container and of what is in it. */
  readonly methods?: boolean;
}

interface OpenBlock {
  readonly indent: number;
  readonly path: string;
  readonly found: { end: number };
}

const maxLine = 1000;

/** The definitions of a text line by line, with the ends of blocks by their indentation. */
export function lineOutline(tokens: Tokens, { rules, closer, methods }: LineRules): readonly FoundDefinition[] {
  const masked = withoutComments(tokens);
  const { text } = tokens;
  const found: FoundDefinition[] = [];
  const open: OpenBlock[] = [];
  let last = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = masked.slice(start, Math.min(end, start + maxLine));
    const begin = line.search(/\S/);
    if (begin >= 0) {
      const indent = width(line, begin);
      while (open.length > 0 && indent <= open.at(-1)!.indent) {
        const closes = indent === open.at(-1)!.indent && closer?.test(line.slice(begin));
        open.pop()!.found.end = closes ? end : last;
        if (closes) break;
      }
      for (const rule of rules) {
        const match = rule.pattern.exec(line);
        if (!match?.groups?.name) continue;
        add(rule, match, start, end, indent, begin);
        break;
      }
      last = end;
    }
    start = end + 1;
  }
  for (const { found: one } of open) one.end = last;
  return found;

  function add(
    rule: LineRule,
    match: RegExpExecArray,
    start: number,
    end: number,
    indent: number,
    begin: number,
  ): void {
    const name = match.groups!.name!;
    const nameStart = start + match.index + match[0].lastIndexOf(name);
    const container = [open.at(-1)?.path, match.groups!.container].filter(Boolean).join(".");
    const isMethod = methods && rule.kind === "function" && container !== "";
    const one = {
      name,
      kind: isMethod ? ("method" as const) : rule.kind,
      container,
      exported: rule.isExported?.(name, match[0]) ?? true,
      nameStart,
      start: start + begin,
      end: rule.block === "braces" ? endOfBraces(tokens, nameStart, end) : end,
      bodyStart: rule.block ? end : undefined,
    };
    found.push(one);
    if (rule.block === "indent" || rule.holds) {
      const path = rule.holds ? [container, name].filter(Boolean).join(".") : container;
      open.push({ indent, path, found: rule.block === "braces" ? { end: 0 } : one });
    }
  }
}

/** The text with blanks for comments and for strings of several lines. */
function withoutComments(tokens: Tokens): string {
  const { text, comments } = tokens;
  const gaps: [number, number][] = [];
  for (let i = 0; i < comments.length; i += 2) gaps.push([comments[i]!, comments[i + 1]!]);
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.type[i] !== 3) continue;
    const from = tokens.start[i]!;
    const to = tokens.end[i]!;
    const newline = text.indexOf("\n", from);
    if (newline >= 0 && newline < to) gaps.push([text.charCodeAt(from - 1) === 10 ? from : newline, to]);
  }
  if (gaps.length === 0) return text;
  gaps.sort((a, b) => a[0] - b[0]);
  const parts: string[] = [];
  let at = 0;
  for (const [from, to] of gaps) {
    if (from < at) continue;
    parts.push(text.slice(at, from), text.slice(from, to).replace(/[^\n]/g, " "));
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

function width(line: string, begin: number): number {
  let column = 0;
  for (let at = 0; at < begin; at++) column += line.charCodeAt(at) === 9 ? 8 - (column % 8) : 1;
  return column;
}

/** The end of the braces that open in this line or the next; the end of the line without any. */
function endOfBraces(tokens: Tokens, from: number, lineEnd: number): number {
  const first = tokenAt(tokens, from - 1) + 1;
  for (let at = first; at < tokens.count && at < first + 200; at++) {
    if (tokens.type[at] === token.openBrace) {
      const close = tokens.match[at]!;
      return close < tokens.count ? tokens.end[close]! : tokens.text.length;
    }
    if (tokens.start[at]! > lineEnd && tokens.first[at] === 1) break;
    if (tokens.match[at]! > at) at = tokens.match[at]!;
  }
  return lineEnd;
}
