import { memoryBackend } from "@holdall/backends-memory";
import { backendCases, withoutWalks, withPlainWalks } from "@holdall/conformance";
import { type Backend, type Path, ToolError } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { asking, at, bytes } from "./_fixtures.fixture.ts";
import { bind } from "./bind/bind.ts";
import { confine } from "./confine.ts";
import { mount } from "./mount/mount.ts";
import { observe } from "./observe.ts";
import { overlay } from "./overlay/overlay.ts";
import { readOnly } from "./read-only.ts";

const base = () => asking(withPlainWalks(memoryBackend()));
const plain = () => asking(withoutWalks(memoryBackend()));
const editor = { serialize: () => "x", load: () => {}, version: () => 1 };

const views: Record<string, { root: string; open(): Backend }> = {
  confine: { root: "/app", open: () => confine(base(), "/jail", { as: "/app" }) },
  "confine as /": { root: "/", open: () => confine(base(), "/jail", { as: "/", links: "trusted" }) },
  "mount at /": { root: "/", open: () => mount({ "/": base(), "/docs": memoryBackend() }) },
  "mount below": { root: "/docs", open: () => mount({ "/": memoryBackend(), "/docs": base() }) },
  "a move between two": { root: "/", open: () => mount({ "/": plain(), "/folder/e": plain() }) },
  bind: { root: "/", open: () => bind(base(), "/page", editor) },
  observe: { root: "/", open: () => observe(base(), () => {}) },
};

const cases = (backendCases["judged places"] ?? []).slice(0, 2);

describe.each(Object.entries(views))("%s asks who judged, in paths that it shows", (_, { root, open }) => {
  test.each(cases.map(({ name, run }) => [name, run] as const))("%s", async (_, run) => {
    await run({ backend: open(), root: at(root) });
  });
});

test("an overlay asks about what it shows or hides of its base", async () => {
  const below = base();
  await below.write(at("/folder/file"), bytes("x"));
  const view = overlay(below);
  const io = { judged: () => false };
  for (const operation of [
    () => view.stat(at("/folder/file"), io),
    () => view.read(at("/folder/file"), io),
    () => view.write(at("/folder/file"), bytes("y"), io),
    () => view.write(at("/folder/new/file"), bytes("y"), io),
    () => view.remove(at("/folder"), { ...io, recursive: true }),
    async () => view.move?.(at("/folder/file"), at("/moved"), io),
    async () => view.createDirectory?.(at("/folder/made"), io),
    () => Array.fromAsync(view.list(at("/folder"), io)),
  ])
    await expect(operation(), String(operation)).rejects.toMatchObject({ code: "stale" });
  expect(await view.changes()).toEqual([]);
  await view.write(at("/folder/file"), bytes("y"), { judged: (path, real) => path === real });
  expect(await view.realPath?.(at("/folder/file"))).toBe("/folder/file");
});

test("a read-only view asks as well", async () => {
  const below = base();
  await below.write(at("/f"), bytes("x"));
  await expect(readOnly(below).read(at("/f"), { judged: () => false })).rejects.toMatchObject({ code: "stale" });
});

test("a place outside of a confined folder was judged by nobody", async () => {
  const below: Backend = {
    ...memoryBackend({ files: { "/jail/f": "x" } }),
    realPath: async () => at("/secret"),
    async read(path, { judged } = {}) {
      throw new ToolError("stale", String(judged?.(path, at("/secret"))));
    },
  };
  const view = confine(below, "/jail", { as: "/", links: "trusted" });
  const asked: Path[] = [];
  const judged = (path: Path) => asked.push(path) > 0;
  await expect(view.read(at("/f"), { judged })).rejects.toThrow("false");
  expect(asked).toEqual([]);
  await expect(view.realPath?.(at("/f"))).rejects.toMatchObject({ code: "permission_denied" });
});
