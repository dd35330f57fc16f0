import { describe, expect, test } from "vitest";
import { createArena } from "./arena.ts";
import { compileTextPattern } from "./matcher/text-pattern.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Numbers from 0 up to a bound, the same in every run. */
function dice(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

describe("an arena", () => {
  test("gives back what was put in, whatever comes and goes", () => {
    const arena = createArena({ maxBytes: 1_000_000 });
    const roll = dice(3);
    const kept = new Map<number, string>();
    for (let round = 0; round < 4_000; round++) {
      const files = [...kept.keys()];
      if (roll(5) < 2 && files.length > 0) {
        const file = files[roll(files.length)]!;
        arena.remove(file);
        kept.delete(file);
      } else {
        const content = `${round}`.repeat(roll(60));
        const file = arena.add(utf8(content));
        expect(file).toBeDefined();
        kept.set(file!, content);
      }
    }
    for (const [file, content] of kept) expect(text(arena.read(file))).toBe(content);
    const sum = [...kept.values()].reduce((bytes, content) => bytes + content.length, 0);
    expect(arena.size).toBeLessThan(1.2 * sum);
    for (const file of kept.keys()) arena.remove(file);
    expect(arena.size).toBe(0);
  });

  test("takes no more than it may", () => {
    const arena = createArena({ maxBytes: 100_000 });
    const first = arena.add(new Uint8Array(60_000));
    expect(arena.add(new Uint8Array(60_000))).toBeUndefined();
    arena.remove(first!);
    expect(arena.add(new Uint8Array(60_000))).toBeDefined();
    expect(() => arena.read(first!)).toThrow(RangeError);
  });

  test("what was read stays as it was", () => {
    const arena = createArena();
    const file = arena.add(utf8("before"))!;
    const read = arena.read(file);
    arena.remove(file);
    arena.add(utf8("after!"));
    expect(text(read)).toBe("before");
  });
});

describe("a search of an arena", () => {
  const words = ["alpha", "beta", "GAMMA", "task", "ta", "sk", "über", "日本", "\n", " ", "ſ", "x_1234", "end"];
  const patterns = [
    compileTextPattern("task"),
    compileTextPattern("alpha|beta", { ignoreCase: true }),
    compileTextPattern("task", { ignoreCase: true }),
    compileTextPattern("日本|über"),
    compileTextPattern("[a-z]+_[0-9]{4}"),
    compileTextPattern("alpha.*end$"),
    compileTextPattern("a", { literal: true }),
    compileTextPattern("alpha\nbeta", { multiline: true }),
  ];

  test("agrees with a look at each file, while files come and go", () => {
    const arena = createArena();
    const roll = dice(11);
    const contents = new Map<number, Uint8Array>();
    const tests = patterns.map((pattern) => arena.search(pattern));
    for (let round = 0; round < 40; round++) {
      for (let i = 0; i < 20; i++) {
        // From some length on files have a signature.
        const content =
          Array.from({ length: roll(3) === 0 ? 60 + roll(200) : roll(9) }, () => words[roll(6)]).join("") +
          words[roll(words.length)];
        const wide = roll(9) === 0;
        const bytes = wide ? Uint8Array.from(Buffer.from(content, "utf16le")) : utf8(content);
        contents.set(arena.add(bytes)!, bytes);
      }
      for (const file of [...contents.keys()].filter(() => roll(4) === 0)) {
        arena.remove(file);
        contents.delete(file);
      }
      for (const [file, bytes] of contents) {
        expect(text(arena.read(file))).toBe(text(bytes));
        for (const [i, mayHold] of tests.entries()) {
          expect(mayHold(file), `${i} in ${text(bytes)}`).toBe(patterns[i]!.mayMatch(bytes));
        }
      }
    }
  });

  test("finds no text across the border of two files", () => {
    const arena = createArena();
    const [left, right] = [arena.add(utf8("some ta"))!, arena.add(utf8("sk ends"))!];
    const mayHold = arena.search(compileTextPattern("task"));
    expect([mayHold(left), mayHold(right)]).toEqual([false, false]);
  });

  test("goes beyond the part of the memory it looks at first", () => {
    const arena = createArena();
    const large = new Uint8Array(3_000_000).fill(97);
    const files = Array.from({ length: 8 }, (_, i) => {
      const bytes = large.slice();
      if (i % 3 === 0) bytes.set(utf8("needle"), i * 300_000);
      return arena.add(bytes)!;
    });
    const mayHold = arena.search(compileTextPattern("needle"));
    expect(files.map(mayHold)).toEqual([true, false, false, true, false, false, true, false]);
  });
});
