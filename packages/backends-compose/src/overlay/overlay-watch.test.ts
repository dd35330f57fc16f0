import { memoryBackend } from "@holdall/backends-memory";
import type { Backend } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { at, bytes } from "../_fixtures.fixture.ts";
import { overlay } from "./overlay.ts";

const made = () => {
  const base = memoryBackend({ files: { "/a": "1", "/d/b": "2", "/d/e/c": "3", "/x": "4" } });
  return { base, view: overlay(base) };
};

/** What a watch reports of some work: all up to the change of a file that is written at the end. */
async function heard(backend: Backend, path: string, work: () => Promise<unknown>, end = `${path}/end`) {
  const stop = new AbortController();
  const changes = backend.watch?.(at(path), { signal: stop.signal }) ?? [];
  await work();
  await backend.write(at(end), bytes("end"));
  const seen: string[] = [];
  for await (const change of changes) {
    if (change.path === at(end)) stop.abort();
    else seen.push(`${change.kind} ${change.path}`);
  }
  return seen;
}

test("a watch hears what is done in the overlay", async () => {
  const { view } = made();
  const seen = await heard(view, "/", async () => {
    await view.write(at("/a"), bytes("new"));
    await view.createDirectory?.(at("/d"));
    await view.createDirectory?.(at("/new"));
    await view.remove(at("/x"));
    await view.move?.(at("/d"), at("/moved"));
    await view.move?.(at("/a"), at("/a"), { overwrite: true });
    await expect(view.remove(at("/x"))).rejects.toMatchObject({ code: "not_found" });
  });
  expect(seen).toEqual(["changed /a", "changed /new", "removed /x", "removed /d", "changed /moved"]);
});

test("it hears the base where the base shows, and only there", async () => {
  const { base, view } = made();
  await view.write(at("/a"), bytes("mine"));
  await view.remove(at("/d/e"), { recursive: true });
  const seen = await heard(view, "/", async () => {
    for (const path of ["/a", "/d/e/c", "/d/e/new", "/d/b", "/new"]) await base.write(at(path), bytes("theirs"));
    await base.remove(at("/a"));
    await base.remove(at("/x"));
  });
  expect(seen).toEqual(["changed /d/b", "changed /new", "removed /x"]);
});

test("a folder that the base lost is only changed when the overlay has something in it", async () => {
  const { base, view } = made();
  await view.write(at("/d/mine"), bytes("mine"));
  const seen = await heard(view, "/", () => base.remove(at("/d"), { recursive: true }));
  expect(seen).toEqual(["changed /d"]);
  expect(await view.stat(at("/d"))).toMatchObject({ kind: "directory" });
});

test("a watch below hears of its folder's end, and of nothing beside it", async () => {
  const { view } = made();
  const seen = await heard(view, "/d", async () => {
    await view.write(at("/d-x"), bytes("beside"));
    await view.remove(at("/d"), { recursive: true });
  });
  expect(seen).toEqual(["removed /d"]);
});

test("what is discarded goes back, and what is applied has a new version", async () => {
  const { base, view } = made();
  const change = async () => {
    await view.write(at("/a"), bytes("new"));
    await view.write(at("/n/f"), bytes("new"));
    await view.remove(at("/x"));
  };
  await change();
  const back = await heard(view, "/", () => view.discard());
  expect(back.sort()).toEqual(["changed /a", "changed /x", "removed /n", "removed /n/f"]);
  await view.discard();
  await change();
  const { version } = await view.read(at("/a"));
  const applied = await heard(view, "/", () => view.apply());
  expect([...new Set(applied)].sort()).toEqual(["changed /a", "changed /n", "changed /n/f"]);
  expect((await view.read(at("/a"))).version).not.toBe(version);
  expect((await view.read(at("/a"))).version).toBe((await base.read(at("/a"))).version);
});

test("over a base that cannot be watched there is no watch that would miss half", () => {
  const { watch: _, ...blind } = memoryBackend();
  expect(overlay(blind).watch).toBeUndefined();
});
