import { describeBackend } from "@holdall/conformance";
import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
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
