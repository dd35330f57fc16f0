import { expect, test } from "vitest";
import { contentHash } from "./content-hash.ts";

const of = (text: string) => contentHash(new TextEncoder().encode(text));

test.each([
  ["", "AAAAAAAAAAAAAAAA"],
  ["I will not buy this record, it is scratched.", "O2ipoEBerCWVKK_Z"],
  ["The quick brown fox jumps over the lazy dog", "w4MVL2cs7uxs9ntd"],
])("the hash of %j is that of MurmurHash3", (text, hash) => {
  expect(of(text)).toBe(hash);
});

test("it depends on every byte and on where it stands, and not on where the bytes lie in their buffer", () => {
  const bytes = Uint8Array.from({ length: 67 }, (_, i) => i);
  const seen = new Set([contentHash(bytes)]);
  for (let i = 0; i < bytes.length; i++) seen.add(contentHash(bytes.with(i, 200)));
  for (let i = 0; i < bytes.length; i++) seen.add(contentHash(bytes.subarray(i + 1)));
  expect(seen.size).toBe(1 + 67 + 67);
  const shifted = new Uint8Array(100);
  shifted.set(bytes, 3);
  expect(contentHash(shifted.subarray(3, 70))).toBe(contentHash(bytes));
});

test("every bit of content longer than a block counts", () => {
  const bytes = new Uint8Array(3 * 16 * 1024 + 5).map((_, i) => i * 31);
  const hashes = new Set([contentHash(bytes)]);
  for (let at = 0; at < bytes.length; at += 97) {
    bytes[at]! ^= 1;
    hashes.add(contentHash(bytes));
  }
  expect(hashes.size).toBe(1 + Math.ceil(bytes.length / 97));
});
