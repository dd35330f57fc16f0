import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitWords } from "./pattern.ts";
import { findPlaces } from "./search.ts";

/** Where the pattern's words stand with a line break where it has one: word by word, as nobody would search. */
function bruteForce(text: string, old: string): number {
  const all = splitWords(text);
  const pattern = splitWords(old);
  let count = 0;
  for (let at = 0; at + pattern.words.length <= all.words.length; at++) {
    const fits = pattern.words.every(
      (word, i) =>
        all.words[at + i] === word && (i === 0 || pattern.gaps[i]!.includes("\n") === all.gaps[at + i]!.includes("\n")),
    );
    if (fits) count++;
  }
  return count;
}

const token = fc.tuple(fc.constantFrom("a", "b"), fc.constantFrom(" ", " ", "\n"));
const repetitive = fc.array(token, { minLength: 150, maxLength: 400 }).map((tokens) => `${tokens.flat().join("")}a`);

describe("a text that repeats every word", () => {
  test("gives the places that comparing word by word gives", () => {
    fc.assert(
      fc.property(repetitive, fc.nat(), fc.integer({ min: 1, max: 14 }), (text, from, length) => {
        const words = splitWords(text);
        const start = from % (words.words.length - length);
        const old = Array.from(
          { length },
          (_, i) => words.words[start + i]! + (i === length - 1 ? "" : words.gaps[start + i + 1]!.replace(" ", "   ")),
        ).join("");
        const { exact, tolerant } = findPlaces(text, old);
        return exact.length > 0 || tolerant.length === bruteForce(text, old);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["closing braces", "    }\n", `${"  }\n".repeat(20)}  )`],
    ["one line", "  return value;\n", `${"\treturn value;\n".repeat(8)}\treturn other;`],
    ["two words", "a b ", `${"a  b ".repeat(12)}a  a`],
    ["a line without end", "a(b,c);", "a(b,c);  a(b,c);a(b,d);"],
    ["one letter", "a", `${"a".repeat(3_000)}b`],
    [
      "lines, for a pattern of 5,000 of them",
      "  return value;\n",
      `${"\treturn value;\n".repeat(5_000)}\tvalue; return`,
    ],
    ["spaces", "                ", `x${" ".repeat(100)}y`],
    ["only first lines", "function x() {\n", `function x() {\n${"\n".repeat(50)}}`],
  ])("5 MB of %s is searched in linear time: a quadratic search would run out of it", (_, unit, old) => {
    const text = unit.repeat(Math.ceil(5_000_000 / unit.length));
    const { exact, tolerant } = findPlaces(text, old);
    expect(exact.length + tolerant.length).toBe(0);
  });
});
