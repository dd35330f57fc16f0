import { describeBackend } from "@holdall/conformance";
import { toPath } from "@holdall/tool-core";
import { expect, test, vi } from "vitest";
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

test("gives the files it starts with one time, however long it takes to store them", async () => {
  let clock = 1_000;
  const now = vi.spyOn(Date, "now").mockImplementation(() => clock++);
  const backend = memoryBackend({ files: { "/b": "2", "/a": "1" } });
  now.mockRestore();
  const times = await Promise.all(["/a", "/b"].map(async (path) => (await backend.stat(toPath(path)))?.modified));
  expect(times[0]).toBe(times[1]);
});

test("refuses initial files that cannot be together", () => {
  expect(() => memoryBackend({ files: { "/a": "", "/a/b": "" } })).toThrow("/a is a file");
});

test("the bytes that a search gives are the caller's", async () => {
  const backend = memoryBackend({ files: { "/a": "needle" } });
  const query = { hidden: false, ignored: false, wants: () => true, permits: () => true };
  const text = { pattern: "needle", literal: true, ignoreCase: false, word: false, multiline: false };
  const asked = { ...text, requiredAny: ["needle"], mayMatch: () => true };
  const found = await Array.fromAsync(backend.search?.(toPath("/"), query, asked, { maxBytes: 100 }) ?? []);
  found[0]?.file?.bytes.fill(0);
  expect(found.map(({ file }) => file?.path)).toEqual(["/a", undefined]);
  expect(new TextDecoder().decode((await backend.read(toPath("/a"))).bytes)).toBe("needle");
});
