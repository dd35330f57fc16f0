import { countBreaksBefore, isSpace } from "../../text/lines.ts";
import { type Anchor, isMark, isWord, matchBackward, matchForward, type Words } from "../find/fold.ts";

/** The indentation of one line, as the pattern writes it and as the file has it. */
export interface IndentPair {
  readonly pattern: string;
  readonly file: string;
}

/** A place in the file whose words are the pattern's words. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  /** Line endings, trailing space or whitespace on blank lines differ. */
  readonly edges: boolean;
  /** Runs of whitespace inside a line differ. */
  readonly inner: boolean;
  /** The number of blank lines between two lines differs. */
  readonly blanks: boolean;
  /** Quotes, dashes, kinds of space or normal forms differ. */
  readonly lookalike: boolean;
  /**
   * A pair for every line of the pattern that starts inside the match, except for one that repeats the pair before it.
   */
  readonly indents: readonly IndentPair[];
  /** The pattern's first line has no indentation and may start behind the file's. */
  readonly loose: IndentPair | undefined;
}

/** Compare pattern and file around one occurrence of the anchor; undefined when their words differ. */
export function verify(text: string, pattern: Words, anchor: Anchor, hit: number): Candidate | undefined {
  const { words, gaps } = pattern;
  const word = words[anchor.word]!;
  const start = matchBackward(text, hit, word.slice(0, anchor.offset));
  if (start === -1) return undefined;
  const end = matchForward(text, hit + anchor.text.length, word.slice(anchor.offset + anchor.text.length));
  if (end === -1) return undefined;

  const last = words.length - 1;
  const fileGaps: string[] = new Array(last);
  let lookalike = !text.startsWith(word, start) || end - start !== word.length;
  let at = end;
  for (let i = anchor.word; i < last; i++) {
    const from = at;
    while (at < text.length && isSpace(text.charCodeAt(at))) at++;
    const gap = text.slice(from, at);
    if (!alike(gap, gaps[i + 1]!)) return undefined;
    fileGaps[i] = gap;
    const next = words[i + 1]!;
    const stop = matchForward(text, at, next);
    if (stop === -1) return undefined;
    lookalike ||= stop - at !== next.length || !text.startsWith(next, at);
    at = stop;
  }
  let front = start;
  for (let i = anchor.word; i > 0; i--) {
    const to = front;
    while (front > 0 && isSpace(text.charCodeAt(front - 1))) front--;
    const gap = text.slice(front, to);
    if (!alike(gap, gaps[i]!)) return undefined;
    fileGaps[i - 1] = gap;
    const previous = words[i - 1]!;
    const begin = matchBackward(text, front, previous);
    if (begin === -1) return undefined;
    lookalike ||= front - begin !== previous.length || !text.startsWith(previous, begin);
    front = begin;
  }

  const head = headOf(text, front, gaps[0]!, words[0]!);
  const tail = head && tailOf(text, at, gaps[last + 1]!, words[last]!);
  if (!head || !tail) return undefined;
  const seen = { edges: head.edges || tail.edges, inner: false, blanks: false, lookalike };
  const indents: IndentPair[] = head.indent ? [head.indent] : [];
  for (let i = 0; i < last; i++) compareGap(gaps[i + 1]!, fileGaps[i]!, seen, indents);
  if (tail.indent) indents.push(tail.indent);
  return { start: head.at, end: tail.at, ...seen, indents, loose: head.loose };
}

/** Both gaps break the line, or neither does and both are there. */
const alike = (file: string, pattern: string): boolean =>
  file === pattern || (file !== "" && file.includes("\n") === pattern.includes("\n"));

type IgnoredDifferences = { edges: boolean; inner: boolean; blanks: boolean; lookalike: boolean };

function compareGap(pattern: string, file: string, seen: IgnoredDifferences, indents: IndentPair[]): void {
  const cut = pattern.lastIndexOf("\n") + 1;
  if (cut === 0) {
    if (pattern === file) return;
    if (UNICODE_SPACE.test(pattern + file)) seen.lookalike = true;
    if (pattern.replace(UNICODE_SPACES, " ") !== file.replace(UNICODE_SPACES, " ")) seen.inner = true;
    return;
  }
  const split = file.lastIndexOf("\n") + 1;
  const indent = { pattern: pattern.slice(cut), file: file.slice(split) };
  const last = indents.at(-1);
  if (last?.pattern !== indent.pattern || last.file !== indent.file) indents.push(indent);
  if (pattern.slice(0, cut) === file.slice(0, split)) return;
  seen.edges = true;
  if (countBreaksBefore(pattern) !== countBreaksBefore(file)) seen.blanks = true;
}

const UNICODE_SPACE = /[^\t-\r ]/;
const UNICODE_SPACES = /[^\t-\r ]/g;

interface Edge {
  readonly at: number;
  readonly edges: boolean;
  readonly indent?: IndentPair;
  readonly loose?: IndentPair;
}

/** Where the match starts, given the whitespace that the pattern has before its first word. */
function headOf(text: string, word: number, gap: string, first: string): Edge | undefined {
  if (gap.includes("\n")) return brokenHead(text, word, gap);
  let at = word;
  while (at > 0 && isInline(text, at - 1)) at--;
  if (at === 0 || text.charCodeAt(at - 1) === 10) {
    const indent = { pattern: gap, file: text.slice(at, word) };
    if (gap === "" && at < word) return { at: word, edges: false, loose: indent };
    return { at, edges: false, indent };
  }
  if (gap === "") {
    return at === word && joins(text, word - 1, first.charCodeAt(0)) ? undefined : { at: word, edges: false };
  }
  // An indented first line must not match in the middle of a line.
  return text.startsWith(gap, word - gap.length) ? { at: word - gap.length, edges: false } : undefined;
}

function brokenHead(text: string, word: number, gap: string): Edge | undefined {
  let wanted = countBreaksBefore(gap);
  let at = word;
  let lineStart = -1;
  while (wanted > 0) {
    if (at === 0 || !isSpace(text.charCodeAt(at - 1))) return undefined;
    at--;
    if (text.charCodeAt(at) !== 10) continue;
    if (lineStart === -1) lineStart = at + 1;
    wanted--;
  }
  const cut = gap.lastIndexOf("\n") + 1;
  const edges = text.slice(at, lineStart) !== gap.slice(0, cut);
  return { at, edges, indent: { pattern: gap.slice(cut), file: text.slice(lineStart, word) } };
}

/** Where the match ends, given the whitespace that the pattern has behind its last word. */
function tailOf(text: string, word: number, gap: string, last: string): Edge | undefined {
  if (gap === "") {
    const next = text.charCodeAt(word);
    if (isMark(next)) return undefined;
    return joins(text, word, last.charCodeAt(last.length - 1)) ? undefined : { at: word, edges: false };
  }
  let wanted = countBreaksBefore(gap);
  if (wanted === 0) {
    if (text.startsWith(gap, word)) return { at: word + gap.length, edges: false };
    let at = word;
    while (at < text.length && isInline(text, at)) at++;
    return at === text.length || text.charCodeAt(at) === 10 ? { at: word, edges: true } : undefined;
  }
  let at = word;
  for (; wanted > 0 && at < text.length && isSpace(text.charCodeAt(at)); at++) {
    if (text.charCodeAt(at) === 10) wanted--;
  }
  // Only the end of the file may stand in for a final line ending.
  if (wanted > 1 || (wanted === 1 && at < text.length)) return undefined;
  const cut = gap.lastIndexOf("\n") + 1;
  const edges = text.slice(word, at) !== gap.slice(0, cut);
  const rest = gap.slice(cut);
  if (rest === "") return { at, edges };
  let end = at;
  while (end < text.length && isInline(text, end)) end++;
  const file = text.slice(at, end);
  if (file.startsWith(rest)) return { at: at + rest.length, edges };
  return { at: end, edges, indent: { pattern: rest, file } };
}

const isInline = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code !== 10 && isSpace(code);
};

/** True when the character at `at` and the pattern's edge would be one word. */
export const joins = (text: string, at: number, edge: number): boolean =>
  at >= 0 && at < text.length && isWord(text.charCodeAt(at)) && isWord(edge);

/** The uniform way from the pattern's indentation to the file's. */
export interface Shift {
  /** An indentation of the pattern as the file would write it; undefined when that is unknown. */
  readonly apply: (indent: string) => string | undefined;
  /** The file is not indented as the pattern is. */
  readonly moves: boolean;
  /** Tabs became spaces, or spaces tabs. */
  readonly converts: boolean;
}

type Rule = Shift["apply"];

/** Find the uniform shift that leads from the pattern's indentation to the file's; undefined when there is none. */
export function findShift(pairs: readonly IndentPair[]): Shift | undefined {
  const known = new Map<string, string>();
  for (const { pattern, file } of pairs) {
    const before = known.get(pattern);
    if (before !== undefined && before !== file) return undefined;
    known.set(pattern, file);
  }
  const distinct = [...known].map(([pattern, file]) => ({ pattern, file }));
  const same = identity(distinct);
  const plain = same ?? prefix(distinct);
  const rule = plain ?? columns(distinct);
  return rule && { apply: (indent) => known.get(indent) ?? rule(indent), moves: !same, converts: !plain };
}

const identity = (pairs: readonly IndentPair[]): Rule | undefined =>
  pairs.every(({ pattern, file }) => pattern === file) ? (indent) => indent : undefined;

/** The file has the same text in front of every line, or the pattern has. */
function prefix(pairs: readonly IndentPair[]): Rule | undefined {
  const { pattern, file } = pairs[0]!;
  if (file.endsWith(pattern)) {
    const more = file.slice(0, file.length - pattern.length);
    if (sameKind(more, pattern) && pairs.every((pair) => pair.file === more + pair.pattern))
      return (indent) => more + indent;
  }
  if (pattern.endsWith(file)) {
    const less = pattern.slice(0, pattern.length - file.length);
    if (sameKind(less, file) && pairs.every((pair) => pair.pattern === less + pair.file)) {
      return (indent) => (indent.startsWith(less) ? indent.slice(less.length) : undefined);
    }
  }
  return undefined;
}

/** Tabs in front of spaces would look like a shift but are a change of unit. */
const sameKind = (a: string, b: string): boolean => a === "" || b === "" || a[0] === b[0];

/** One side writes tabs where the other writes spaces: find the width of a tab that makes the shift constant. */
function columns(pairs: readonly IndentPair[]): Rule | undefined {
  const fits = [4, 2, 8, 3].flatMap((width) => {
    const deltas = new Set(pairs.map(({ pattern, file }) => columnOf(file, width) - columnOf(pattern, width)));
    return deltas.size === 1 ? [{ width, delta: [...deltas][0]! }] : [];
  });
  const fit = fits.find(({ delta }) => delta === 0) ?? (fits.length === 1 ? fits[0] : undefined);
  if (!fit || pairs.some(({ pattern, file }) => !PLAIN.test(pattern) || !PLAIN.test(file))) return undefined;
  const tabs = pairs.some(({ file }) => file.includes("\t"));
  return (indent) => {
    const column = columnOf(indent, fit.width) + fit.delta;
    if (!PLAIN.test(indent) || column < 0) return undefined;
    return tabs ? "\t".repeat(Math.floor(column / fit.width)) + " ".repeat(column % fit.width) : " ".repeat(column);
  };
}

const PLAIN = /^\t* *$/;

const columnOf = (indent: string, width: number): number => {
  const tabs = indent.lastIndexOf("\t") + 1;
  return tabs * width + indent.length - tabs;
};
