import { memoryBackend } from "@holdall/backends-memory";
import type { Backend } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { at, bytes, treeOf } from "../_fixtures.fixture.ts";
import { transfer } from "./transfer.ts";

test("a move that fails keeps the copy of a file that cannot be put back", async () => {
  const memory = memoryBackend({ files: { "/d/a": "a", "/d/b": "b" } });
  const source: Backend = {
    ...memory,
    async remove(path, io) {
      if (path === "/d/b") {
        await memory.write(at("/d/a"), bytes("theirs"));
        throw new Error("the connection is lost");
      }
      await memory.remove(path, io);
    },
  };
  const target = memoryBackend();
  await expect(transfer(source, at("/d"), target, at("/m"), {})).rejects.toMatchObject({
    data: { left: [{ path: "/d/a" }, { path: "/m/a" }, { path: "/m" }] },
  });
  expect(await treeOf(memory)).toEqual({ "/d": "/", "/d/a": "theirs", "/d/b": "b" });
  expect(await treeOf(target)).toEqual({ "/m": "/", "/m/a": "a" });
});
