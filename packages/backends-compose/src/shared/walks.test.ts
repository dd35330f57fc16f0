import { memoryBackend } from "@holdall/backends-memory";
import { withoutWalks } from "@holdall/conformance";
import type { Backend, FileQuery, TextQuery } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { at, bytes } from "../_fixtures.fixture.ts";
import { bind } from "../bind/bind.ts";
import { confine } from "../confine.ts";
import { mount } from "../mount/mount.ts";
import { observe } from "../observe.ts";
import { overlay } from "../overlay/overlay.ts";
import { readOnly } from "../read-only.ts";

type Files = Record<string, string>;

const query: FileQuery = { hidden: false, ignored: false, wants: () => true, permits: () => true };
const text: TextQuery = {
  pattern: "x",
  literal: true,
  ignoreCase: false,
  word: false,
  multiline: false,
  requiredAny: ["x"],
  mayMatch: (content) => content.includes(120),
};
const walking = (files: Files): Backend => memoryBackend({ files });

/** What both walks of a view find, by the view's own means alone; the error's code where it has none for this. */
async function found(view: Backend, path: string, how: Partial<FileQuery> = {}): Promise<string[] | string> {
  try {
    const batches = await Array.fromAsync(view.glob?.(at(path), { ...query, ...how }) ?? []);
    const listed = batches.flatMap(({ files }) => files.map((file) => file.path));
    const candidates = await Array.fromAsync(
      view.search?.(at(path), { ...query, ...how }, text, { maxBytes: 9 }) ?? [],
    );
    const searched = candidates.flatMap(({ file }) => (file ? [file.path] : []));
    expect(searched).toEqual(listed);
    expect(candidates.at(-1)?.counts).toMatchObject(batches.at(-1)?.counts ?? {});
    return listed;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

test("a view of a backend without walks has none", () => {
  const base = withoutWalks(memoryBackend());
  for (const view of [confine(base, "/a"), mount({ "/": base, "/b": base }), overlay(base), readOnly(base)])
    expect([view.glob, view.search]).toEqual([undefined, undefined]);
});

test("reading only and being observed change nothing about walks", async () => {
  const base = walking({ "/a": "x", "/b.log": "x", "/.gitignore": "*.log" });
  expect(await found(readOnly(base), "/")).toEqual(["/a"]);
  expect(
    await found(
      observe(base, () => {}),
      "/",
    ),
  ).toEqual(["/a"]);
});

describe("a confined folder", () => {
  const files = { "/.gitignore": "*.log", "/jail/.ignore": "*.tmp", "/jail/a.log": "x", "/jail/in/b": "x", "/c": "x" };

  test.each([
    ["/jail", "/jail"],
    ["/", "/"],
    ["/home/me", "/home/me"],
  ])("shown as %s: its own paths in results and questions, its own rules and no others", async (as, root) => {
    const asked = new Set<string>();
    const permits = (path: string) => asked.add(path) !== undefined;
    const below = (name: string) => `${root === "/" ? "" : root}/${name}`;
    expect(await found(confine(walking(files), "/jail", { as }), root, { permits })).toEqual([
      below("a.log"),
      below("in/b"),
    ]);
    expect([...asked].sort()).toEqual([below("a.log"), below("in"), below("in/b")]);
  });

  test("nothing outside is walked, over a link neither", async () => {
    const linked: Backend = {
      ...walking(files),
      async *list(path, io) {
        for await (const entry of walking(files).list(path, io)) yield entry;
        if (path === "/jail") yield { path: at("/jail/out"), kind: "symlink", target: "/" };
      },
    };
    const view = confine(linked, "/jail");
    expect(await found(view, "/")).toBe("permission_denied");
    expect(await found(view, "/jail/out")).toBe("permission_denied");
  });

  test("errors speak of the shown place", async () => {
    const view = confine(walking(files), "/jail", { as: "/", links: "trusted" });
    await expect(Array.fromAsync(view.glob?.(at("/none"), query) ?? [])).rejects.toMatchObject({
      code: "not_found",
      data: { path: "/none" },
    });
  });
});

describe("several backends", () => {
  const base: Files = { "/a/x": "x", "/b.log": "x" };
  const library: Files = { "/.gitignore": "*.log", "/x": "x", "/y.log": "x" };

  test("a walk that lies in one of them is that one's, with its own rules", async () => {
    const view = mount({ "/": walking(base), "/ws/library": walking(library) });
    expect(await found(view, "/ws/library")).toEqual(["/ws/library/x"]);
    expect(await found(view, "/a")).toEqual(["/a/x"]);
    expect(await found(view, "/a", { wants: (path) => path === "/a/x" })).toEqual(["/a/x"]);
  });

  test("one through several is nobody's, nor one that rules of another backend speak of", async () => {
    const ruled = mount({ "/": walking({ ...base, "/ws/.gitignore": "x" }), "/ws/library": walking(library) });
    expect(await found(ruled, "/")).toBe("unsupported");
    expect(await found(ruled, "/ws")).toBe("unsupported");
    expect(await found(ruled, "/ws/library")).toBe("unsupported");
    expect(await found(ruled, "/ws/library", { ignored: true })).toEqual(["/ws/library/x", "/ws/library/y.log"]);
    expect(await found(mount({ "/": walking(base), "/.git": walking({}) }), "/a")).toBe("unsupported");
  });

  test("only one of them may have walks", async () => {
    const view = mount({ "/": withoutWalks(memoryBackend({ files: base })), "/library": walking(library) });
    expect(await found(view, "/library")).toEqual(["/library/x"]);
    expect(await found(view, "/a")).toBe("unsupported");
  });

  test("beside a bound path, and not around it", async () => {
    const editor = { serialize: () => "x", load: () => {}, version: () => 0 };
    const view = bind(walking(base), "/live/doc", editor);
    expect(await found(view, "/a")).toEqual(["/a/x"]);
    expect(await found(view, "/live")).toBe("unsupported");
  });
});

test("an overlay walks its base until something differs", async () => {
  const view = overlay(walking({ "/a": "x" }));
  expect(await found(view, "/")).toEqual(["/a"]);
  await view.write(at("/b"), bytes("x"));
  expect(await found(view, "/")).toBe("unsupported");
  await view.discard();
  expect(await found(view, "/")).toEqual(["/a"]);
  await view.createDirectory?.(at("/c"));
  expect(await found(view, "/")).toBe("unsupported");
});
