import { memoryBackend } from "@holdall/backends-memory";
import { describeBackend } from "@holdall/conformance";
import type { Backend } from "@holdall/tool-core";
import { describe, expect, test, vi } from "vitest";
import { at, bytes, textOf, treeOf } from "../_fixtures.fixture.ts";
import { confine } from "../confine.ts";
import { readOnly } from "../read-only.ts";
import { bind } from "./bind.ts";

/** An editor of JSON, as an application would have one. */
function jsonEditor(start = '{"a":1}') {
  let text = start;
  let revision = 0;
  const listeners = new Set<() => void>();
  const set = (next: string) => {
    text = next;
    revision++;
    for (const listener of listeners) listener();
  };
  return {
    listeners,
    type: set,
    serialize: () => text,
    load(next: string): void {
      JSON.parse(next);
      set(next);
    },
    version: () => revision,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

describeBackend("a folder beside a bound path", () => {
  const backend = confine(bind(memoryBackend(), "/live/doc.json", jsonEditor()), "/project", { links: "trusted" });
  return { backend, root: at("/project"), reopen: async () => backend };
});

const bound = () => {
  const base = memoryBackend({ files: { "/a": "a", "/live/doc.json": "hidden", "/live/doc.json-b": "b" } });
  const editor = jsonEditor();
  return { base, editor, backend: bind(base, "/live/doc.json", editor) };
};
const path = at("/live/doc.json");

test("reads what the editor holds, whole and by range, and lists it in its place", async () => {
  const { backend, editor } = bound();
  expect(await textOf(backend, path)).toBe('{"a":1}');
  const part = await backend.read(path, { range: { start: 1, end: 4 } });
  expect([new TextDecoder().decode(part.bytes), part.size]).toEqual(['"a"', 7]);
  expect(await treeOf(backend)).toEqual({
    "/a": "a",
    "/live": "/",
    "/live/doc.json": '{"a":1}',
    "/live/doc.json-b": "b",
  });
  editor.type('{"b":"é"}');
  expect(await backend.stat(path)).toEqual({ kind: "file", size: 10 });
  expect((await backend.stat(path, { version: true }))?.version).toBe((await backend.read(path)).version);
});

test("is there even where the backend has no such folder", async () => {
  const backend = bind(memoryBackend(), "/new/folder/doc", jsonEditor());
  expect(await treeOf(backend)).toEqual({ "/new": "/", "/new/folder": "/", "/new/folder/doc": '{"a":1}' });
});

test("writes load into the editor, and leave the backend's own file alone", async () => {
  const { backend, base, editor } = bound();
  const { version } = await backend.write(path, bytes("[1]"));
  expect(editor.serialize()).toBe("[1]");
  expect((await backend.read(path)).version).toBe(version);
  expect(await textOf(base, path)).toBe("hidden");
  expect(await treeOf(bind(readOnly(base), "/x", editor))).toHaveProperty("/x", "[1]");
});

test("a write bound to what was read is stale once the user has typed", async () => {
  const { backend, editor } = bound();
  const { version } = await backend.read(path);
  editor.type('{"typed":true}');
  await expect(backend.write(path, bytes("{}"), { ifVersion: version })).rejects.toMatchObject({ code: "stale" });
  await expect(backend.write(path, bytes("{}"), { ifVersion: null })).rejects.toMatchObject({ code: "already_exists" });
  expect(editor.serialize()).toBe('{"typed":true}');
  const again = await backend.read(path);
  await backend.write(path, bytes("{}"), { ifVersion: again.version });
  expect(editor.serialize()).toBe("{}");
});

test("of 20 concurrent writes bound to one version one wins, also when loading takes time", async () => {
  const editor = jsonEditor();
  const slow = { ...editor, load: (text: string) => Promise.resolve().then(() => editor.load(text)) };
  const backend = bind(memoryBackend(), "/doc", slow);
  const { version } = await backend.read(at("/doc"));
  const writes = Array.from({ length: 20 }, (_, i) => backend.write(at("/doc"), bytes(`${i}`), { ifVersion: version }));
  const outcomes = await Promise.allSettled(writes);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", ...Array(19).fill("rejected")]);
  expect(editor.serialize()).toBe("0");
});

test("a counter that starts anew does not bring an old version back", async () => {
  const base = memoryBackend();
  const { version } = await bind(base, "/doc", jsonEditor("1")).read(at("/doc"));
  const reopened = bind(base, "/doc", jsonEditor("2"));
  await expect(reopened.write(at("/doc"), bytes("3"), { ifVersion: version })).rejects.toMatchObject({ code: "stale" });
});

describe("content that the editor refuses", () => {
  test("is parse_error with the editor's words; the document stays and the content is handed back", async () => {
    const { backend, editor } = bound();
    const { version } = await backend.read(path);
    await expect(backend.write(path, bytes('{"a":'))).rejects.toMatchObject({
      code: "parse_error",
      message: expect.stringContaining("JSON"),
      hint: expect.stringContaining("None of it"),
      data: { path, version, refused: '{"a":', encoding: "utf-8" },
    });
    expect(editor.serialize()).toBe('{"a":1}');
    await backend.write(path, bytes("[]"), { ifVersion: version });
  });

  test("is put right again when the editor had taken half of it", async () => {
    let text = "good";
    const careless = {
      serialize: () => text,
      load(next: string) {
        text = next;
        if (next === "bad") throw new Error("line 1: bad");
      },
      version: () => text,
    };
    const backend = bind(memoryBackend(), "/doc", careless);
    await expect(backend.write(at("/doc"), bytes("bad"))).rejects.toMatchObject({ code: "parse_error" });
    expect(text).toBe("good");
  });

  test("is refused when a promise says so, and what the user typed meanwhile stays", async () => {
    const editor = jsonEditor();
    const slow = {
      ...editor,
      async load() {
        await Promise.resolve();
        editor.type('"typed meanwhile"');
        throw new Error("no");
      },
    };
    await expect(bind(memoryBackend(), "/doc", slow).write(at("/doc"), bytes("1"))).rejects.toMatchObject({
      code: "parse_error",
    });
    expect(editor.serialize()).toBe('"typed meanwhile"');
  });

  test("that is no text never reaches an editor of text", async () => {
    const { backend, editor } = bound();
    const load = vi.spyOn(editor, "load");
    await expect(backend.write(path, Uint8Array.of(0x22, 0xff, 0x22))).rejects.toMatchObject({
      code: "parse_error",
      data: { refused: "Iv8i", encoding: "base64" },
    });
    expect(load).not.toHaveBeenCalled();
  });
});

test("an editor of bytes gets bytes, and nobody shares arrays", async () => {
  let pixels = Uint8Array.of(1, 2);
  const editor = {
    serialize: () => pixels,
    load(next: Uint8Array<ArrayBufferLike>) {
      pixels = new Uint8Array(next);
    },
    version: () => pixels.join(),
  };
  const backend: Backend = bind(memoryBackend(), "/image", editor);
  (await backend.read(at("/image"))).bytes.fill(0);
  expect([...pixels]).toEqual([1, 2]);
  await backend.write(at("/image"), Uint8Array.of(0xff, 0));
  expect([...pixels]).toEqual([0xff, 0]);
});

test("a byte order mark goes in and comes out", async () => {
  const { backend, editor } = bound();
  vi.spyOn(editor, "load").mockImplementation(editor.type);
  await backend.write(path, bytes("\ufeffx"));
  expect([...(await backend.read(path)).bytes]).toEqual([0xef, 0xbb, 0xbf, 0x78]);
});

test("cannot be removed, moved away or stood below; a move onto it loads", async () => {
  const { backend, base, editor } = bound();
  const refused = { code: "permission_denied", message: expect.stringContaining("bound to a live editor") };
  for (const target of ["/live/doc.json", "/live"]) {
    await expect(backend.remove(at(target), { recursive: true })).rejects.toMatchObject(refused);
    await expect(backend.move?.(at(target), at("/new"))).rejects.toMatchObject(refused);
  }
  await expect(backend.write(at("/live/doc.json/x"), bytes("x"))).rejects.toMatchObject({ code: "wrong_kind" });
  await expect(backend.createDirectory?.(path)).rejects.toMatchObject({ code: "wrong_kind" });
  await expect(Array.fromAsync(backend.list(path))).rejects.toMatchObject({ code: "wrong_kind" });
  expect(await backend.stat(at("/live/doc.json/x"))).toBeNull();
  await backend.write(at("/new"), bytes("[2]"));
  await expect(backend.move?.(at("/new"), path)).rejects.toMatchObject({ code: "already_exists" });
  await expect(backend.move?.(at("/a"), path, { overwrite: true })).rejects.toMatchObject({ code: "parse_error" });
  expect(await textOf(base, "/a")).toBe("a");
  await backend.move?.(at("/new"), path, { overwrite: true });
  expect([editor.serialize(), await base.stat(at("/new"))]).toEqual(["[2]", null]);
});

test("watch hears the user type and the model write, and lets go", async () => {
  const { backend, base, editor } = bound();
  const stop = new AbortController();
  const seen: string[] = [];
  const watching = (async () => {
    for await (const change of backend.watch?.(at("/live"), { signal: stop.signal }) ?? []) {
      if (seen.push(`${change.kind} ${change.path}`) === 3) stop.abort();
    }
  })();
  editor.type("1");
  await base.write(path, bytes("hidden"));
  await base.write(at("/live/new"), bytes("shown"));
  await backend.write(path, bytes("2"));
  await watching;
  expect(seen.sort()).toEqual(["changed /live/doc.json", "changed /live/doc.json", "changed /live/new"]);
  expect(editor.listeners.size).toBe(0);
});

test("several binds compose, and the latest wins a path", async () => {
  const [one, two, three] = [jsonEditor("1"), jsonEditor("2"), jsonEditor("3")];
  const backend = bind(bind(bind(memoryBackend(), "/a", one), "/b", two), "/a", three);
  expect(await treeOf(backend)).toEqual({ "/a": "3", "/b": "2" });
  await backend.write(at("/b"), bytes("20"));
  expect([one, two, three].map((editor) => editor.serialize())).toEqual(["1", "20", "3"]);
});
