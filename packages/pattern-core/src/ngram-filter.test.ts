import { expect, test } from "vitest";
import { compileTextPattern } from "./matcher/text-pattern.ts";
import { ngramFilter, ngramTest } from "./ngram-filter.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const sources = ["task", "(?i)TASK", "(?i)nee.le", "taskset|étask", "日本語", "(?i)xyz\\d+"];
const words = ["task", "TASK", "taſk", "tas\u212a", "needle", "étask", "日本語", "xyz42", "straw", " ", "\n"];

/** Numbers from 0 up to a bound, the same in every run. */
function dice(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

test.each(sources)("no file that holds a match of %s is said to lack it", (source) => {
  const pattern = compileTextPattern(source);
  const mayHold = ngramTest(pattern.requiredAny)!;
  const roll = dice(source.length);
  let [held, lacking] = [0, 0];
  for (let round = 0; round < 1_000; round++) {
    const text = Array.from({ length: roll(30) }, () => words[roll(words.length)]).join(roll(2) === 0 ? "" : " ");
    const filter = ngramFilter(utf8(text))!;
    if (pattern.findLine(text, 0) >= 0) {
      held++;
      expect(mayHold(filter), text).toBe(true);
    } else if (!mayHold(filter)) lacking++;
  }
  expect(held).toBeGreaterThan(10);
  expect(lacking).toBeGreaterThan(10);
});

test("text in which ASCII is other bytes has no filter, nor has very long text", () => {
  for (const text of ["\0t\0a", "ta\x1b$B%F"]) expect(ngramFilter(utf8(text))).toBeUndefined();
  expect(ngramFilter(new Uint8Array(4 * 1024 * 1024 + 1).fill(97))).toBeUndefined();
  expect(ngramFilter(new Uint8Array(0))).toBeInstanceOf(Uint8Array);
});

test("data is told by its bytes, wherever its first NUL comes", () => {
  const data = utf8(`${"some text\n".repeat(1_000)}\0 needles`);
  const filter = ngramFilter(data)!;
  expect([ngramTest(["needle"])!(filter), ngramTest(["absent"])!(filter)]).toEqual([true, false]);
  expect([compileTextPattern("needle").mayMatch(data), compileTextPattern("absent").mayMatch(data)]).toEqual([
    true,
    false,
  ]);
});

test("a text of two letters cannot be told", () => {
  expect(ngramTest(["task", "ab"])).toBeUndefined();
  expect(ngramTest([])).toBeUndefined();
});
