import { expect, test } from "vitest";
import { outlinedLines, outlineSamples } from "./fixtures/outline-expectations.fixture.ts";
import { importsOf } from "./imports.ts";
import { knownLanguages, languageOf } from "./language.ts";
import { outlineOf } from "./outline.ts";
import { modelOf } from "./scopes/model-of.ts";

test.each(outlineSamples())("every definition of the $language sample, and nothing else", (sample) => {
  expect([...outlinedLines(sample)].sort()).toEqual([...sample.expected].sort());
});

test("offsets are those of the text: blanks, emoji, CRLF and a byte order mark included", () => {
  const text =
    '\uFEFFconst a = "😀";\r\n\r\n/** Sums. */\r\n@deco()\r\nexport class Größe {\r\n\tmax(x: number) { return x }\r\n}\r\n';
  const [, size, max] = outlineOf(text, "typescript");
  expect(size).toMatchObject({ name: "Größe", line: 5, endLine: 7, doc: "Sums.", exported: true });
  expect(text.slice(size!.start, size!.end)).toMatch(/^export class[\s\S]*\}$/);
  expect(text.slice(size!.docStart)).toMatch(/^\/\*\* Sums/);
  expect(text.slice(max!.nameStart, max!.nameStart + 3)).toBe("max");
  expect(max).toMatchObject({ container: "Größe", line: 6, signature: "max(x: number)" });
});

test("a comment belongs to what it touches", () => {
  const text = "// Far.\n\n// One.\n// Two.\nfunc A() {}\n";
  expect(outlineOf(text, "go")[0]).toMatchObject({ name: "A", doc: "One.\nTwo." });
});

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

test.each(hostile)(
  "%s: every scanner ends, in time linear in the size",
  (_, text) => {
    for (const language of knownLanguages()) {
      const started = performance.now();
      outlineOf(text, language);
      importsOf(text, language);
      modelOf(text, language);
      expect({ language, isQuick: performance.now() - started < 1500 }).toEqual({ language, isQuick: true });
    }
  },
  60_000,
);

test("languages are known by extension, name and interpreter", () => {
  const cases = ["a/b.tsx", "Rakefile", "x.test.py", "a.b/c", "A.C", "run"].map((path) => languageOf(path));
  expect(cases).toEqual(["tsx", "ruby", "python", undefined, "c", undefined]);
  const scripts = [
    "#!/usr/bin/env -S python3.12 -u",
    "#!/bin/sh",
    "#! /usr/local/bin/node",
    "#!/usr/bin/env A=1 bash",
    "text",
  ];
  expect(scripts.map((line) => languageOf("run", line))).toEqual(["python", "shell", "javascript", "shell", undefined]);
});
