import fc from "fast-check";
import { expect, test } from "vitest";
import type { TextSplice } from "../text/lines.ts";
import { renderDiff } from "./diff.ts";

/** The text that a shown difference makes of another: kept and new lines at their new numbers, everything else as it was. */
function applyShown(before: string, shown: string): string {
  const old = before.split("\n").slice(0, -1);
  const gone = new Set<number>();
  const come = new Map<number, string>();
  for (const line of shown.split("\n")) {
    const [, number = "", sign = "", text = ""] = /^ *(\d+) ([ +-])? ?(.*)$/.exec(line) ?? [];
    if (number === "") continue;
    if (sign === "-") {
      expect(old[Number(number) - 1], `line ${number} is gone`).toBe(text);
      gone.add(Number(number));
    } else if (sign === "+") come.set(Number(number), text);
  }
  const kept = old.filter((_, i) => !gone.has(i + 1));
  const fresh: string[] = [];
  for (let number = 1; kept.length > 0 || come.has(number); number++) fresh.push(come.get(number) ?? kept.shift()!);
  return fresh.map((line) => `${line}\n`).join("");
}

/** What is shown as kept is in the new text at that number. */
function checkKept(after: string, shown: string): void {
  const lines = after.split("\n");
  for (const line of shown.split("\n")) {
    const [, number = "", text = ""] = /^ *(\d+) (?:$| {2}(.*)$)/.exec(line) ?? [];
    if (number !== "") expect(lines[Number(number) - 1], `line ${number} is kept`).toBe(text);
  }
}

const spliced = (before: string, splices: readonly TextSplice[]): string =>
  splices.reduceRight((text, { start, end, text: fresh }) => text.slice(0, start) + fresh + text.slice(end), before);

test("the difference that is shown makes the new text of the old one", () => {
  const line = fc.constantFrom("a", "b", "cc", "d d", "");
  const text = fc
    .array(line, { minLength: 1, maxLength: 30 })
    .map((lines) => lines.map((each) => `${each}\n`).join(""));
  fc.assert(
    fc.property(
      text,
      fc.array(fc.tuple(fc.nat(40), fc.nat(6), fc.constantFrom("", "x", "y\nz", "a\n", "\n"))),
      (before, edits) => {
        const splices: TextSplice[] = [];
        let at = 0;
        for (const [gap, length, fresh] of edits) {
          const start = at + gap;
          // The last line break stays, so that both texts are whole lines.
          const end = Math.min(start + length, before.length - 1);
          if (start > end || splices.length === 8) break;
          if (before.slice(start, end) !== fresh) splices.push({ start, end, text: fresh });
          at = end + 1;
        }
        const after = spliced(before, splices);
        const shown = renderDiff(before, splices);
        expect(applyShown(before, shown), shown).toBe(after);
        checkKept(after, shown);
      },
    ),
    { numRuns: 400, seed: 5 },
  );
});

test.each([
  ["every word in one line", "aa bb cc aa dd aa\n", [0, 9, 15]],
  ["lines side by side", "aa\nbb\naa\ncc\naa\n", [0, 6, 12]],
])("replacements that are close are one hunk: %s", (_, before, places) => {
  const splices = places.map((start) => ({ start, end: start + 2, text: "ZZ" }));
  const shown = renderDiff(before, splices);
  expect(shown).not.toMatch(/^ *\d+ {3}.*aa/m);
  expect(applyShown(before, shown)).toBe(spliced(before, splices));
});

test("lines that both texts have, far from the changes of one edit, are left out", () => {
  const middle = Array.from({ length: 30 }, (_, i) => `m${i}\n`).join("");
  const before = `a\n${middle}b\n`;
  const shown = renderDiff(before, [{ start: 0, end: before.length, text: `A\n${middle}B\n` }]);
  expect(shown.split("\n").map((line) => line.trim())).toEqual([
    "1 - a",
    "1 + A",
    ...["2   m0", "3   m1", "4   m2", "…", "29   m27", "30   m28", "31   m29"],
    "32 - b",
    "32 + B",
  ]);
});
