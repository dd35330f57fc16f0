import { compileTextPattern, searchLines } from "@holdall/pattern-core";
import { type SearchCandidate, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { collectMatches } from "./collect-matches.ts";
import { decodeText, textOf } from "./text-of.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => `line ${i} – ${i % 1_000 === 7 ? "needle" : "hay"}\r\n`).join("");
const long = lines(60_000);
const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const utf16 = (text: string) => new Uint8Array(Uint16Array.from(`\ufeff${text}`, (char) => char.charCodeAt(0)).buffer);

/** Files of more than one piece, and what decoding them whole must find out. */
const files: Readonly<Record<string, Uint8Array>> = {
  plain: utf8(long),
  "without a last line break": utf8(`${long}needle`),
  "with a byte order mark": utf8(`\ufeff${long}`),
  "one long line": utf8(`${"x".repeat(1_500_000)}needle${"y".repeat(700_000)}`),
  "a long line between others": utf8(`${long}${"x".repeat(900_000)}needle\n${long}`),
  "a NUL far down": utf8(`${long}\0needle\n`),
  "a byte far down that is not UTF-8": Buffer.concat([utf8(lines(30_000)), Uint8Array.of(0xff), utf8("\nneedle\n")]),
  "Latin-1": latin1(`${"vu à la télé, été comme hiver\n".repeat(40_000)}needle\n`),
  "UTF-16": utf16(lines(30_000)),
  "what looks like an archive in the middle": utf8(`${"x".repeat(1024 * 512 - 1)}\nPK\x03\x04\nneedle\n`),
  "escapes in the middle": utf8(`${"x".repeat(1024 * 512 - 1)}\n\x1b$B%F\x1b(B needle\n`),
  binary: Uint8Array.from({ length: 1_200_000 }, (_, i) => (i % 3 === 0 ? 0 : (i * 31) & 255)),
};

test.each(Object.entries(files))("what is searched is the text that it is as a whole: %s", async (_, bytes) => {
  const text = textOf(bytes, { multiline: false, keepsReturns: true });
  const whole = decodeText(bytes);
  expect(text.kind === "binary").toBe(whole === undefined);
  if (whole === undefined || text.kind === "binary") return;
  expect((text.kind === "utf8" ? text.lines.textOf(0, text.lines.length) : text.text) === whole).toBe(true);
  const pattern = compileTextPattern("needle|line 12345 ");
  const expected = [...searchLines(whole, pattern)];
  const found = await collect(bytes, "needle|line 12345 ");
  expect(found.files[0]?.rows.map(({ line, column }) => [line, column])).toEqual(
    expected.map(({ line, start, matchStart }) => [line, matchStart - start + 1]),
  );
});

test("matches of a large file have their lines around them, across pieces", async () => {
  const { files: found } = await collect(utf8(`${long}first\nneedle\nlast`), String.raw`\r\nfirst`, {
    multiline: true,
    around: 1,
  });
  expect(found[0]?.rows.map(({ line, text }) => `${line} ${text}`)).toEqual([
    "59999 line 59998 – hay",
    "60000 line 59999 – hay",
    "60001 first",
    "60002 needle",
  ]);
});

test("a match is found in a large binary file", async () => {
  const bytes = new Uint8Array(40_000_000);
  bytes.set(utf8("\nneedle\n"), 600_000);
  for (let i = 0; i < bytes.length; i += 5_000) bytes[i] = 10;
  expect((await collect(bytes, "needle")).binary).toEqual(["/file"]);
});

async function collect(bytes: Uint8Array, source: string, { multiline = false, around = 0 } = {}) {
  const counts = { files: 1, ignored: 0, denied: 0, unreadable: 0, tooLarge: 0 };
  async function* one(): AsyncGenerator<SearchCandidate> {
    yield { file: { path: toPath("/file"), bytes }, counts };
  }
  const options = {
    mode: "content",
    context: { before: around, after: around },
    maxPerFile: 1e9,
    offset: 0,
    limit: 1e9,
  } as const;
  return collectMatches(one(), compileTextPattern(source, { multiline }), options, new AbortController().signal);
}
