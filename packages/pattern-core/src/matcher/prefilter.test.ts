import { describe, expect, test } from "vitest";
import { searchLines } from "./search-lines.ts";
import { compileTextPattern, type TextPatternOptions } from "./text-pattern.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, little: boolean): Uint8Array =>
  Uint8Array.from(text.split("").flatMap((_, i) => bytesOf(text.charCodeAt(i), little)));
const bytesOf = (unit: number, little: boolean): number[] =>
  little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255];

/** Numbers from 0 up to a bound, the same in every run. */
function dice(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const matches = (text: string, pattern: ReturnType<typeof compileTextPattern>): boolean =>
  searchLines(text, pattern).next().done === false;

const legacy = "windows-1252 windows-1251 iso-8859-7 koi8-r macintosh big5 euc-jp euc-kr shift_jis gb18030 gbk".split(
  " ",
);

const patterns: readonly (readonly [source: string, options: TextPatternOptions])[] = [
  ["task", {}],
  ["task", { ignoreCase: true }],
  ["TASK", { ignoreCase: true, literal: true, word: true }],
  ["ask|ta|é", {}],
  ["(?i:ta)sk", {}],
  ["(a|k)s+t", {}],
  ["t?a[sk]+", {}],
  [String.raw`\bt.*k$`, {}],
  ["日本|é", {}],
  ["é", { ignoreCase: true }],
  ["(ta){2}|s(k|kk)?a", {}],
  ["a\nt", { multiline: true }],
  ["[TA][SK]", {}],
  ["[01]{2}.*[sk]", {}],
  [String.raw`[a-t]+\d[01]`, {}],
  ["(?i)[01S]{2}[tk]", {}],
  ["^$", {}],
];

describe("a file that holds a match is never passed over", () => {
  test.each(patterns)("%j %j", (source, options) => {
    const pattern = compileTextPattern(source, options);
    const roll = dice(source.length * 77 + 1);
    const letters = ["t", "a", "s", "k", "T", "A", "S", "K", "\n", "0", "1", "é", "日", "本", "ſ", "\u212a", "٣"];
    for (let round = 0; round < 1_500; round++) {
      const text = Array.from({ length: roll(12) }, () => letters[roll(round % 2 === 0 ? 10 : letters.length)]).join(
        "",
      );
      // Fewer bytes than two characters of UTF-16 take are not recognized as such.
      if (!matches(text, pattern) || text.length < 2) continue;
      for (const bytes of [utf8(text), utf8(`\ufeff${text}`), utf16(text, true), utf16(`\ufeff${text}`, false)]) {
        expect(pattern.mayMatch(bytes), `${JSON.stringify(text)} as ${bytes}`).toBe(true);
      }
    }
  });

  test.each(legacy)("in %s", (encoding) => {
    const compiled = patterns.map(([source, options]) => compileTextPattern(source, options));
    const roll = dice(encoding.length);
    for (let round = 0; round < 2_000; round++) {
      const bytes = Uint8Array.from({ length: roll(14) }, () =>
        roll(3) === 0 ? 128 + roll(128) : "taskTASK01 \n\\".charCodeAt(roll(13)),
      );
      const isUtf8 = !new TextDecoder().decode(bytes).includes("\ufffd");
      const text = new TextDecoder(isUtf8 ? "utf-8" : encoding).decode(bytes);
      for (const [i, pattern] of compiled.entries()) {
        if (matches(text, pattern)) expect(pattern.mayMatch(bytes), `${patterns[i]?.[0]} in ${bytes}`).toBe(true);
      }
    }
  });

  test("in ISO-2022, where escapes part the letters of a word", () => {
    expect(compileTextPattern("task").mayMatch(utf8("ta\x1b$B%F\x1b(Bsk"))).toBe(true);
  });
});

describe("on UTF-8 the answer is exact, and the lines are those of V8's own engine", () => {
  const pieces = [
    "a",
    "b",
    "foo",
    "[ab]",
    ".",
    "(?:foo|bar)",
    "a*",
    "[^a]+",
    "é",
    "日?",
    "^",
    "$",
    "b{2}",
    "(?:a|ba)+",
    String.raw`\d`,
  ];
  const words = ["foo", "bar", "a", "b", "bb", "é", "日本", "😀", "7", " ", "\n", "\n", "fo", "o", "\r\n", "ſ"];

  test.each(["", "i"])("with flags %j", (flags) => {
    const roll = dice(flags.length + 1);
    for (let round = 0; round < 1_500; round++) {
      const source = Array.from({ length: 1 + roll(4) }, () => pieces[roll(pieces.length)]).join("");
      const pattern = compileTextPattern(source, { ignoreCase: flags === "i" });
      // To V8 a lone \r ends a line too.
      const native = new RegExp(source.replaceAll(".", "[^\\n]"), `u${flags}`);
      const written = Array.from({ length: roll(round % 9 === 0 ? 1_500 : 30) }, () => words[roll(words.length)]).join(
        "",
      );
      const text = written.replaceAll("\r\n", "\n");
      const lines = text.split("\n");
      if (lines.at(-1) === "") lines.pop();
      const expected = lines.flatMap((line, i) => (native.test(line) ? [i + 1] : []));
      const what = `${source} in ${JSON.stringify(text.slice(0, 200))}`;
      expect(
        [...searchLines(text, pattern)].map(({ line }) => line),
        what,
      ).toEqual(expected);
      expect(pattern.mayMatch(utf8(text)), what).toBe(expected.length > 0);
      expect(pattern.mayMatch(utf8(`\ufeff${text}`)), what).toBe(expected.length > 0);
      if (expected.length > 0) expect(pattern.mayMatch(utf8(written)), what).toBe(true);
    }
  });

  test("wherever the match stands in a large file, and however many lines hold its text without matching", () => {
    const pattern = compileTextPattern(String.raw`needle\d+$`);
    const near = "a needle and\n".repeat(40_000);
    for (const at of [0, 1, 262_100, 262_144 - 3, 300_000, near.length]) {
      const cut = near.lastIndexOf("\n", at) + 1;
      for (const filler of [near, near.replaceAll("needle", "nettle")]) {
        expect(pattern.mayMatch(utf8(filler))).toBe(false);
        const text = `${filler.slice(0, cut)}x needle42\n${filler.slice(cut)}`;
        expect(pattern.mayMatch(utf8(text))).toBe(true);
        expect([...searchLines(text, pattern)]).toHaveLength(1);
      }
    }
  });

  test("while the automaton forgets its states again and again", () => {
    const pattern = compileTextPattern("a[ab]{12}[cd]$");
    const roll = dice(4);
    for (let round = 0; round < 30; round++) {
      const lines = Array.from({ length: 24 }, () => Array.from({ length: 600 }, () => "ab"[roll(2)]).join(""));
      const [line, end] = [roll(24), ["aaaaaaaaaaaaac", "aaaaaaaaaaaad", "baaaaaaaaaaaac", "ac"][round % 4]!];
      lines[line] += end;
      const text = lines.join("\n");
      expect(pattern.mayMatch(utf8(text)), `${end} in line ${line}`).toBe(/a[ab]{12}[cd]$/m.test(text));
      expect(pattern.findLine(text, 0) >= 0).toBe(/a[ab]{12}[cd]$/m.test(text));
    }
  });

  test("a text that lies across two pieces of a large file is found", () => {
    const pattern = compileTextPattern("needle", { literal: true });
    for (let at = 262_144 - 80; at < 262_144 + 8; at++) {
      const bytes = new Uint8Array(600_000).fill(97);
      bytes.set(utf8("needle"), at);
      expect(pattern.mayMatch(bytes), String(at)).toBe(true);
    }
  });
});

test("files without the text are passed over", () => {
  const file = utf8("function first(): void {\n  return second;\n}\n");
  for (const pattern of [
    "third",
    "third|fourth",
    "thi?rd",
    "(?i)THIRD",
    "[0-9]{3}",
    "[A-Z]+_[A-Z]",
    "x.*third",
    "日本",
    "third\\d+",
  ]) {
    expect(compileTextPattern(pattern).mayMatch(file), pattern).toBe(false);
  }
  expect(compileTextPattern("task", { ignoreCase: true }).mayMatch(utf8("the desk, été"))).toBe(false);
});

test.each([
  ["a PNG image", Uint8Array.of(0x89, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, ...utf8("IHDR needle")), false],
  ["text with a NUL", utf8("needles\0\n"), false],
  ["text with a NUL after 8,192 bytes", utf8(`needle${" ".repeat(8192)}\0`), true],
  ["UTF-16 without a mark", utf16("the needle\n", true), true],
  ["UTF-16 with a mark", utf16("\ufeffthe needle\n", false), true],
  ["UTF-32", Uint8Array.from([..."needle"].flatMap((char) => [char.charCodeAt(0), 0, 0, 0])), true],
])("%s", (_, bytes, may) => {
  expect(compileTextPattern("needle").mayMatch(bytes)).toBe(may);
  expect(compileTextPattern("[a-n]e+d").mayMatch(bytes)).toBe(may);
});

describe("texts of which every match holds one", () => {
  test.each([
    ["foo", ["foo"]],
    ["foo|bar|baz", ["foo", "bar", "baz"]],
    ["(foo|bar)+x", ["foo", "bar"]],
    ["pre(a|b)post", ["preapost", "prebpost"]],
    ["colou?r", ["colour", "color"]],
    [String.raw`\w+Context\b`, ["Context"]],
    ["a{3}", ["aaa"]],
    ["x{3,}y", ["xxx"]],
    ["(ab|c){2}d", ["ababd", "abcd", "cabd", "ccd"]],
    ["a{1000}", ["a"]],
    ["foo|.*", []],
    ["x*", []],
    ["[0-9]+", []],
    ["(?i)foo", ["foo"]],
    ["(?i)task", ["task", "\u017f", "\u212a"]],
    ["(?i)42-é", ["42-"]],
  ])("%s: %j", (pattern, expected) => {
    expect([...compileTextPattern(pattern).requiredAny].sort()).toEqual([...expected].sort());
  });
});
