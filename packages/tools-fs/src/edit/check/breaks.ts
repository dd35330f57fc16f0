import { lineEndingAt } from "../../text/lines.ts";
import { alignItems } from "../diff.ts";

/** A text with a line feed for every line break, and where its indexes are in the text as it is. */
export interface LineFeeds {
  readonly text: string;
  readonly origin: (index: number) => number;
}

/** A text with a line feed for CRLF, lone CR and LF alike. */
export const unifyBreaks = (text: string): string =>
  text.includes("\r") ? text.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : text;

export function toLineFeeds(text: string): LineFeeds {
  const view = unifyBreaks(text);
  if (view.length === text.length) return { text: view, origin: (index) => index };
  let pairs: Uint32Array | undefined;
  const origin = (index: number): number => {
    pairs ??= findPairs(text, text.length - view.length);
    let [low, high] = [0, pairs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[middle]! < index) low = middle + 1;
      else high = middle;
    }
    return index + low;
  };
  return { text: view, origin };
}

/** The indexes of each CRLF in the text where it is one character. */
function findPairs(text: string, count: number): Uint32Array {
  const pairs = new Uint32Array(count);
  let at = -1;
  for (let i = 0; i < count; i++) {
    at = text.indexOf("\r\n", at + 1);
    pairs[i] = at - i;
  }
  return pairs;
}

/** True for a text with a CR that is not part of a CRLF. */
export const hasLoneBreak = (text: string): boolean => text.includes("\r") && /\r(?!\n)/.test(text);

/** False inside a CRLF. */
export const isBetweenBreaks = (text: string, at: number): boolean =>
  !(at > 0 && text.charCodeAt(at) === 10 && text.charCodeAt(at - 1) === 13);

/** A CR at the edge of a pattern may be half of a CRLF: it stands for a lone CR of the file and for nothing else. */
export function keepsLoneBreaks(text: string, start: number, end: number, pattern: string): boolean {
  if (/^\r(?!\n)/.test(pattern) && (text[start] !== "\r" || text[start + 1] === "\n")) return false;
  return !pattern.endsWith("\r") || (text[end - 1] === "\r" && text[end] !== "\n");
}

/** Lines with their breaks. */
const LINES = /[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g;
const BREAK = /\r\n?$|\n$/;

const linesOf = (text: string) =>
  (text.match(LINES) ?? []).map((line) => {
    const ending = BREAK.exec(line)?.[0] ?? "";
    return { content: line.slice(0, line.length - ending.length), ending };
  });

/** How a file breaks lines around a place: what an argument's line break becomes there. */
export interface Endings {
  /** The break of a line that the file does not have yet. */
  readonly eol: string;
  /** A lone CR of the arguments is a line break. */
  readonly loneBreaks: boolean;
}

/** The endings for an edit whose old text is at `[start, end)`. */
export function endingsAt(text: string, start: number, end: number, old: string): Endings {
  const eol = lineEndingAt(text, start);
  const bridged = hasLoneBreak(old) && !hasLoneBreak(text.slice(start, end));
  return { eol, loneBreaks: bridged || eol === "\r" };
}

/** New text for a place where the old text stands apart from its line breaks: lines that stay keep their break, others get the file's. */
export function fitBreaks(file: string, old: string, fresh: string, { eol, loneBreaks }: Endings): string {
  const endings = linesOf(file).map(({ ending }) => ending);
  const lines = linesOf(fresh);
  const mixed = new Set(endings.filter(Boolean)).size > 1;
  const contents = (text: string) => linesOf(text).map(({ content }) => content);
  const partner = mixed ? alignItems(contents(old), contents(fresh)) : undefined;
  const isBreak = (ending = ""): boolean => ending.includes("\n") || (ending === "\r" && loneBreaks);
  let last = !mixed && isBreak(endings[0]) ? endings[0]! : eol;
  return lines
    .map(({ content, ending }, i) => {
      if (ending === "") return content;
      const kept = endings[partner?.[i] ?? -1];
      if (kept && isBreak(kept)) last = kept;
      return content + (kept || (ending === "\r" && !loneBreaks ? ending : last));
    })
    .join("");
}
