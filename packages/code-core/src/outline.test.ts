import { expect, test } from "vitest";
import { outlinedLines, outlineSamples } from "./fixtures/outline-expectations.fixture.ts";
import { languageOf } from "./language.ts";
import { outlineOf } from "./outline.ts";

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
