import { PatternError } from "../pattern-error.ts";
import { createAutomaton } from "../regex/automaton.ts";
import { requiredSequence } from "../regex/byte-class-sequence.ts";
import { allowReturns, asksForReturn } from "../regex/line-ends.ts";
import { parseRegex } from "../regex/parser.ts";
import { compile } from "../regex/program.ts";
import { minRarity, rarityOf } from "../regex/rarity.ts";
import {
  maxLength,
  needsLineBreak,
  onlyText,
  type RequiredLiterals,
  requiredLiterals,
} from "../regex/required-literals.ts";
import { assert, literal, type Node, sequence } from "../regex/syntax.ts";
import { createLineFinder } from "./line-finder.ts";
import { createPrefilter } from "./prefilter.ts";
import { scanForStart } from "./scan-text.ts";
import { createSpanFinder, type Span } from "./spans.ts";

export interface TextPatternOptions {
  /** The pattern is plain text. */
  readonly literal?: boolean | undefined;
  /** By Unicode simple case folding. */
  readonly ignoreCase?: boolean | undefined;
  /** A match may not begin or end in the middle of a word. */
  readonly word?: boolean | undefined;
  /** Matches may cross lines; `.` matches `\n` only after `(?s)`. */
  readonly multiline?: boolean | undefined;
}

/** A compiled pattern. The time of a search is proportional to the length of the text, for every pattern. */
export interface TextPattern {
  readonly multiline: boolean;
  /** The pattern asks for `\r`; for others, lines end before their `\r\n`, and texts are searched without it. */
  readonly keepsReturns: boolean;
  /** The most characters that a match has. */
  readonly maxLength: number;
  /** Every match holds at least one of these texts; empty when none are known. */
  readonly requiredAny: readonly string[];
  /** `requiredAny` holds up to the case of ASCII letters. */
  readonly ignoreCase: boolean;
  /** False only when a file of these bytes holds no match in any encoding: a test before decoding. */
  mayMatch(bytes: Uint8Array): boolean;
  /**
   * In UTF-8 without NULs, a place on the first line at or after the start of one that may hold a match, or -1. For patterns
   * that do not cross lines. Throws PatternError when a text makes the pattern too costly.
   */
  findInBytes(bytes: Uint8Array, from: number): number;
  /**
   * The first span at or after `from`, in `text` from `low` to `high` (a line, or everything): leftmost, first
   * alternative, greedy as written; no longer one is looked for beyond `enough` characters. Throws PatternError when a text
   * makes the pattern too costly.
   */
  find(text: string, low: number, high: number, from?: number, enough?: number): Span | undefined;
  /** An index on the first line at or after `from` (the start of a line) that holds a match, or -1. */
  findLine(text: string, from: number): number;
}

const maxPattern = 10_000;

/** Compile a search pattern: Rust/RE2 syntax, or plain text. Throws PatternError with the position and what to write instead. */
export function compileTextPattern(
  pattern: string,
  { literal: plain = false, ignoreCase = false, word = false, multiline = false }: TextPatternOptions = {},
): TextPattern {
  if (pattern === "" && plain)
    throw new PatternError("the text to search for is empty", 0, "Enter the text to search for.");
  if (pattern.length > maxPattern)
    throw new PatternError(
      `the pattern is longer than ${maxPattern} characters`,
      maxPattern,
      "Search for a shorter part.",
    );
  if (plain && !ignoreCase && !word) return literalPattern(pattern, multiline);
  const parsed = plain ? literal(pattern, ignoreCase) : parseRegex(pattern, { ignoreCase, dotAll: false });
  const node = word ? sequence(assert("no-word-before"), parsed, assert("no-word-after")) : parsed;
  if (!multiline && needsLineBreak(node)) throw crossesLines(pattern);
  const text = onlyText(node);
  return text === undefined ? patternOf(node, multiline) : literalPattern(text, multiline);
}

function patternOf(node: Node, multiline: boolean): TextPattern {
  const keepsReturns = asksForReturn(node);
  const inBytes = keepsReturns ? node : allowReturns(node);
  const required = requiredLiterals(inBytes);
  const byteClasses = multiline || rarityOf(required) >= minRarity ? undefined : requiredSequence(inBytes);
  const program = compile([{ node, label: 0 }]);
  const automaton = createAutomaton(program, { anchored: false, lines: !multiline });
  const span = createSpanFinder(program, automaton.alphabet);
  const find: TextPattern["find"] = (text, low, high, from = low, enough = high) => {
    const start = scanForStart(automaton, text, low, high, from);
    return start < 0 ? undefined : span(text, low, high, start, enough);
  };
  const byteProgram = compile([{ node: inBytes, label: 0 }]);
  const byteAutomaton = createAutomaton(byteProgram, { anchored: false, lines: !multiline });
  return {
    multiline,
    keepsReturns,
    maxLength: maxLength(node),
    requiredAny: required.anyOf,
    ignoreCase: required.ignoreCase,
    ...createPrefilter(required, { automaton: byteAutomaton, byteClasses, lines: !multiline }),
    find,
    findLine: multiline
      ? (text, from) => find(text, 0, text.length, from)?.start ?? -1
      : createLineFinder(automaton, required),
  };
}

function literalPattern(pattern: string, multiline: boolean): TextPattern {
  if (pattern.includes("\n")) {
    if (!multiline) throw crossesLines(pattern);
    return patternOf(literal(pattern), multiline);
  }
  const required: RequiredLiterals = { anyOf: [pattern], ignoreCase: false };
  return {
    multiline,
    keepsReturns: pattern.includes("\r"),
    maxLength: pattern.length,
    requiredAny: required.anyOf,
    ignoreCase: false,
    ...createPrefilter(required, { lines: !multiline }),
    find(text, low, high, from = low) {
      const start = text.indexOf(pattern, from);
      return start < 0 || start + pattern.length > high ? undefined : { start, end: start + pattern.length };
    },
    findLine: (text, from) => text.indexOf(pattern, from),
  };
}

const crossesLines = (pattern: string) =>
  new PatternError(
    "the pattern contains a line break, but each line is searched by itself",
    Math.max(0, pattern.search(/\n|\\n/)),
    "Set multiline to match across lines.",
  );
