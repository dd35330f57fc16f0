import type { Assignment, Word, WordPart } from "unbash";
import { type Arg, exact } from "./arg.ts";
import { isIntegers } from "./arithmetic.ts";

/** What is known while a command is read. */
export interface KnownValues {
  readonly home: string | undefined;
  readonly variables: ReadonlyMap<string, Arg>;
  /** The value of a command substitution, where it can be determined beforehand. */
  readonly substitution: (source: string) => string | undefined;
  /** Whether a command substitution gives the name of a file that it has made. */
  readonly printsFreshName: (source: string) => boolean;
}

interface WordPiece {
  readonly text: string;
  readonly kind: Arg["kind"];
  /** Each of the values that it stands for. */
  readonly names?: readonly string[] | undefined;
  /** Its value is split into words. */
  readonly splits: boolean;
  readonly isInteger?: boolean;
  readonly isFresh?: boolean;
}

const maxWords = 64;

/** The words that a word becomes: one, or several where braces are written out. */
export function argsOf(word: Word, known: KnownValues): readonly Arg[] {
  if (!word.parts) return [plain(word, known)];
  let alternatives: readonly (readonly WordPiece[])[] = [[]];
  for (const part of word.parts) {
    const pieces: readonly (readonly WordPiece[])[] =
      part.type === "BraceExpansion" ? braces(part.text) : [piecesOf(part, known, false)];
    alternatives = alternatives.flatMap((before) => pieces.map((after) => [...before, ...after]));
    if (alternatives.length > maxWords) return [joined([{ text: word.text, kind: "dynamic", splits: true }])];
  }
  return alternatives.map((pieces) => withHome(word, joined(pieces), known));
}

/** A word that must stay one word, such as the target of a redirection. */
export function argOf(word: Word, known: KnownValues): Arg {
  const args = argsOf(word, known);
  return args.length === 1 && args[0] ? args[0] : joined([{ text: word.text, kind: "dynamic", splits: true }]);
}

/** An assignment among arguments (`dd of=x`, `export A=b`) as one word. */
export function assignmentArg({ name, value, text, append }: Assignment, known: KnownValues): Arg {
  if (value.type === "ArrayValue") return joined([{ text, kind: "dynamic", splits: false }]);
  const assigned = argOf(value, known);
  return { ...assigned, text: `${name}${append ? "+=" : "="}${assigned.text}`, mayBeOption: false, splits: false };
}

function plain(word: Word, known: KnownValues): Arg {
  return withHome(word, exact(word.value), known);
}

/** `~` at the start of a word is the home folder; `~name` is the home folder of another user. */
function withHome(word: Word, arg: Arg, { home }: KnownValues): Arg {
  if (!word.text.startsWith("~")) return arg;
  const own = arg.text === "~" || arg.text.startsWith("~/");
  // In a store whose home is its root, `~/a` is `/a`: rules and questions know a file by one name.
  if (own && home !== undefined)
    return { ...arg, text: home === "/" ? arg.text.slice(1) || home : home + arg.text.slice(1) };
  return { ...arg, text: word.text, kind: "dynamic" };
}

function joined(pieces: readonly WordPiece[]): Arg {
  const text = pieces.map((piece) => piece.text).join("");
  const globs = pieces.filter((piece) => piece.kind === "glob");
  // What is quoted in a pattern stands for itself; where it looks like a part of the pattern that is lost.
  const isMixed = pieces.some((piece) => piece.kind === "exact" && /[*?[\\]/.test(piece.text));
  const isTwice = globs.length > 1 && globs.some((piece) => piece.names);
  const kind =
    pieces.some((piece) => piece.kind === "dynamic") || (globs.length > 0 && (isMixed || isTwice))
      ? "dynamic"
      : globs.length > 0
        ? "glob"
        : "exact";
  const first = pieces.find((piece) => piece.text !== "" || piece.kind !== "exact");
  return {
    text,
    kind,
    splits: pieces.some((piece) => piece.splits),
    mayBeOption: !first || (first.kind === "exact" ? first.text.startsWith("-") : true),
    ...(pieces.length === 1 && first?.isInteger && { isInteger: true }),
    ...(pieces.length === 1 && first?.isFresh && { isFresh: true }),
    ...(isBelowFresh(pieces) && { isBelowFresh: true }),
    ...(kind === "dynamic" &&
      pieces.some((piece) => piece.kind === "dynamic") &&
      pieces.every(isPlain) && { pattern: pieces.map(patternOf).join("") }),
    ...(kind === "glob" && globs[0]?.names && { names: namesIn(pieces) }),
  };
}

/** `"$(mktemp -d)"/x`, and not `/..`: where the substitution fails, it is a path from the root of the disk. */
function isBelowFresh([first, ...rest]: readonly WordPiece[]): boolean {
  const text = rest.map((piece) => piece.text).join("");
  return first?.isFresh === true && rest.every(({ kind }) => kind === "exact") && /^\/(?!.*\.\.)/s.test(text);
}

/** An integer holds nothing that would lead elsewhere; an unquoted one may still be several words. */
const isPlain = ({ kind, isInteger, splits }: WordPiece) => kind !== "dynamic" || (isInteger === true && !splits);
const patternOf = ({ kind, text }: WordPiece) => (kind === "dynamic" ? "*" : text);
/** The words of which one piece stands for several values. */
const namesIn = (pieces: readonly WordPiece[]): readonly string[] =>
  pieces.reduce<readonly string[]>(
    (before, { text, names = [text] }) => before.flatMap((start) => names.map((name) => start + name)),
    [""],
  );

function piecesOf(part: WordPart, known: KnownValues, quoted: boolean): readonly WordPiece[] {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [{ text: part.value, kind: "exact", splits: false }];
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.flatMap((inner) => piecesOf(inner, known, true));
    case "Glob":
    case "ExtendedGlob":
      return [{ text: part.text, kind: "glob", splits: true }];
    case "SimpleExpansion":
      return [variable(part.text.slice(1), part.text, known, quoted)];
    case "ParameterExpansion": {
      const { parameter, prefix, index, operation } = part;
      if (prefix || index || operation) return [unknown(part.text, quoted)];
      return [variable(parameter, part.text, known, quoted)];
    }
    case "CommandExpansion": {
      const value = known.substitution(part.text);
      if (isIntegers(part.text)) return [{ text: part.text, kind: "dynamic", splits: !quoted, isInteger: true }];
      if (known.printsFreshName(part.text))
        return [{ text: part.text, kind: "dynamic", splits: !quoted, isFresh: true }];
      return [value === undefined ? unknown(part.text, quoted) : literal(value, part.text, quoted)];
    }
    case "ArithmeticExpansion":
      return [{ text: part.text, kind: "dynamic", splits: false, isInteger: true }];
    default:
      return [unknown(part.text, quoted)];
  }
}

const unknown = (text: string, quoted: boolean): WordPiece => ({ text, kind: "dynamic", splits: !quoted });

/** A known value; without quotes it is split and searched for wildcards, unless there is nothing to split or find. */
const literal = (value: string, written: string, quoted: boolean): WordPiece =>
  quoted || /^[^\s*?[\]]+$/.test(value) ? { text: value, kind: "exact", splits: false } : unknown(written, quoted);

function variable(name: string, written: string, known: KnownValues, quoted: boolean): WordPiece {
  if (/^[?#$!]$/.test(name)) return { text: "0", kind: "exact", splits: false };
  const value = known.variables.get(name);
  if (value?.kind === "exact") return literal(value.text, written, quoted);
  if (value?.kind === "glob") {
    if (quoted && value.isAssigned) return { text: value.text, kind: "exact", splits: false };
    // A name that is split, or a pattern again, becomes other words.
    if (!quoted && value.names?.some((each) => /[\s*?[\\]/.test(each))) return unknown(written, quoted);
    return { text: value.text, kind: "glob", splits: !quoted, names: value.names };
  }
  if (value?.isInteger) return { text: written, kind: "dynamic", splits: false, isInteger: true };
  if (value?.isFresh) return { text: written, kind: "dynamic", splits: !quoted, isFresh: true };
  return unknown(written, quoted);
}

/** The alternatives of `{a,b}` when they are plain text. */
function braces(text: string): readonly (readonly WordPiece[])[] {
  const inner = text.slice(1, -1);
  if (isIntegers(text)) return [[{ text, kind: "dynamic", splits: true, isInteger: true }]];
  if (!text.endsWith("}") || /[{}$`"'\\*?[\]~]|\.\./.test(inner)) return [[{ text, kind: "dynamic", splits: true }]];
  return inner.split(",").map((alternative) => [{ text: alternative, kind: "exact", splits: false }]);
}

/** Bash takes the quotes in an expansion in a heredoc for letters, the parser does not. */
export const quotesNothing = (part: WordPart): boolean => part.type === "ParameterExpansion" && part.text.includes("'");
