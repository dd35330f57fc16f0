import { PatternError } from "../pattern-error.ts";
import { wordClass } from "./alphabet.ts";
import { classSet } from "./syntax.ts";

/** Characters that may follow a backslash and then mean themselves: ASCII punctuation, as in ripgrep 15, and white space. */
const escapable = /[!-/:-;=?-@[-`{-~\s]/;
const named: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, f: 12, v: 11, a: 7 };
const perl: Readonly<Record<string, string>> = { d: "\\p{Nd}", s: "\\p{White_Space}", w: wordClass };
/** The same without Unicode, after `(?-u)`. */
const asciiPerl: Readonly<Record<string, string>> = { d: "0-9", s: "\\t-\\r\\x20", w: "0-9A-Z_a-z" };
const posix: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: "\\x00-\\x7f",
  blank: "\\t\\x20",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "\\x21-\\x7e",
  lower: "a-z",
  print: "\\x20-\\x7e",
  punct: "\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e",
  space: "\\t-\\r\\x20",
  upper: "A-Z",
  word: "0-9A-Z_a-z",
  xdigit: "0-9A-Fa-f",
};

/** Reads escapes and bracket classes of a pattern. `at` is where the next read starts; the owner moves it too. */
export interface ClassReader {
  at: number;
  /** What follows a backslash at `at - 1`: one code point, or the source of a class. */
  escape(unicode: boolean): { readonly codePoint: number } | { readonly source: string };
  /** A class whose `[` is at `at - 1`, as the inside of a JavaScript `v`-mode class. */
  brackets(unicode: boolean): string;
}

export const posixClass = (name: string): string | undefined => (Object.hasOwn(posix, name) ? posix[name] : undefined);

export const quoteCodePoint = (codePoint: number): string => `\\u{${codePoint.toString(16)}}`;

export function createClassReader(pattern: string): ClassReader {
  const fail = (message: string, position: number, hint?: string): never => {
    throw new PatternError(message, position, hint);
  };
  const char = (): string => {
    const codePoint = pattern.codePointAt(reader.at);
    return codePoint === undefined ? "" : String.fromCodePoint(codePoint);
  };
  const take = (): string => {
    const taken = char();
    reader.at += taken.length;
    return taken;
  };

  const hex = (digits: number, start: number): { codePoint: number } => {
    const braced = pattern[reader.at] === "{";
    const end = braced ? pattern.indexOf("}", reader.at) : reader.at + digits;
    const written = end < 0 ? "" : pattern.slice(reader.at + (braced ? 1 : 0), end);
    const codePoint = Number.parseInt(written, 16);
    const valid = /^[0-9A-Fa-f]{1,8}$/.test(written) && (braced || written.length === digits) && codePoint <= 0x10ffff;
    if (!valid) fail("the escape needs hexadecimal digits", start, String.raw`Write \x41 or \x{1F600}.`);
    reader.at = end + (braced ? 1 : 0);
    return { codePoint };
  };

  const property = (negated: boolean, start: number): { source: string } => {
    let name = take();
    if (name === "{") {
      const end = pattern.indexOf("}", reader.at);
      if (end < 0) fail("the property name is not closed", start, "Close it with }.");
      name = pattern.slice(reader.at, end);
      reader.at = end + 1;
    }
    const inverted = name.startsWith("^") !== negated;
    const plain = name.replace(/^\^/, "").replace(":", "=");
    const title = plain
      .toLowerCase()
      .replace(
        /(^|[_ =-])([a-z])/g,
        (_, gap: string, letter: string) => (gap && gap !== "=" ? "_" : gap) + letter.toUpperCase(),
      );
    for (const spelled of [plain, title, `Script=${title}`, plain.toUpperCase()]) {
      const source = `\\${inverted ? "P" : "p"}{${spelled}}`;
      if (isClass(source)) return { source };
    }
    return fail(
      `there is no Unicode property named "${name}"`,
      start,
      String.raw`Names such as \p{L}, \p{Lu} or \p{Greek} are known.`,
    );
  };

  const reader: ClassReader = {
    at: 0,
    escape(unicode) {
      const start = reader.at - 1;
      const escaped = take();
      if (escaped === "") return fail("the pattern ends in a backslash", start, String.raw`Write \\ for a backslash.`);
      if (escaped === "x") return hex(2, start);
      if (escaped === "u") return hex(4, start);
      if (escaped === "U") return hex(8, start);
      if (!unicode && (escaped === "p" || escaped === "P"))
        return fail("a Unicode property needs the flag u", start, "Leave (?-u) out.");
      if (escaped === "p" || escaped === "P") return property(escaped === "P", start);
      const code = Object.hasOwn(named, escaped) ? named[escaped] : undefined;
      if (code !== undefined) return { codePoint: code };
      const classes = unicode ? perl : asciiPerl;
      const set = Object.hasOwn(classes, escaped.toLowerCase()) ? classes[escaped.toLowerCase()] : undefined;
      if (set !== undefined) return { source: escaped === escaped.toLowerCase() ? set : `[^${set}]` };
      if (escapable.test(escaped)) return { codePoint: escaped.codePointAt(0) ?? 0 };
      if (/[1-9]/.test(escaped)) return fail("backreferences are not supported", start, "Repeat the text itself.");
      return fail(
        `"\\${escaped}" is not an escape`,
        start,
        `Write ${escaped} for the character itself, or \\\\${escaped} for a backslash before it.`,
      );
    },

    brackets(unicode) {
      const start = reader.at - 1;
      const negated = pattern[reader.at] === "^";
      if (negated) reader.at++;
      let operand = "";
      let left: { source: string; operator: string } | undefined;
      let first = true;

      const combine = (): string => {
        if (!left) return operand;
        const [a, b] = [`[${left.source}]`, `[${operand}]`];
        return left.operator === "~~" ? `[${a}--${b}][${b}--${a}]` : `[${a}${left.operator}${b}]`;
      };
      const item = (): { codePoint: number } | { source: string } => {
        const taken = take();
        if (taken === "\\")
          return pattern[reader.at] === "b"
            ? fail(String.raw`\b has no meaning inside a class`, reader.at - 1, String.raw`Use \x08 for a backspace.`)
            : reader.escape(unicode);
        return { codePoint: taken.codePointAt(0) ?? 0 };
      };

      for (;;) {
        const next = char();
        if (next === "")
          return fail(
            "the class is not closed",
            start,
            String.raw`Close it with ], or write \[ for a literal bracket.`,
          );
        if (next === "]" && !first) break;
        const wasFirst = first;
        first = false;
        const named = /^\[:(\^?)([a-z]+):\]/.exec(pattern.slice(reader.at, reader.at + 16));
        if (named) {
          const source = posixClass(named[2] ?? "");
          if (source === undefined)
            fail(
              `there is no class named "${named[2]}"`,
              reader.at,
              "Names such as [:alpha:] and [:space:] are known.",
            );
          operand += named[1] ? `[^${source}]` : source;
          reader.at += named[0].length;
        } else if (next === "[") {
          reader.at++;
          operand += `[${reader.brackets(unicode)}]`;
        } else if (!wasFirst && /^(&&|--|~~)/.test(pattern.slice(reader.at, reader.at + 2))) {
          left = { source: combine(), operator: pattern.slice(reader.at, reader.at + 2) };
          operand = "";
          reader.at += 2;
        } else {
          const from = reader.at;
          const low = item();
          const dash = pattern[reader.at] === "-" && !["]", "-", undefined].includes(pattern[reader.at + 1]);
          if (!dash) {
            operand += "source" in low ? low.source : quoteCodePoint(low.codePoint);
            continue;
          }
          reader.at++;
          const high = item();
          if ("source" in low || "source" in high)
            return fail("a range needs a character at both ends", from, String.raw`Write \- for a literal dash.`);
          if (high.codePoint < low.codePoint) fail("the range is out of order", from, "Put the lower character first.");
          operand += `${quoteCodePoint(low.codePoint)}-${quoteCodePoint(high.codePoint)}`;
        }
      }
      reader.at++;
      const source = combine();
      return negated ? `[^${source}]` : source;
    },
  };
  return reader;
}

function isClass(source: string): boolean {
  try {
    classSet(source);
    return true;
  } catch {
    return false;
  }
}
