import { memoryBackend } from "@holdall/backends-memory";
import type { Backend } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { at, bytes, failing, textOf, treeOf } from "../_fixtures.fixture.ts";
import { readOnly } from "../read-only.ts";
import { type Overlay, overlay } from "./overlay.ts";

const files = { "/a": "1", "/d/b": "2", "/d/e/c": "3", "/file": "f", "/folder/x": "x" };

/** Every kind of change, with a file and a folder changing places. */
async function changeAll(view: Overlay): Promise<void> {
  await view.write(at("/a"), bytes("one"));
  await view.remove(at("/d"), { recursive: true });
  await view.write(at("/new/deep/n"), bytes("n"));
  await view.remove(at("/file"));
  await view.write(at("/file/now/folder"), bytes("y"));
  await view.remove(at("/folder"), { recursive: true });
  await view.write(at("/folder"), bytes("now a file"));
  await view.createDirectory?.(at("/empty/er"));
}

test("apply makes the base what the overlay shows, and starts anew", async () => {
  const base = memoryBackend({ files });
  const view = overlay(base);
  await changeAll(view);
  const shown = await treeOf(view);
  const applied = await view.apply();
  expect(await treeOf(base)).toEqual(shown);
  expect(await treeOf(view)).toEqual(shown);
  expect(await view.changes()).toEqual([]);
  const { version } = await base.read(at("/a"));
  expect(applied.find(({ path }) => path === "/a")).toMatchObject({ kind: "changed", after: version });
  await view.write(at("/a"), bytes("again"), { ifVersion: version });
});

test.each(Array.from({ length: 11 }, (_, i) => i + 1))("a failure at step %i puts everything back", async (nth) => {
  const memory = memoryBackend({ files });
  const before = await treeOf(memory);
  const view = overlay(failing(memory, nth));
  await changeAll(view);
  const shown = await treeOf(view);
  await expect(view.apply()).rejects.toMatchObject({
    message: expect.stringContaining("Everything is as it was before."),
    data: { left: [] },
  });
  expect(await treeOf(memory)).toEqual(before);
  expect(await treeOf(view)).toEqual(shown);
  await view.apply();
  expect(await treeOf(memory)).toEqual(shown);
});

test("there are 11 steps", async () => {
  const view = overlay(failing(memoryBackend({ files }), 12));
  await changeAll(view);
  await expect(view.apply()).resolves.toBeDefined();
});

test("what cannot be put back is named, and is all that differs", async () => {
  const memory = memoryBackend({ files });
  const before = await treeOf(memory);
  const view = overlay(failing(memory, 2, { forGood: true }));
  await view.write(at("/a"), bytes("one"));
  await view.write(at("/d/b"), bytes("two"));
  const error = await view.apply().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: "internal",
    message: expect.stringContaining("except for what could not be restored: /a"),
    data: { left: [{ path: "/a", reason: expect.any(String) }] },
  });
  expect(await treeOf(memory)).toEqual({ ...before, "/a": "one" });
});

describe("when the base has changed in the meantime, nothing is applied", () => {
  const cases: Record<string, [change: (view: Overlay) => Promise<unknown>, meanwhile: (base: Backend) => unknown]> = {
    "a changed file": [(view) => view.write(at("/a"), bytes("mine")), (base) => base.write(at("/a"), bytes("theirs"))],
    "a changed file that has gone": [(view) => view.write(at("/a"), bytes("mine")), (base) => base.remove(at("/a"))],
    "a removed file": [(view) => view.remove(at("/a")), (base) => base.write(at("/a"), bytes("theirs"))],
    "a new file that is there already": [
      (view) => view.write(at("/n"), bytes("mine")),
      (base) => base.write(at("/n"), bytes("theirs")),
    ],
    "a new folder where there is a file": [
      (view) => view.write(at("/n/x"), bytes("mine")),
      (base) => base.write(at("/n"), bytes("theirs")),
    ],
    "a removed folder with a new file": [
      (view) => view.remove(at("/d"), { recursive: true }),
      (base) => base.write(at("/d/e/new"), bytes("theirs")),
    ],
    "a removed folder with a changed file": [
      (view) => view.remove(at("/d"), { recursive: true }),
      (base) => base.write(at("/d/e/c"), bytes("theirs")),
    ],
    "a file in a folder made again": [
      async (view) => {
        await view.remove(at("/d"), { recursive: true });
        await view.write(at("/d/new"), bytes("mine"));
      },
      (base) => base.write(at("/d/new"), bytes("theirs")),
    ],
  };

  test.each(Object.entries(cases))("%s", async (_, [change, meanwhile]) => {
    const base = memoryBackend({ files });
    const view = overlay(base);
    await change(view);
    await view.write(at("/z"), bytes("innocent"));
    await meanwhile(base);
    const before = await treeOf(base);
    await expect(view.apply()).rejects.toMatchObject({ code: "stale" });
    expect(await treeOf(base)).toEqual(before);
    await view.discard();
    expect(await treeOf(view)).toEqual(before);
  });

  test("and every conflict is named at once", async () => {
    const base = memoryBackend({ files });
    const view = overlay(base);
    await view.write(at("/a"), bytes("mine"));
    await view.remove(at("/d/b"));
    await view.write(at("/z"), bytes("fine"));
    await base.write(at("/a"), bytes("theirs"));
    await base.write(at("/d/b"), bytes("theirs"));
    await expect(view.apply()).rejects.toMatchObject({ data: { paths: ["/a", "/d/b"] } });
    expect((await view.changes()).map(({ conflict }) => conflict)).toEqual([true, true, false]);
  });
});

test("a change that lands during the commit is kept, and undoes the commit", async () => {
  const memory = memoryBackend({ files });
  const meddled: Backend = {
    ...memory,
    async write(path, content, io) {
      if (path === "/d/b") await memory.write(at("/a"), bytes("typed"));
      return memory.write(path, content, io);
    },
    async remove(path, io) {
      throw new Error(`${path} cannot be removed ${io?.recursive ?? ""}`);
    },
  };
  const view = overlay(meddled);
  await view.write(at("/a"), bytes("one"));
  await view.write(at("/d/b"), bytes("two"));
  await view.remove(at("/file"));
  await expect(view.apply()).rejects.toMatchObject({ data: { left: [{ path: "/a" }] } });
  expect(await treeOf(memory)).toMatchObject({ "/a": "typed", "/d/b": "2", "/file": "f" });
});

test("cancelling midway puts everything back; a base for reading refuses", async () => {
  const memory = memoryBackend({ files });
  const before = await treeOf(memory);
  const abort = new AbortController();
  const slow: Backend = {
    ...memory,
    async write(path, content, io) {
      const written = await memory.write(path, content, io);
      abort.abort();
      return written;
    },
  };
  const view = overlay(slow);
  await changeAll(view);
  await expect(view.apply(abort.signal)).rejects.toMatchObject({ code: "aborted", data: { left: [] } });
  expect(await treeOf(memory)).toEqual(before);

  const closed = overlay(readOnly(memory));
  await closed.write(at("/a"), bytes("x"));
  await expect(closed.apply()).rejects.toMatchObject({ code: "permission_denied" });
  expect(await textOf(closed, "/a")).toBe("x");
});
