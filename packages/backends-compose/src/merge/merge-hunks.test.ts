import fc from "fast-check";
import { expect, test } from "vitest";
import { diffLines } from "./diff-lines.ts";
import { mergeHunks } from "./merge-hunks.ts";

const lines = fc.array(fc.constantFrom("}", "", "a", "b", "c"), { maxLength: 14 });
const merged = (base: readonly string[], current: readonly string[], incoming: readonly string[]) =>
  mergeHunks(base, current, incoming).map((region) => (region.kind === "merged" ? region.lines : region));

test("the hunks of a difference make the side of its base, in order and apart", () => {
  fc.assert(
    fc.property(lines, lines, (base, side) => {
      const hunks = diffLines(base, side);
      const made = base.slice();
      for (const hunk of hunks.toReversed())
        made.splice(hunk.base, hunk.baseEnd - hunk.base, ...side.slice(hunk.side, hunk.sideEnd));
      expect(made).toEqual(side);
      for (const [index, hunk] of hunks.entries()) expect(hunk.base).toBeGreaterThan(hunks[index - 1]?.baseEnd ?? -1);
    }),
  );
});

test("a change of one side is taken whole, and regions of both are in order on each side", () => {
  fc.assert(
    fc.property(lines, lines, lines, (base, one, other) => {
      expect(merged(base, one, base).flat()).toEqual(one);
      expect(merged(base, base, one).flat()).toEqual(one);
      for (const [side, all] of [["current", one] as const, ["incoming", other] as const]) {
        let at = 0;
        for (const region of mergeHunks(base, one, other)) {
          if (region.kind !== "both") continue;
          const [start, end] = region[side];
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThanOrEqual(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(all.length);
      }
    }),
  );
});

test("lines that are inserted between equal ones begin as late as possible, apart from another change", () => {
  const base = ["if (a) {", "  return 1", "}", "end"];
  const current = ["if (a) {", "  return 1", "}", "if (b) {", "  return 2", "}", "end"];
  const incoming = ["if (a) {", "  return 1;", "}", "end"];
  expect(merged(base, current, incoming).flat()).toEqual([
    ...["if (a) {", "  return 1;", "}"],
    ...["if (b) {", "  return 2", "}", "end"],
  ]);
  // The same with a removal.
  expect(merged(current, base, ["if (a) {", "  return 1;", ...current.slice(2)]).flat()).toEqual(incoming);
});

test("changes that overlap or touch are a region of both", () => {
  expect(merged(["1", "2", "3"], ["1", "x", "3"], ["1", "2", "y"])).toEqual([
    ["1"],
    { kind: "both", base: [1, 3], current: [1, 3], incoming: [1, 3] },
    [],
  ]);
});
