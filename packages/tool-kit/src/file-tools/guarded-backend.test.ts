import {
  allow,
  type Backend,
  createRegistry,
  defineTool,
  type Io,
  openSession,
  type Path,
  ToolError,
  toPath,
} from "@holdall/tool-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineFileTool } from "./define-file-tool.ts";
import { guardBackend, isResolved, originOf } from "./guarded-backend.ts";
import { resolvePaths } from "./paths/resolved-paths.ts";

const [asked, real, other] = ["/asked", "/real", "/other"].map((path) => toPath(path)) as [Path, Path, Path];

/** A backend that has every method of the contract, and one more, and records the judge that each gets. */
function recording() {
  const judges = new Map<string, Io["judged"]>();
  const at =
    (position: number, method: string) =>
    (...args: unknown[]) => {
      judges.set(method, (args[position] as Io | undefined)?.judged);
      return method;
    };
  const backend = {
    name: "recording",
    can: { write: true, compareAndSwap: true, emptyDirectories: true, caseSensitive: true },
    stat: at(1, "stat"),
    read: at(1, "read"),
    list: at(1, "list"),
    stream: at(1, "stream"),
    glob: at(2, "glob"),
    search: at(3, "search"),
    write: at(2, "write"),
    writeFrom: at(2, "writeFrom"),
    remove: at(1, "remove"),
    createDirectory: at(1, "createDirectory"),
    move: at(2, "move"),
    realPath: async (path: Path) => (path === asked ? real : path),
    watch: () => "watch",
    readMany: at(1, "readMany"),
  };
  return { judges, backend: backend as object as Backend };
}

/** Each method that takes a judge, with its arguments before `io`. */
const calls: readonly (readonly [method: keyof Backend & string, ...args: unknown[]])[] = [
  ["stat", asked],
  ["read", asked],
  ["list", asked],
  ["stream", asked],
  ["glob", asked, {}],
  ["search", asked, {}, {}],
  ["write", asked, new Uint8Array()],
  ["writeFrom", asked, []],
  ["remove", asked],
  ["createDirectory", asked],
  ["move", asked, asked],
];

test.each(calls.map(([method, ...before]) => ({ method, before })))(
  "$method of a backend for one call opens what was asked about and nothing else, whatever a caller says",
  async ({ method, before }) => {
    const { judges, backend } = recording();
    const view = guardBackend(backend, await resolvePaths(backend, [{ action: "write", target: asked }]));
    const run = view[method] as ((...args: unknown[]) => unknown) | undefined;
    for (const io of [[], [{ judged: () => true }]]) {
      judges.clear();
      run?.(...before, ...io);
      const judge = judges.get(method);
      expect(judge?.(asked, real)).toBe(true);
      expect(judge?.(asked, other)).toBe(false);
    }
  },
);

test("a backend for one call has no method that is not in the contract, and every one that is", async () => {
  const { backend } = recording();
  const view = guardBackend(backend, await resolvePaths(backend, []));
  expect(Object.keys(view).sort()).toEqual(
    Object.keys(backend)
      .filter((key) => key !== "readMany")
      .sort(),
  );
  expect(view).not.toHaveProperty("readMany");
});

test("a copy of a backend for one call is not that backend", async () => {
  const { backend } = recording();
  const view = guardBackend(backend, await resolvePaths(backend, [{ action: "read", target: asked }]));
  expect([originOf(view), isResolved(view, asked)]).toEqual([backend, true]);
  expect([originOf({ ...view }), isResolved({ ...view }, asked)]).toEqual([{ ...view }, false]);
});

const touchingTool = (backend: Backend) =>
  defineFileTool(
    { backend },
    {
      name: "touch_file",
      category: "test",
      description: "Touches.",
      input: z.object({ path: z.string() }),
      access: ({ path }) => ({
        accesses: [{ action: "read", target: toPath(path) }],
        prepared: `prepared for ${path}`,
      }),
      execute: (_input, _ctx, { backend: held }, prepared) => `${prepared}, guarded: ${held !== backend}`,
    },
  );

test("what access prepared reaches execute, also of a tool that others have wrapped", async () => {
  const { backend } = recording();
  const tool = touchingTool(backend);
  const wrapped = defineTool({ ...tool, execute: (input, ctx, prepared) => tool.execute(input, ctx, prepared) });
  for (const each of [tool, wrapped]) {
    const result = await openSession(createRegistry([each]), { policy: allow() }).call("touch_file", {
      path: "/asked",
    });
    expect(result).toMatchObject({ ok: true, output: "prepared for /asked, guarded: true" });
  }
});

test("a file tool that does not get what its access prepared does nothing", async () => {
  const { backend } = recording();
  const tool = touchingTool(backend);
  const losing = defineTool({ ...tool, execute: (input, ctx) => tool.execute(input, ctx, undefined) });
  const result = await openSession(createRegistry([losing]), { policy: allow() }).call("touch_file", {
    path: "/asked",
  });
  if (result.ok) throw new Error("it ran");
  expect(result.error).toBeInstanceOf(ToolError);
  expect(result.error).toMatchObject({ code: "internal", message: expect.stringContaining("Nothing was done") });
});
