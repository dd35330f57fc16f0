import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseParts } from "./ask-model.ts";
import { findWindows, partOf, spansOf } from "./page-parts.ts";
import { findSection, indentJson, outlineOf } from "./snapshot.ts";

const words = fc.constantFrom(
  "heron",
  "**heron**",
  "fish\\_pond",
  "(a)",
  "# Nest",
  "\n",
  "\n\n",
  "```\n",
  "😀",
  "`x`",
  " ",
);
const texts = fc.array(words, { maxLength: 300 }).map((parts) => parts.join(" "));

test("windows are in order, apart from each other, and hold every match that is shown", () => {
  fc.assert(
    fc.property(
      texts,
      fc.constantFrom("heron", "fish_pond", "(a)", "heron heron", "😀"),
      fc.nat(900),
      (text, find, most) => {
        const range = { offset: 0, end: text.length, from: 0 };
        const { matches, windows, next } = findWindows(text, find, range, most);
        const all = [...spansOf(text, find)];
        expect(matches).toBe(all.length);
        const shown = next === undefined ? all : all.filter(({ offset }) => offset < next);
        for (const span of shown) {
          expect(windows.some(({ offset, end }) => offset <= span.offset && span.end <= end)).toBe(true);
        }
        windows.forEach(({ offset, end }, index) => {
          expect(end).toBeGreaterThan(offset);
          if (index > 0) expect(offset).toBeGreaterThan(windows[index - 1]!.end);
          expect(text.slice(offset, end).isWellFormed()).toBe(true);
        });
      },
    ),
  );
});

test("parts join to the text, or to the section", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 200 }), fc.boolean(), (text, max_chars, bySection) => {
      const snapshot = { mediaType: "text/markdown", extraction: "raw" as const, text, links: 0, notes: [] };
      const section = bySection ? outlineOf(text)[0] : undefined;
      const wanted = section && findSection(outlineOf(text), section.heading);
      let joined = "";
      for (let offset: number | null = 0; offset !== null; ) {
        const part = partOf(snapshot, {
          offset,
          max_chars,
          section: wanted && section?.heading,
          url: "https://a.example/",
        });
        joined += part.text;
        expect(part.text.isWellFormed()).toBe(true);
        offset = part.next_offset;
      }
      expect(joined).toBe(wanted ? text.slice(wanted.offset, wanted.end) : text);
    }),
  );
});

test("chosen parts start with the beginning, are in order and no more than asked for", () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 20 }), fc.string(), (many, question) => {
      const text = many.join("\n\n");
      const spans = chooseParts(text, question, 4_000);
      expect(spans[0]?.offset).toBe(0);
      expect(spans.reduce((sum, { offset, end }) => sum + end - offset, 0)).toBeLessThanOrEqual(4_000);
      spans.forEach(({ offset }, index) => {
        if (index > 0) expect(offset).toBeGreaterThan(spans[index - 1]!.end);
      });
    }),
  );
});

test("JSON that was laid out means the same, letter for letter", () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const laid = indentJson(json) ?? "";
      expect(JSON.parse(laid)).toEqual(JSON.parse(json));
      expect(laid.match(tokens)).toEqual(json.match(tokens));
    }),
  );
});
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

test.each([
  ["backslashes", "a \\\\\\", "a b c d e f g h"],
  ["spaces", "a  ", "a b"],
  ["stars", "(*_~`*", "( ( ( ( ( ( ( (x"],
  ["brackets", "[a](b ", "# [a"],
])("a page of %s costs no more than its length", (_, unit, find) => {
  const text = unit.repeat(200_000);
  expect([...spansOf(text, find)].length).toBeGreaterThanOrEqual(0);
  outlineOf(`# ${text}`);
  outlineOf(`${unit}\n# `.repeat(50_000));
});
