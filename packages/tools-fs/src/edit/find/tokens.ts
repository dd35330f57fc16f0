import { isSpace } from "../../text/lines.ts";
import { alignItems } from "../diff.ts";
import { foldCode, type Words } from "./fold.ts";

const PARTS = /[\p{L}\p{N}\p{M}_]+|./gsu;

/** Gaps and words in turn, words split into names and single symbols. */
export function tokensOf({ words, gaps }: Words): string[] {
  return gaps.flatMap((gap, i) => (words[i] === undefined ? [gap] : [gap, ...(words[i].match(PARTS) ?? [])]));
}

/** The tokens of two texts with the same words, one to one. */
export function pairTokens(old: Words, file: Words): [string[], string[]] {
  const left: string[] = [];
  const right: string[] = [];
  for (const [i, gap] of old.gaps.entries()) {
    left.push(gap);
    right.push(file.gaps[i]!);
    const word = old.words[i];
    if (word === undefined) break;
    const twin = file.words[i]!;
    const parts = twin.length === word.length ? word.match(PARTS)! : [word];
    let at = 0;
    for (const part of parts) {
      left.push(part);
      right.push(parts.length === 1 ? twin : twin.slice(at, at + part.length));
      at += part.length;
    }
  }
  return [left, right];
}

/** True for tokens that are whitespace; only the first and the last token may be empty. */
export const isGap = (token: string): boolean => token === "" || isSpace(token.charCodeAt(0));

/** True for quotes, dashes and their look-alikes. */
export const isSymbol = (token: string): boolean => {
  if (token.length !== 1) return false;
  const code = token.charCodeAt(0);
  return code === 34 || code === 39 || code === 45 || foldCode(code) !== code;
};

export const isName = (token: string): boolean => /^[\p{L}\p{N}_]/u.test(token);

export const breaksLine = (gap: string): boolean => /[\r\n]/.test(gap);

/** A gap that ends a line: spaces at the line end, breaks with blank lines between them, and the next line's indentation. */
export interface LineGap {
  readonly trailing: string;
  readonly middle: string;
  readonly indent: string;
}

/** The parts of a gap; one that breaks no line is all `trailing`. */
export function splitGap(gap: string): LineGap {
  const trailing = /^[^\r\n]*/.exec(gap)![0];
  if (trailing.length === gap.length) return { trailing, middle: "", indent: "" };
  const indent = /[^\r\n]*$/.exec(gap)![0];
  return { trailing, middle: gap.slice(trailing.length, gap.length - indent.length), indent };
}

/** Which tokens of the new text are copies of the old text's. */
export interface Copies {
  /** For every token of the new text the index of the one it copies, or -1. */
  readonly of: Int32Array;
  /** Whether the copy is certain: a name is in one piece with it, or more than a symbol or two. */
  readonly isCertain: (index: number) => boolean;
}

/** The two alignments that lie farthest apart: what was added stands as late, or as early, as it can. */
export function findCopies(old: readonly string[], fresh: readonly string[], file: readonly string[]): Copies[] {
  const backward = alignItems(old.toReversed(), fresh.toReversed()).toReversed();
  const turned = backward.map((index) => (index === -1 ? -1 : old.length - 1 - index));
  return [alignItems(old, fresh), turned].map((of) => ({ of, isCertain: certainty(of, old, fresh, file) }));
}

function certainty(of: Int32Array, old: readonly string[], fresh: readonly string[], file: readonly string[]) {
  // New text that spells a symbol as the file does was written with the file in view: a lone symbol at its edge may be new.
  const spelled = fresh.some((token, i) => of[i] === -1 && isSymbol(token) && isFileSpelling(token, old, file));
  const certain = new Uint8Array(of.length);
  for (let start = 0; start < of.length; ) {
    let end = start + 1;
    while (of[start] !== -1 && end < of.length && of[end] === of[end - 1]! + 1) end++;
    const tokens = fresh.slice(start, end).filter((token) => !isGap(token));
    const atEdge = of[start] === 0 || of[end - 1] === old.length - 1;
    const solid = tokens.some(isName) || tokens.length >= 3 || (atEdge && tokens.length > 0 && !spelled);
    certain.fill(of[start] !== -1 && solid ? 1 : 0, start, end);
    start = end;
  }
  return (index: number): boolean => certain[index] === 1;
}

const isFileSpelling = (symbol: string, old: readonly string[], file: readonly string[]): boolean =>
  file.some((token, i) => token === symbol && old[i] !== symbol);

/**
 * How the old text is written otherwise than the file throughout. Added text that is written like that may be meant so, or
 * be distorted on its way like the rest.
 */
export interface Distortion {
  /** A second reading of an added word, symbol or gap inside a line of the new text; undefined when there is none. */
  readonly reread: (fresh: readonly string[], index: number) => string | undefined;
  /** The same of spaces that end an added line. */
  readonly rereadTrailing: (spaces: string) => string | undefined;
}

/** Compare the paired tokens of old text and file. */
export function findDistortion(old: readonly string[], file: readonly string[]): Distortion {
  /**
   * What the file has for a symbol that is not on keyboards, a kind of them, or a wide gap; undefined if the file has
   * it as sent.
   */
  const twins = new Map<string, string | undefined>();
  const endings = new Map<string, string | undefined>();
  /** Plain symbols that the file has as typographic ones, and the lines in which it has. */
  const typeset = new Map<string, { readonly line: Line; readonly twin: string }[]>();
  let form: "NFC" | "NFD" | undefined;
  let narrow = false;
  const note = (known: Map<string, string | undefined>, key: string, sent: string, twin: string): void => {
    known.set(key, sent === twin || (known.has(key) && known.get(key) === undefined) ? undefined : twin);
  };
  for (const [i, sent] of old.entries()) {
    const twin = file[i]!;
    const last = i === old.length - 1;
    if (isGap(sent) && (breaksLine(sent) || last)) {
      if (i === 0) continue;
      const { trailing } = splitGap(sent);
      if (trailing !== "") note(endings, trailing, trailing, splitGap(twin).trailing);
    } else if (isGap(sent)) {
      if (i === 0) continue;
      if (sent === " " && twin === " ") narrow = true;
      if (sent !== " ") note(twins, keyOf(sent), sent, twin);
    } else if (isSymbol(sent)) {
      if (sent.charCodeAt(0) >= 128) note(twins, keyOf(sent), sent, twin);
      else if (sent !== twin) typeset.set(sent, [...(typeset.get(sent) ?? []), { line: lineOf(old, i), twin }]);
    } else if (sent !== twin) form = twin.normalize("NFC") === twin ? "NFC" : "NFD";
  }
  return {
    reread(fresh, index) {
      const token = fresh[index]!;
      if (isGap(token)) {
        if (token === " " || (isWide(token) && narrow)) return undefined;
        return twins.get(keyOf(token));
      }
      if (isSymbol(token)) {
        if (token.charCodeAt(0) < 128)
          return typeset.get(token)?.find(({ line }) => isAlike(line, lineOf(fresh, index)))?.twin;
        return twins.get(keyOf(token)) === undefined ? undefined : String.fromCharCode(foldCode(token.charCodeAt(0)));
      }
      return form && token.normalize(form);
    },
    rereadTrailing: (spaces) => endings.get(spaces),
  };
}

const isWide = (gap: string): boolean => gap.length > 1 && /^[ \t]+$/.test(gap);

/** Dashes are one kind, quotes another; gaps are themselves. */
function keyOf(token: string): string {
  if (!isSymbol(token)) return token;
  return foldCode(token.charCodeAt(0)) === 45 ? "-" : '"';
}

/** What tells a list item, a comment, prose and code apart. */
interface Line {
  readonly first: string;
  readonly isCode: boolean;
  /** Whether a symbol of it is next to spaces, at its start, in a word. */
  readonly around: string;
}

function lineOf(tokens: readonly string[], index: number): Line {
  let [start, end] = [index, index];
  while (start > 0 && !breaksLine(tokens[start - 1]!)) start--;
  while (end < tokens.length && !breaksLine(tokens[end]!)) end++;
  const words = tokens.slice(start, end).filter((token) => !isGap(token));
  const around = `${kindOf(tokens[index - 1])} ${kindOf(tokens[index + 1])}`;
  return { first: words[0] ?? "", around, isCode: /[;{}=]|[,([)\]]$/.test(words.join("")) };
}

function kindOf(token = ""): string {
  if (token === "" || breaksLine(token)) return "edge";
  return isGap(token) ? "space" : isName(token) ? "name" : "symbol";
}

/** The symbol stands alike in both, and both begin with the same symbol, or both are prose. */
const isAlike = (a: Line, b: Line): boolean =>
  a.around === b.around && (isName(a.first) && isName(b.first) ? !a.isCode && !b.isCode : a.first === b.first);
