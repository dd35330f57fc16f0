import { describeBackend } from "@holdall/conformance";
import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { contentVersion } from "./_content-version.ts";
import { memoryBackend } from "./memory-backend.ts";

describeBackend("memoryBackend", () => {
  const backend = memoryBackend();
  return { backend, root: toPath("/"), reopen: async () => backend };
});

test("starts with the files it is given, as text or bytes", async () => {
  const backend = memoryBackend({ files: { "/a/b.txt": "é", "c.bin": Uint8Array.of(0, 255) } });
  expect((await backend.read(toPath("/a/b.txt"))).bytes).toEqual(Uint8Array.of(0xc3, 0xa9));
  expect((await backend.read(toPath("/c.bin"))).bytes).toEqual(Uint8Array.of(0, 255));
});

test("refuses initial files that cannot be together", () => {
  expect(() => memoryBackend({ files: { "/a": "", "/a/b": "" } })).toThrow("/a is a file");
});

test("the version is MurmurHash3 x86_128, cut to 64 bits", () => {
  const of = (text: string) => contentVersion(new TextEncoder().encode(text));
  expect(of("")).toBe("0000000000000000");
  expect(of("I will not buy this record, it is scratched.")).toBe("a0a9683b25ac5e40");
  expect(of("The quick brown fox jumps over the lazy dog")).toBe("2f1583c3ecee2c67");
});

test("the version depends on every byte, and not on where the bytes lie in their buffer", () => {
  const bytes = Uint8Array.from({ length: 67 }, (_, i) => i);
  const seen = new Set([contentVersion(bytes)]);
  for (let i = 0; i < bytes.length; i++) seen.add(contentVersion(bytes.with(i, 200)));
  for (let i = 0; i < bytes.length; i++) seen.add(contentVersion(bytes.subarray(i + 1)));
  expect(seen.size).toBe(1 + 67 + 67);
  const shifted = new Uint8Array(100);
  shifted.set(bytes, 3);
  expect(contentVersion(shifted.subarray(3, 70))).toBe(contentVersion(bytes));
});
