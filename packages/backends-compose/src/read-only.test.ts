import { memoryBackend } from "@holdall/backends-memory";
import { describeBackend, withPlainWalks } from "@holdall/conformance";
import { expect, test } from "vitest";
import { at, bytes, treeOf } from "./_fixtures.fixture.ts";
import { readOnly } from "./read-only.ts";

describeBackend("readOnly(memory)", () => ({ backend: readOnly(withPlainWalks(memoryBackend())), root: at("/") }));

test("reads everything and refuses every write, naming the path and the next move", async () => {
  const base = memoryBackend({ files: { "/a": "1", "/b/c": "2" } });
  const backend = readOnly(base);
  const attempts = [
    backend.write(at("/a"), bytes("x")),
    backend.write(at("/new/a"), bytes("x")),
    backend.remove(at("/a")),
    backend.remove(at("/a"), { recursive: true }),
    backend.move?.(at("/a"), at("/z")),
    backend.createDirectory?.(at("/a/new")),
  ];
  for (const attempt of attempts) {
    await expect(attempt).rejects.toMatchObject({
      code: "permission_denied",
      message: expect.stringMatching(/^\/(a|new\/a|a\/new) cannot be changed/),
      hint: expect.stringMatching(/./),
    });
  }
  expect(backend.can.write).toBe(false);
  expect(await treeOf(backend)).toEqual({ "/a": "1", "/b": "/", "/b/c": "2" });
});

test("offers no operation that the backend below does not have", () => {
  const { move: _m, createDirectory: _c, ...plain } = memoryBackend();
  expect(readOnly(plain).move).toBeUndefined();
  expect(readOnly(plain).createDirectory).toBeUndefined();
});

test("letting go of a view leaves the backend open", () => {
  const backend = { ...memoryBackend(), [Symbol.asyncDispose]: async () => {} };
  expect(Symbol.asyncDispose in readOnly(backend)).toBe(false);
});
