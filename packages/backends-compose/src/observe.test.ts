import { memoryBackend } from "@holdall/backends-memory";
import { describeBackend, withPlainWalks } from "@holdall/conformance";
import { expect, test, vi } from "vitest";
import { at, bytes } from "./_fixtures.fixture.ts";
import { bind } from "./bind/bind.ts";
import { confine } from "./confine.ts";
import { type FileEvent, observe } from "./observe.ts";

describeBackend("observe(memory)", () => ({
  backend: observe(withPlainWalks(memoryBackend()), () => {}),
  root: at("/"),
}));

describeBackend("observe(bind(memory)), beside the bound path", () => {
  const editor = { serialize: () => "", load: () => {}, version: () => 0 };
  const bound = bind(memoryBackend(), "/live", editor);
  return {
    backend: confine(
      observe(bound, () => {}),
      "/project",
      { as: "/", links: "trusted" },
    ),
    root: at("/"),
  };
});

test("tells of every change that was made", async () => {
  const events: FileEvent[] = [];
  const backend = observe(memoryBackend(), (event) => events.push(event));
  const { version } = await backend.write(at("/d/a"), bytes("é"));
  await backend.createDirectory?.(at("/e/f"));
  await backend.createDirectory?.(at("/e/f"));
  await backend.move?.(at("/d/a"), at("/d/b"));
  await backend.move?.(at("/d/b"), at("/d/b"), { overwrite: true });
  await backend.move?.(at("/d"), at("/g"));
  await backend.remove(at("/g/b"));
  await backend.remove(at("/g"), { recursive: true });
  expect(events).toEqual([
    { type: "file-written", path: "/d/a", version, size: 2 },
    { type: "directory-created", path: "/e/f" },
    { type: "file-moved", path: "/d/b", from: "/d/a" },
    { type: "directory-moved", path: "/g", from: "/d" },
    { type: "file-removed", path: "/g/b" },
    { type: "directory-removed", path: "/g" },
  ]);
});

test("says nothing of what failed", async () => {
  const events: FileEvent[] = [];
  const backend = observe(memoryBackend({ files: { "/a": "1", "/b": "2" } }), (event) => events.push(event));
  await Promise.allSettled([
    backend.write(at("/a"), bytes("x"), { ifVersion: null }),
    backend.write(at("/a/below"), bytes("x")),
    backend.remove(at("/missing")),
    backend.remove(at("/missing"), { recursive: true }),
    backend.move?.(at("/a"), at("/b")),
    backend.createDirectory?.(at("/a")),
    backend.write(at("/a"), bytes("x"), { signal: AbortSignal.abort() }),
  ]);
  expect(events).toEqual([]);
});

test("a listener that throws fails no write, and is not silenced", async () => {
  const thrown = Promise.withResolvers<unknown>();
  const before = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.once("uncaughtException", thrown.resolve);
  try {
    const backend = observe(memoryBackend(), () => {
      throw new Error("the listener broke");
    });
    await expect(backend.write(at("/a"), bytes("1"))).resolves.toMatchObject({ version: expect.any(String) });
    expect(await thrown.promise).toMatchObject({ message: "the listener broke" });
  } finally {
    for (const listener of before) process.on("uncaughtException", listener);
  }
});

test("over a bound editor: a load is told with the editor's version, a refused one is not", async () => {
  const listener = vi.fn();
  let document = "{}";
  const editor = {
    serialize: () => document,
    load(text: string) {
      document = JSON.stringify(JSON.parse(text));
    },
    version: () => document,
  };
  const backend = observe(bind(memoryBackend(), "/live.json", editor), listener);
  await expect(backend.write(at("/live.json"), bytes("{"))).rejects.toMatchObject({ code: "parse_error" });
  await backend.write(at("/live.json"), bytes('{ "a": 1 }'));
  expect(listener.mock.calls).toEqual([[{ type: "file-written", path: "/live.json", version: '{"a":1}', size: 10 }]]);
});
