import fc from "fast-check";
import { expect, test } from "vitest";
import { complexityOf } from "./complexity.ts";
import { importsOf } from "./imports.ts";
import { knownLanguages } from "./language.ts";
import { outlineOf } from "./outline.ts";
import { modelOf } from "./scopes/model-of.ts";

/** Milliseconds of this thread's work for everything that a text can be asked for. */
function scan(text: string, language: string): number {
  return work(() => {
    outlineOf(text, language);
    importsOf(text, language);
    modelOf(text, language);
    complexityOf(text, language);
  });
}

function work(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const hostile: readonly (readonly [string, string])[] = [
  ["an unterminated template", "const a = `${b".repeat(2000)],
  ["50,000 nested brackets", `${"[({".repeat(17_000)}x`],
  ["50,000 closing brackets", "})]".repeat(10_000)],
  ["nested comments without end", `${"/* ".repeat(10_000)}*/`],
  ["quotes of all kinds", `"'\`'''"""`.repeat(4_000)],
  ["angles", "a<".repeat(20_000)],
  ["keywords alone", "class function def export import type enum ".repeat(2_000)],
  ["a minified line", "var a=function(b){return b?c(b,1):{d:[1,2]}};".repeat(3_000)],
  ["surrogates and controls", "\ud800\u0000\u2028\ufeff".repeat(4_000)],
];

test.each(hostile)("%s: every scanner ends", { timeout: 60_000 }, (_, text) => {
  for (const language of knownLanguages()) scan(text, language);
});

const repeated: readonly (readonly [string, string])[] = [
  ["tsx", "<a b=<c "],
  ["tsx", "<<A\n"],
  ["typescript", "for (;;) "],
  ["typescript", "import { a as "],
  ["typescript", "import, "],
  ["typescript", "a = function;\n"],
  ["typescript", "a ? b : "],
  ["python", "if a: "],
  ["python", "for a in b: "],
  ["python", "with a as b, "],
  ["python", "with a as b "],
  ["python", "x = [a for "],
  ["python", "lambda a: "],
  ["python", "lambda a, "],
  ["python", "f(lambda a "],
  ["ruby", "%w[a "],
  ["ruby", "%("],
  ["ruby", "private\ndef a\nend\n"],
  ["swift", '#"'],
  ["groovy", "a()\n"],
  ["cpp", "typedef a "],
  ["cpp", "#if a\n{\n"],
  ["vue", "<script "],
  ["html", '<script type="a/b">'],
  ["html", '<a id="x" '],
  ["sql", "create temp "],
  ["shell", "<<A\n"],
];

// Work that grew with the square of the size would be some ten seconds for most of them, sixteen times that of the quarter.
test.each(repeated)("%s, %j again and again: the work grows with the size", { timeout: 60_000 }, (language, part) => {
  const text = part.repeat(200_000 / part.length);
  const quarter = scan(text.slice(0, 50_000), language);
  expect(scan(text, language) / Math.max(quarter, 100)).toBeLessThan(12);
});

test("a line of 4 MB takes four times as long as one of 1 MB, or hardly more", { timeout: 60_000 }, () => {
  const part = 'var a=function(b){return b?c(b,1):{d:[1,2]}};import x from"y";';
  const time = (size: number) => {
    const text = part.repeat(size / part.length);
    return work(() => expect(outlineOf(text, "javascript").length).toBe(Math.floor(size / part.length)));
  };
  const once = Math.min(time(1e6), time(1e6));
  expect(time(4e6) / once).toBeLessThan(12);
});

const parts = [
  ..."if else for while function class def fn func type interface enum struct impl mod module namespace import from export default const let var return async new typedef template using extends as in case match switch macro_rules record object companion fun get set use end do begin create table alias defmodule private static lambda infer keyof typeof"
    .split(" ")
    .map((word) => `${word} `),
  ...`a b1 A _c $d @e é 😀 \ud800 \0 0x1 1. 1..2 ( ) [ ] { } < > </ /> \${ #{ <? ?> <!-- --> => -> :: := ?. ... ; , : . ? ! | & * ~ ^ % = == += ++ -- " ' \` """ ''' // /* */ # ## #if #else #endif <<A <<~B $$ \`\`\` --- %w[ @" r#" R"x( f"{ \\`.split(
    " ",
  ),
  ...["\n", "\r\n", "\r", " ", "  ", "\t", "\n  ", "\n    ", "\u2028", "\ufeff"],
];

test("any text: no scanner throws, and what it names lies in the text", () => {
  const pieces = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 30 });
  const language = fc.constantFrom(...knownLanguages());
  fc.assert(
    fc.property(language, pieces, pieces, fc.constantFrom(1, 1, 3, 500), (language, head, again, times) => {
      const text = head.join("") + again.join("").repeat(times);
      for (const { start, end, docStart, nameStart, line, endLine } of outlineOf(text, language)) {
        expect(0 <= docStart && docStart <= start && start <= end && end <= text.length).toBe(true);
        expect(docStart <= nameStart && nameStart <= end && line <= endLine).toBe(true);
      }
      for (const { start } of importsOf(text, language)) expect(start).toBeLessThan(text.length);
      const model = modelOf(text, language);
      for (const { at, from, to } of model?.declarations ?? [])
        expect(0 <= from && from <= at && at < model!.tokens.count && to <= model!.tokens.count).toBe(true);
      complexityOf(text, language);
    }),
    { numRuns: process.env.HOLDALL_STRESS === undefined ? 100 : 20_000, seed: Number(process.env.HOLDALL_SEED ?? 22) },
  );
});
