import { allowReturns, asksForReturn } from "./regex/line-ends.ts";
import { parseRegex } from "./regex/parser.ts";
import { requiredLiterals } from "./regex/required-literals.ts";
import { type CharSet, isFoldedAscii, type Node, literal as plain } from "./regex/syntax.ts";

/** The pattern to search for. */
export interface ByteRegexQuery {
  readonly pattern: string;
  readonly literal: boolean;
  /** Whether case is ignored in the whole pattern or a part of it. */
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
}

/**
 * A regular expression over bytes, in the syntax of Rust's regex crate, for a program such as ripgrep that is to say which
 * files may hold a match: it finds something in every file that does, in whatever encoding. Characters beyond ASCII stand
 * for any such bytes, words may end anywhere. Undefined when it would find something in every file.
 */
export function byteRegex({ pattern, literal, ignoreCase, multiline }: ByteRegexQuery): string | undefined {
  // Flags in the pattern may be all that ignores case.
  const cases = ignoreCase && !literal && pattern.includes("(?") ? [true, false] : [ignoreCase];
  const found = new Set<string>();
  for (const fold of cases) {
    const parsed = literal ? plain(pattern, fold) : parseRegex(pattern, { ignoreCase: fold, dotAll: false });
    const node = asksForReturn(parsed) ? parsed : allowReturns(parsed);
    if (canBeEmpty(node)) return undefined;
    found.add(narrow(node, multiline));
    for (const form of wide(node)) found.add(form);
  }
  return `(?-u:${[...found, ...shifts].join("|")})`;
}

function canBeEmpty(node: Node): boolean {
  switch (node.kind) {
    case "set":
      return false;
    case "assert":
      return true;
    case "repeat":
      return node.min === 0 || canBeEmpty(node.node);
    case "either":
      return node.nodes.some(canBeEmpty);
    case "sequence":
      return node.nodes.every(canBeEmpty);
  }
}

/** ISO-2022 begins with one of these; in it, escapes may be in the middle of ASCII text. */
const shifts = [String.raw`\x1b\x24[\x40B]`, String.raw`\x1b\x24\x29C`];

/** Characters beyond ASCII in encodings without zero bytes; the last byte of one can look like ASCII. */
const beyond = String.raw`(?:[\x80-\xff]+[\x30-\x7e]?)+`;

/** What s and k fold to beyond ASCII, in the encodings that have it: UTF-8 and GB 18030. */
const folds: readonly (readonly [codePoint: number, bytes: string, letter: string])[] = [
  [0x17f, String.raw`\xc5\xbf|\x81\x30\x97\x37`, "s"],
  [0x212a, String.raw`\xe2\x84\xaa|\x81\x36\xbf\x32`, "k"],
];

/** The bytes of what a node matches, in encodings without zero bytes. */
function narrow(node: Node, newlines: boolean): string {
  switch (node.kind) {
    case "set":
      return narrowSet(node.set, newlines);
    case "sequence":
      return node.nodes.map((child) => narrow(child, newlines)).join("");
    case "either":
      return `(?:${node.nodes.map((child) => narrow(child, newlines)).join("|")})`;
    case "repeat":
      return `(?:${narrow(node.node, newlines)}){${node.min},${Number.isFinite(node.max) ? node.max : ""}}`;
    case "assert":
      if (node.assertion === "line-end") return "(?m:$)";
      if (node.assertion === "line-end-or-return") return String.raw`\r?(?m:$)`;
      return node.assertion === "line-start" ? String.raw`(?m:^)(?:\xef\xbb\xbf)?` : "";
  }
}

function narrowSet(set: CharSet, newlines: boolean): string {
  const codes = ascii.filter((code) => set.has(code) && (newlines || code !== newline));
  const parts = codes.length > 0 ? [classOf(codes)] : [];
  if (!isFoldedAscii(set)) parts.push(beyond);
  else for (const [codePoint, bytes] of folds) if (set.has(codePoint)) parts.push(bytes);
  if (parts.length === 0) return String.raw`[^\x00-\xff]`;
  return parts.length === 1 ? parts.join("") : `(?:${parts.join("|")})`;
}

/** Bytes of zero before and after the one of an ASCII character: UTF-16 and UTF-32, of either order. */
const orders: readonly (readonly [before: number, after: number])[] = [
  [0, 1],
  [1, 0],
  [0, 3],
  [3, 0],
];

/** In encodings with zero bytes, a text of which every match holds one; where none is known, any sign of such an encoding. */
function wide(node: Node): string[] {
  const { anyOf, ignoreCase } = requiredLiterals(node);
  // What s and k fold to is written out below.
  const texts = ignoreCase
    ? anyOf.filter((text) => !folds.some(([code]) => text === String.fromCodePoint(code)))
    : anyOf;
  const runs = texts.map(asciiRun);
  if (runs.length === 0 || runs.includes("")) return [String.raw`\x00`, String.raw`\xff\xfe`, String.raw`\xfe\xff`];
  return orders.flatMap(([before, after]) =>
    runs.map((run) => Array.from(run, (char) => wideChar(char, ignoreCase, before, after)).join("")),
  );
}

/** The longest part of a text that is printable ASCII. */
function asciiRun(text: string): string {
  const runs = text.match(/[\t -~]+/g) ?? [];
  return runs.reduce((best, run) => (run.length > best.length ? run : best), "");
}

function wideChar(char: string, ignoreCase: boolean, before: number, after: number): string {
  const codes = new Set([char, ...(ignoreCase ? [char.toLowerCase(), char.toUpperCase()] : [])].map(codeOf));
  const forms = [zeros(before) + classOf([...codes]) + zeros(after)];
  for (const [fold, , letter] of folds) {
    if (!ignoreCase || letter !== char) continue;
    const [high, low] = [hex(fold >> 8), hex(fold & 255)];
    forms.push(before > 0 ? zeros(before - 1) + high + low : low + high + zeros(after - 1));
  }
  return forms.length === 1 ? forms.join("") : `(?:${forms.join("|")})`;
}

const newline = 10;
const ascii = Array.from({ length: 128 }, (_, code) => code);
const codeOf = (char: string): number => char.charCodeAt(0);
const hex = (byte: number): string => `\\x${byte.toString(16).padStart(2, "0")}`;
const zeros = (count: number): string => hex(0).repeat(count);

/** A class of bytes, given in order or not. */
function classOf(codes: readonly number[]): string {
  const [first] = codes;
  if (first !== undefined && codes.length === 1) return hex(first);
  return `[${codes.map(hex).join("")}]`;
}
