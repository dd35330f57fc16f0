import { expect, test } from "vitest";
import { needlesOf } from "../matcher/needle.ts";
import { requiredSequence } from "../regex/byte-class-sequence.ts";
import { parseRegex } from "../regex/parser.ts";
import { createPlainStore } from "./byte-store.ts";
import { createByteStore, createSimdStore } from "./simd-store.ts";

test("the search in WebAssembly and the one in plain JavaScript find the same, at every place and in every case", () => {
  const stores = [createSimdStore(100_000)!, createPlainStore(100_000)];
  let state = 1;
  const roll = (bound: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const texts = ["a", "ab", "aab", "b@", "A".repeat(70), "aaaaaaaaaaaaaaaaab", "é", "k`[{"];
  const needles = [false, true].flatMap((ignoreCase) =>
    texts.flatMap((text) => needlesOf({ anyOf: [ignoreCase ? text.toLowerCase() : text], ignoreCase })),
  );
  const sources = ["[@`]{2}", "[AB][a-z]@", String.raw`\d[{A]`, String.raw`[@A-B\[]{9}`, "[@{]{2}[^b]"];
  const runs = sources.map((source) => requiredSequence(parseRegex(source, { ignoreCase: false, dotAll: false }))!);
  for (let round = 0; round < 400; round++) {
    const length = roll(300);
    const bytes = Uint8Array.from({ length }, () => "aabAB@`k[{\0\x1b\xc3\xa9".charCodeAt(roll(1 + (round % 14))));
    for (const store of stores) {
      store.grow(length);
      store.bytes.set(bytes);
    }
    const [from, to] = [roll(20), Math.max(0, length - roll(20))];
    const [simd, plain] = stores.map((store) => [
      store.kinds(0, to),
      ...needles.map((needle) => store.find(needle, from, to)),
      ...runs.map((run) => store.findSequence(run, from, to)),
    ]);
    expect(simd, String(bytes)).toEqual(plain);
    for (const [i, { places, length: size }] of runs.entries()) {
      const found = Array.from(bytes.keys()).find(
        (at) =>
          at >= from &&
          at + size <= to &&
          places.every(({ offset, table }) => (table[bytes[at + offset]! & 15]! >> (bytes[at + offset]! >> 4)) & 1),
      );
      expect(plain?.[1 + needles.length + i]).toBe(found ?? -1);
    }
    for (const [i, needle] of needles.entries()) {
      const found = Array.from({ length }, (_, at) => at).find(
        (at) =>
          at >= from &&
          at + needle.bytes.length <= to &&
          needle.bytes.every((byte, k) => (bytes[at + k]! | needle.masks[k]!) === byte),
      );
      expect(plain?.[i + 1]).toBe(found ?? -1);
    }
  }
});

test("a store grows to its bound and keeps what it holds", () => {
  for (const store of [createByteStore(200_000), createPlainStore(200_000)]) {
    expect(store.grow(3)).toBe(true);
    store.bytes.set([1, 2, 3]);
    expect(store.grow(200_000)).toBe(true);
    expect([...store.bytes.subarray(0, 3)]).toEqual([1, 2, 3]);
    expect(store.bytes.length).toBeGreaterThanOrEqual(200_000);
  }
  expect(createPlainStore(10).grow(11)).toBe(false);
});
