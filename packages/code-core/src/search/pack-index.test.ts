import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { outlineOf } from "../outline.ts";
import { packedFormat, packIndex, unpackIndex } from "./pack-index.ts";
import { createSearchIndex } from "./search-index.ts";

const words = ["parseDate", "user_name", "session", "容器", "refund", "Invoice2", "x"] as const;
const text = fc
  .array(fc.constantFrom(...words), { maxLength: 30 })
  .map((found) => found.map((word) => `export function ${word}() {\n  return ${word};\n}\n`).join("\n"));
const files = fc.uniqueArray(fc.record({ name: fc.integer({ min: 0, max: 40 }), text }), {
  selector: ({ name }) => name,
  maxLength: 20,
});

function fileOf({ name, text }: { readonly name: number; readonly text: string }) {
  const symbols = outlineOf(text, "typescript");
  return { path: `/src/dir${name % 3}/file${name}.ts`, text, symbols, imports: [`./file${name + 1}.ts`] };
}

function sample() {
  const index = createSearchIndex();
  index.put(
    [1, 2, 3].map((name) => fileOf({ name, text: `export function parseDate${name}() {}\n// the user_name\n` })),
  );
  index.put([fileOf({ name: 4, text: "const session = open();\n" })]);
  return index;
}

const packed = (about: unknown = {}) => packIndex({ data: sample().data(), about });

test("an index that was packed answers as before, also after files are put into it and removed from it", () => {
  fc.assert(
    fc.property(files, files, files, (first, second, third) => {
      const one = createSearchIndex();
      one.put(first.map(fileOf));
      one.put(second.map(fileOf));
      for (const { name } of second.slice(0, 3)) one.remove(fileOf({ name, text: "" }).path);
      const found = unpackIndex(packIndex({ data: one.data(), about: ["any", 1] }));
      expect(found?.about).toEqual(["any", 1]);
      const other = createSearchIndex(found?.data);
      for (const round of [[], third]) {
        for (const index of [one, other]) index.put(round.map(fileOf));
        expect(other.files).toBe(one.files);
        for (const word of words) {
          expect(other.search(word)).toEqual(one.search(word));
          expect([...other.filesWith(word)].sort()).toEqual([...one.filesWith(word)].sort());
          expect([...other.filesDefining(word)].sort()).toEqual([...one.filesDefining(word)].sort());
        }
      }
    }),
    { numRuns: 25, seed: 37 },
  );
});

test("bytes that differ anywhere are not an index", () => {
  const bytes = packed();
  for (let at = 0; at < bytes.length; at++) {
    const damaged = bytes.slice();
    damaged[at]! ^= 1 << (at % 8);
    expect(unpackIndex(damaged), `byte ${at}`).toBeUndefined();
  }
  for (let length = 0; length < bytes.length; length += 3) expect(unpackIndex(bytes.slice(0, length))).toBeUndefined();
  expect(unpackIndex(Uint8Array.from([...bytes, 0, 0, 0, 0]))).toBeUndefined();
});

test("bytes that begin anywhere in a buffer are read", () => {
  const bytes = packed();
  const within = new Uint8Array(bytes.length + 1);
  within.set(bytes, 1);
  expect(unpackIndex(within.subarray(1))?.data.segments).toHaveLength(2);
});

/** With a checksum that fits, as somebody would write it who wants to be believed. */
function forged(change: (words: Uint32Array, bytes: Uint8Array) => void): Uint8Array {
  const bytes = packed();
  const numbers = new Uint32Array(bytes.buffer);
  change(numbers, bytes);
  let [one, other] = [0x811c9dc5, 1];
  for (let i = 4; i < numbers.length; i++) {
    one = Math.imul(one ^ numbers[i]!, 0x01000193);
    other = (other + one) | 0;
  }
  numbers.set([one >>> 0, other >>> 0], 2);
  return bytes;
}

test("whatever forged bytes say, they are refused or searched without an error", () => {
  const size = packed().length;
  const place = fc.integer({ min: 16, max: size - 1 });
  let taken = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(place, fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 }),
      (changes) => {
        const found = unpackIndex(
          forged((_, bytes) => {
            for (const [at, value] of changes) bytes[at] = value;
          }),
        );
        if (!found) return;
        taken++;
        const index = createSearchIndex(found.data);
        for (const word of words) {
          index.search(word);
          index.filesWith(word);
          index.namesLike(word, () => true);
        }
        index.put([fileOf({ name: 9, text: "export const refund = 1;\n" })]);
        expect(index.search("refund")[0]?.path).toBe("/src/dir0/file9.ts");
      },
    ),
    { numRuns: 400, seed: 37 },
  );
  expect(taken).toBeGreaterThan(30);
});

test("a head with forged sizes is refused", () => {
  for (const head of [
    "null",
    "[]",
    "{}",
    '{"terms":{"count":-1,"units":0}}',
    `{"terms":{"count":${2 ** 31},"units":0}}`,
  ]) {
    const found = forged((numbers, bytes) => {
      bytes.fill(32, 20, 20 + numbers[4]!);
      bytes.set(new TextEncoder().encode(head), 20);
    });
    expect(unpackIndex(found), head).toBeUndefined();
  }
});

test("the format goes up when the same file becomes other terms, chunks or roles", () => {
  const hash = createHash("sha256").update(packed().subarray(16)).digest("hex").slice(0, 16);
  expect([packedFormat, hash]).toEqual([1, "2648353bc42ec2cf"]);
});
