import type { FoundDefinition } from "./families/_family.ts";
import { lineOf, lineStartsOf } from "./line-table.ts";
import type { Tokens } from "./scan/tokens.ts";
import type { CodeSymbol } from "./symbol.ts";

const maxSignature = 200;
const maxDoc = 2000;

/** Lines, signatures and comments for the results of a scanner, in the order of the text. */
export function makeSymbols(tokens: Tokens, found: readonly FoundDefinition[]): readonly CodeSymbol[] {
  const { text } = tokens;
  const lines = lineStartsOf(text);
  const docs = docFinder(tokens);
  return [...found]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map((one) => {
      const from = one.decoratorStart ?? one.start;
      const comment = docs(from);
      const doc = one.doc ?? (comment === undefined ? undefined : cleanComment(text.slice(comment, from)));
      return {
        name: one.name,
        kind: one.kind,
        ...(one.container && { container: one.container }),
        exported: one.exported,
        start: one.start,
        end: one.end,
        docStart: comment ?? from,
        nameStart: one.nameStart,
        line: lineOf(lines, one.nameStart),
        endLine: lineOf(lines, Math.max(one.start, one.end - 1)),
        signature: signatureOf(text, one),
        ...(doc && { doc }),
      };
    });
}

const whole = new Set(["function", "method", "constructor", "type"]);

function signatureOf(text: string, { start, end, bodyStart, kind }: FoundDefinition): string {
  const stop = Math.min(bodyStart ?? end, end);
  const cut = text.slice(start, Math.min(stop, start + 4 * maxSignature));
  const line = (bodyStart === undefined && !whole.has(kind) ? (/^[^\n]*/.exec(cut)?.[0] ?? "") : cut)
    .replace(/\s+/g, " ")
    .trim();
  const clean = line.replace(/\s*(?:[{:=]|=>|\bthen|\bdo|,|;)$/, "");
  return clean.length > maxSignature ? `${clean.slice(0, maxSignature - 1)}…` : clean;
}

/** Finds the start of the comments that touch the lines before an offset. */
function docFinder({ text, comments }: Tokens): (offset: number) => number | undefined {
  return (offset) => {
    let low = 0;
    let high = comments.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comments[2 * middle + 1]! <= offset) low = middle + 1;
      else high = middle;
    }
    let begin = offset;
    let found: number | undefined;
    for (let index = low - 1; index >= 0; index--) {
      const end = comments[2 * index + 1]!;
      if (begin - end > 400 || !isGap(text, end, begin)) break;
      begin = comments[2 * index]!;
      const ownLine = /(?:^|[\n\r])[ \t]*$/.test(text.slice(Math.max(0, begin - 200), begin));
      if (!ownLine) break;
      found = begin;
    }
    return found;
  };
}

/** Blanks with at most one line break. */
function isGap(text: string, from: number, to: number): boolean {
  let breaks = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) breaks++;
    else if (code !== 32 && code !== 9 && code !== 13) return false;
  }
  return breaks <= 1;
}

function cleanComment(raw: string): string | undefined {
  const text = raw
    .slice(0, 2 * maxDoc)
    .split("\n")
    .map((line) =>
      line
        .replace(/^\s*(?:\/\*+!?|\*+(?!\/)|\/\/[/!]?|#+!?|--+|;+|"""|\{-\|?)? ?/, "")
        .replace(/\s*(?:\*+\/|-\})?\s*$/, ""),
    )
    .join("\n")
    .trim()
    .slice(0, maxDoc);
  return text === "" ? undefined : text;
}
