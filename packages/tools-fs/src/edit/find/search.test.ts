import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitWords } from "./fold.ts";
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
      { numRuns: process.env.HOLDALL_STRESS ? 5_000 : 150 },
    );
  });

  test("that repeats itself gives up the one place that differs, wherever it is", () => {
    const lines = fc.array(fc.constantFrom("  return value;\n", "  value; }\n", "  }\n\n"), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(lines, fc.nat(), fc.boolean(), (unit, place, spelled) => {
        const period = unit.join("");
        const monotonous = `return;\n${period.repeat(Math.ceil(400_000 / period.length))}`;
        const at = monotonous.indexOf("\n", place % (monotonous.length - 1)) + 1;
        const text = `${monotonous.slice(0, at)}  } value; return\n${monotonous.slice(at)}`;
        const { exact, tolerant } = findPlaces(text, spelled ? "  } value; return\n" : "  }  value; return\n");
        expect(spelled ? exact : tolerant.map(({ start }) => start)).toEqual([at]);
      }),
      { numRuns: process.env.HOLDALL_STRESS ? 500 : 15 },
    );
  });

  test("five thousand lines that stand everywhere stand in more than one place", () => {
    const text = "  return value;\n".repeat(300_000);
    const many = findPlaces(text, "  return value;\n".repeat(5_000));
    expect(many).toMatchObject({ complete: false, tolerant: [] });
    expect(many.exact.slice(0, 2)).toEqual([0, 16]);
    const { tolerant, complete } = findPlaces(text, "\treturn value;\n".repeat(5_000));
    expect([complete, tolerant.length > 1]).toEqual([false, true]);
  });

  test("places that overlap are told", () => {
    expect(findPlaces("=".repeat(100_000), "====")).toMatchObject({ complete: true, exact: { length: 99_997 } });
  });

  test.each(["  ", "x", "a b"])("every place of %j is found, for replacing all", (old) => {
    const places = 70_000;
    const text = `${old}\n`.repeat(places);
    expect(findPlaces(text, old)).toMatchObject({ complete: true, exact: { length: places } });
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
    [
      "lines, for a pattern that stands there but for its first line",
      "  return value;\n",
      `  value; return\n${"  return value;\n".repeat(5_000)}`,
    ],
    ["blanks", "                ", `\n${" ".repeat(1_000)}`],
    ["spaces", "                ", `x${" ".repeat(100)}y`],
    ["only first lines", "function x() {\n", `function x() {\n${"\n".repeat(50)}}`],
  ])("5 MB of %s is searched in linear time: a quadratic search would run out of it", (_, unit, old) => {
    const text = unit.repeat(Math.ceil(5_000_000 / unit.length));
    const { exact, tolerant } = findPlaces(text, old);
    expect(exact.length + tolerant.length).toBe(0);
  });
});
