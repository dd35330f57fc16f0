import { describe, expect, test } from "vitest";
import { PatternError } from "../pattern-error.ts";
import { searchLines } from "./search-lines.ts";
import { compileTextPattern, type TextPatternOptions } from "./text-pattern.ts";

const found = (pattern: string, text: string, options: TextPatternOptions = {}) => {
  const span = compileTextPattern(pattern, options).find(text, 0, text.length);
  return span && text.slice(span.start, span.end);
};
const refusal = (pattern: string, options: TextPatternOptions = {}): PatternError => {
  try {
    compileTextPattern(pattern, options);
  } catch (error) {
    if (PatternError.is(error)) return error;
    throw error;
  }
  throw new Error(`${pattern} was taken`);
};

describe("what a pattern matches", () => {
  test.each([
    ["a+b", "xxaab", "aab"],
    ["a+?", "aaa", "a"],
    ["(?U)a+", "aaa", "a"],
    ["foo|foobar", "foobar", "foo"],
    ["(foo|bar)baz?", "barba", "barba"],
    ["a{2,3}", "aaaa", "aaa"],
    ["a{0}b", "ab", "b"],
    [String.raw`\bset(?:Timeout|Interval)\(`, "x.setTimeout(", "setTimeout("],
    [String.raw`\{[^}]+\}`, "a {b} c", "{b}"],
    ["[]a]+", "x]a", "]a"],
    ["[^]a]", "]ab", "b"],
    ["[a-z&&[^aeiou]]{3,}", "aeixyz", "xyz"],
    [String.raw`[\w--[0-9]]+`, "12ab", "ab"],
    ["[a-c~~b-d]+", "bcad", "ad"],
    ["[[:upper:]]+", "abCD", "CD"],
    [String.raw`\pL+Context\b`, "éaContext", "éaContext"],
    [String.raw`\p{Greek}+`, "abγδ", "γδ"],
    [String.raw`\x41\u0042\x{43}`, "ABC", "ABC"],
    ["(?i)straße", "STRASSE STRAßE", "STRAßE"],
    ["(?i:a)b", "Ab", "Ab"],
    ["(?x) a  b # note", "ab", "ab"],
    ["(?<name>a)(?P<other>b)", "ab", "ab"],
    [".needle", "😀needle", "😀needle"],
    [String.raw`\w+`, "日本", "日本"],
    [String.raw`a\z`, "aa", "a"],
  ])("%s in %j", (pattern, text, expected) => {
    expect(found(pattern, text)).toBe(expected);
  });

  test("ignoring case follows Unicode simple folding", () => {
    expect(found("s", "ſ", { ignoreCase: true })).toBe("ſ");
    expect(found("K", "\u212a", { ignoreCase: true })).toBe("\u212a");
    expect(found("straße", "STRASSE", { ignoreCase: true, literal: true })).toBeUndefined();
  });

  test("word asks for edges even where the pattern has none", () => {
    expect(found("foo", "afoo foob foo", { word: true })).toBe("foo");
    expect(compileTextPattern("foo", { word: true, literal: true }).find("foob foo", 0, 8)).toEqual({
      start: 5,
      end: 8,
    });
    expect(found("-x", "a -x", { word: true })).toBe("-x");
  });

  test.each([
    [String.raw`\<cat`, "tomcat cat", 7],
    [String.raw`cat\>`, "cats cat", 5],
    [String.raw`\<cat\>`, "cats tomcat", undefined],
    [String.raw`\<\W`, "a - b", undefined],
    [String.raw`\>-`, " -é-", 3],
  ])("%s begins or ends a word in %j", (pattern, text, start) => {
    expect(compileTextPattern(pattern).find(text, 0, text.length)?.start).toBe(start);
  });

  test("literal takes every character as it is", () => {
    expect(found("a.b(c)[0]$&", "x a.b(c)[0]$& y", { literal: true })).toBe("a.b(c)[0]$&");
    expect(found("A.B", "xa.b", { literal: true, ignoreCase: true })).toBe("a.b");
  });

  test("multiline crosses lines", () => {
    expect(found("a\\nb", "a\nb", { multiline: true })).toBe("a\nb");
    expect(found("a.b", "a\nb", { multiline: true })).toBeUndefined();
    expect(found("(?s)a.b", "a\nb", { multiline: true })).toBe("a\nb");
    expect(found("^b$", "a\nb\nc", { multiline: true })).toBe("b");
  });

  test("agrees with the backtracking engine wherever both know the syntax", () => {
    const pieces = [
      "a",
      "b",
      "[ab]",
      ".",
      "(a|b)",
      "(?:ab|a)",
      "a*",
      "b+?",
      "(a*b)*",
      "a{1,2}",
      "^",
      "$",
      String.raw`\b`,
      "|",
    ];
    const texts = ["", "a", "ab", "ba", "aab", "abab", "bbb", "a b", "b aa b"];
    const differing: string[] = [];
    let asked = 0;
    for (let seed = 0; seed < 4_000; seed++) {
      const pattern = [seed, seed >> 4, seed >> 8].map((n) => pieces[n % pieces.length]).join("");
      if (/(\^|\$|\\b)[*+?{]|\|/.test(pattern) && pattern.endsWith("|")) continue;
      const compiled = compileTextPattern(pattern);
      for (const text of texts) {
        asked++;
        const expected = new RegExp(pattern, "m").exec(text);
        const span = compiled.find(text, 0, text.length);
        const end = expected ? expected.index + expected[0].length : undefined;
        const isSame = span?.start === expected?.index && span?.end === end;
        const isLine = text === "" || compiled.findLine(text, 0) >= 0 === (expected !== null);
        if (!isSame || !isLine) differing.push(`${pattern} on ${text}`);
      }
    }
    expect(differing).toEqual([]);
    expect(asked).toBeGreaterThan(20_000);
  });
});

test("across lines, all matches are those of the backtracking engine", () => {
  const pieces = ["a", "b", "[ab\\n]", ".", "(?:ab|a)", "a*?", String.raw`\n`, "^", "$", String.raw`\b`, "b+", "[^a]"];
  const texts = ["a\nb\nab", "\n\na b\n", "aab\nbba\n\nab", "b a\na"];
  for (let seed = 0; seed < 1_728; seed++) {
    const source = [seed, seed / 12, seed / 144].map((n) => pieces[Math.floor(n) % 12]).join("");
    const pattern = compileTextPattern(source, { multiline: true });
    for (const text of texts) {
      const expected = Array.from(text.matchAll(new RegExp(source, "gmu")), ({ index, 0: whole }) => [
        index,
        index + whole.length,
      ]);
      const found: number[][] = [];
      for (let from = 0; from <= text.length; ) {
        const span = pattern.find(text, 0, text.length, from);
        if (!span) break;
        found.push([span.start, span.end]);
        from = span.end > span.start ? span.end : span.end + 1;
      }
      expect(found, `${source} in ${JSON.stringify(text)}`).toEqual(expected);
      if (expected.length > 0) expect(pattern.mayMatch(new TextEncoder().encode(text))).toBe(true);
    }
  }
});

describe("what is refused", () => {
  test.each([
    ["*abc", 0, "nothing to repeat"],
    ["a{2,1}", 1, "out of order"],
    ["a{", 1, "not start a repetition count"],
    ["(?<=foo)bar", 0, "look-around"],
    ["a(?!b)", 1, "look-around"],
    [String.raw`(a)\1`, 3, "backreferences"],
    ["a(b", 1, "not closed"],
    ["a)b", 1, "not close a group"],
    ["x[abc", 1, "not closed"],
    ["[z-a]", 1, "out of order"],
    [String.raw`[\y"]`, 1, "is not an escape"],
    ["(?<n>a)(?<n>b)", 7, "two groups"],
    [String.raw`(?-u:\pL)`, 5, "needs the flag u"],
    [String.raw`\p{Klingon}`, 0, "no Unicode property"],
    ["a{1001}", 1, "at most 1000"],
    ["((((a{1000}){1000}){1000}){1000})", 0, "too large"],
    [String.raw`a\nb`, 1, "each line is searched by itself"],
    ["(".repeat(500), 150, "nested too deeply"],
  ])("%s at %i: %s", (pattern, position, message) => {
    const error = refusal(pattern);
    expect(error.message).toContain(message);
    expect(error.position).toBe(position);
  });
});

describe("time", () => {
  /** Ends, or is refused; what takes exponential time meets the time limit of the test. */
  const ends = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      if (!PatternError.is(error)) throw error;
    }
  };

  test.each([
    "(a+)+$",
    "(a|aa)+$",
    "(a*)*[bc]",
    "(.*)*[xy]",
    "(a|a)*[cd]",
    "(x+x+)+y",
    "a?".repeat(40) + "a".repeat(40),
    "a?".repeat(300) + "a".repeat(300),
    "a{1000}b",
    "(a{1000}){20}",
    "(a{5}){5}{5}{5}{5}",
    "((a{1,100}){1,100}){1,1}",
    "(((a{1,30}){1,30}){1,30}){1,30}",
    "(a|b)*a(a|b){14}",
    String.raw`(\w{1,30}\s?){300}$`,
    ".{1,1000}.{1,1000}b$",
    `(${"a|".repeat(3_000)}b)+c`,
    `${"(".repeat(140)}a*${")*".repeat(140)}`,
    "[a-z]".repeat(1_500),
    "x*".repeat(4_000),
  ])("number %# answers or is refused", (pattern) => {
    const many = "a".repeat(30_000);
    const mixed = Array.from(many, (_, i) => "ab0 _x"[(i * 7_919 + (i >> 3)) % 6]).join("");
    for (const text of [many, `${many}!`, mixed, `${" ".repeat(100_000)}x`]) {
      const bytes = new TextEncoder().encode(text);
      ends(() => void compileTextPattern(pattern).mayMatch(bytes));
      ends(() => void [...searchLines(text, compileTextPattern(pattern))]);
    }
  });

  test("too much work is an error that says what to do, and the next text is searched as if nothing had been", () => {
    const pattern = compileTextPattern("(a{5}){5}{5}{5}{5}");
    expect(() => pattern.findLine("a".repeat(30_000), 0)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining("too much work"),
        hint: expect.stringContaining("smaller"),
      }),
    );
    expect(pattern.findLine("b".repeat(30_000), 0)).toBe(-1);
    expect(pattern.mayMatch(new TextEncoder().encode("a".repeat(30_000)))).toBe(true);
  });

  test("a miss on one long line is linear", () => {
    const compiled = compileTextPattern(String.raw`\s+[xy].*[yz].*\d$`);
    expect(compiled.findLine(" ".repeat(2_000_000), 0)).toBe(-1);
  });
});
