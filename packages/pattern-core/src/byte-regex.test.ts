import { describe, expect, test } from "vitest";
import { byteRegex } from "./byte-regex.ts";
import { compileTextPattern, type TextPatternOptions } from "./matcher/text-pattern.ts";

/** A search for bytes as ripgrep does it: line by line, unless matches may cross lines. */
function finder(pattern: string, { literal = false, ignoreCase = false, multiline = false }: TextPatternOptions = {}) {
  const asked = compileTextPattern(pattern, { literal, ignoreCase, multiline });
  const source = byteRegex({ pattern, literal, ignoreCase: ignoreCase || asked.ignoreCase, multiline });
  if (source === undefined) return () => true;
  const regex = new RegExp(source.replaceAll("(?-u:", "(?:").replaceAll("(?m:", "(?:"), "m");
  return (bytes: Uint8Array) => {
    const text = String.fromCharCode(...bytes);
    return (multiline ? [text] : text.split("\n")).some((line) => regex.test(line));
  };
}

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const units = (text: string, size: 2 | 4, little: boolean, mark = "") =>
  Uint8Array.from(
    (size === 2 ? (mark + text).split("") : Array.from(mark + text)).flatMap((char) => {
      const code = char.codePointAt(0) ?? 0;
      const bytes = [code & 255, (code >> 8) & 255, code >> 16, 0].slice(0, size);
      return little ? bytes : bytes.reverse();
    }),
  );

/** A text in every encoding that can be written by rule. */
const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
  "utf-8": (text) => new TextEncoder().encode(text),
  "utf-8 with a mark": (text) => new TextEncoder().encode(`\ufeff${text}`),
  "utf-16le": (text) => units(text, 2, true, "\ufeff"),
  "utf-16be": (text) => units(text, 2, false, "\ufeff"),
  "utf-16le without a mark": (text) => units(`words\n${text}`, 2, true),
  "utf-32le": (text) => units(text, 4, true),
  "utf-32be": (text) => units(text, 4, false),
};

const texts = [
  "const order_10042 = lock(mutex);",
  "a\nsecond line\n\tthird  line\n",
  "STRASSE and straße, \u212aelvin \u017fize",
  "日本語 mixed with 漢字 and words",
  "x\u010ay\u0a0az",
  "ends with é",
];
const patterns: readonly (readonly [string, TextPatternOptions?])[] = [
  ["order_10042"],
  ["[a-z]+_[0-9]{4,}"],
  ["ORDER_\\d+", { ignoreCase: true }],
  ["(?i:CONST) order"],
  ["(?i)[^a-y]ock"],
  ["kelvin", { ignoreCase: true, literal: true }],
  ["SIZE", { ignoreCase: true }],
  ["stra(ß|ss)e", { ignoreCase: true }],
  ["^second"],
  ["^const"],
  ["line$"],
  ["a\\nsecond", { multiline: true }],
  ["line.*third", { multiline: true }],
  ["\\bmixed\\b"],
  ["語 mixed"],
  ["漢字"],
  ["日.語"],
  ["x.y.z"],
  ["[^\\s]é"],
  ["é$"],
  ["\\w+ [[:alpha:]]{5} \\w+"],
  ["[a&&A]b|lock", { ignoreCase: true }],
  ["lock(mutex)", { literal: true }],
  ["x*"],
  ["no such text"],
];

describe("finds what a pattern matches, in any encoding", () => {
  test.for(patterns)("%s %o", ([pattern, options]) => {
    const compiled = compileTextPattern(pattern, options);
    const finds = finder(pattern, options);
    for (const text of texts) {
      const matches =
        compiled.multiline || pattern === "x*"
          ? compiled.find(text, 0, text.length) !== undefined
          : compiled.findLine(text, 0) >= 0;
      for (const [name, encode] of Object.entries(encodings))
        if (matches) expect(finds(encode(text)), `${text} as ${name}`).toBe(true);
    }
  });

  test.each([
    ["shift_jis", "\x95\x5c\x8e\xa6 of a table", "表.*of"],
    ["shift_jis", "\x95\x5c\x8e\xa6 of a table", "示 of"],
    ["gb18030", "1\x81\x30\x81\x30\x81\x30\x81\x31 two", "1.{2} two"],
    ["gb18030", "\x81\x30\x97\x37ize of \xd6\xd0", "SIZE of"],
    ["windows-1251", "\xc8\xe7 words", "Из words"],
    ["windows-1252", "d\xe9j\xe0 vu", "d\\w+ vu"],
    ["iso-2022-jp", "wo\x1b$B$3$s\x1b(Brds", "wo.{2}rds"],
  ])("%s: %j", (encoding, bytes, pattern) => {
    const decoded = new TextDecoder(encoding).decode(latin1(bytes));
    expect(compileTextPattern(pattern, { ignoreCase: true }).findLine(decoded, 0)).toBeGreaterThanOrEqual(0);
    expect(finder(pattern, { ignoreCase: true })(latin1(bytes))).toBe(true);
  });
});

test("passes over what holds no match", () => {
  const file = encodings["utf-8"]?.("let order = mutex_9;\nplain ASCII text, and some é\n") ?? new Uint8Array();
  const passed = [
    finder("order_10042"),
    finder("[a-z]+_[0-9]{4,}"),
    finder("KELVIN", { ignoreCase: true }),
    finder("^ASCII"),
    finder("mutex\\s\\w"),
    finder("日本語"),
    finder("x.y.z"),
  ].filter((finds) => !finds(file));
  expect(passed).toHaveLength(7);
});

test("what would find something in every file is not written", () => {
  const query = { literal: false, ignoreCase: false, multiline: false };
  for (const pattern of ["x*", "^$", "(a|b?)", "\\b"]) expect(byteRegex({ ...query, pattern })).toBeUndefined();
});

test("s and k are looked for in all their spellings, in every encoding that has them", () => {
  const names = ["gbk", "gb18030", "big5", "euc-jp", "shift_jis", "euc-kr", "windows-1252", "windows-1258", "koi8-r"];
  for (const [letter, char, long] of [
    ["s", "\u017f", [0x81, 0x30, 0x97, 0x37]],
    ["k", "\u212a", [0x81, 0x36, 0xbf, 0x32]],
  ] as const) {
    const finds = finder(letter, { ignoreCase: true });
    expect(new TextDecoder("gb18030").decode(Uint8Array.from(long))).toBe(char);
    expect(finds(Uint8Array.from(long))).toBe(true);
    for (const decoder of names.map((name) => new TextDecoder(name))) {
      for (let bytes = 0x8000; bytes < 0x10000; bytes++) {
        const pair = Uint8Array.of(bytes >> 8, bytes & 255);
        if (decoder.decode(pair).includes(char)) expect(finds(pair), `${decoder.encoding} ${bytes}`).toBe(true);
      }
    }
  }
});
