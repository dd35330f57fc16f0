import { memoryBackend } from "@holdall/backends-memory";
import {
  allow,
  createRegistry,
  defineTool,
  openSession,
  passthroughSchema,
  type ToolContext,
  toPath,
} from "@holdall/tool-core";
import { expect, test } from "vitest";
import { readSource } from "../_index/code-index.ts";
import { refresh } from "../_index/refresh.ts";

/** Run some work as a tool of a session does. */
async function inCall<T>(work: (ctx: ToolContext) => Promise<T>): Promise<T> {
  const tool = defineTool({
    name: "try_it",
    category: "code",
    description: "Try it.",
    input: passthroughSchema({ type: "object" }),
    hints: { readOnly: true, openWorld: false },
    execute: async (_, ctx) => ({ found: await work(ctx) }),
  });
  const result = await openSession(createRegistry([tool]), { policy: allow() }).call("try_it", {});
  if (!result.ok) throw result.error;
  return (result.output as { readonly found: T }).found;
}

const backend = memoryBackend({
  files: {
    "/a.ts": 'import { b } from "./b.ts";\n\nexport function readFile() {\n  return b;\n}\n',
    "/b.ts": "export const b = readFile;\n",
    "/c.ts": "read; file;\n",
  },
});

test("an identifier leads to the files that have it and to those that define it", async () => {
  const view = await inCall((ctx) => refresh({ backend }, { roots: [toPath("/")] }, ctx));
  expect(view.filesWith("readFile")).toEqual(["/a.ts", "/b.ts"]);
  expect(view.filesDefining("readFile")).toEqual(["/a.ts"]);
  expect(view.filesWith("b")).toEqual(["/a.ts", "/b.ts", "/c.ts"]);
});

test("files beyond the index are candidates for every identifier", async () => {
  const other = memoryBackend({ files: { "/a.ts": "export const one = 1;\n" } });
  const view = await inCall((ctx) => refresh({ backend: other, maxIndexBytes: 0 }, { roots: [toPath("/")] }, ctx));
  expect([view.filesWith("readFile"), view.beyond]).toEqual([["/a.ts"], ["/a.ts"]]);
});

test("a source has its symbols and imports, and a file that is gone is none", async () => {
  const { signal } = new AbortController();
  const source = await readSource(backend, toPath("/a.ts"), { signal });
  expect(source?.symbols.map(({ name }) => name)).toEqual(["readFile"]);
  expect(source?.imports.map(({ specifier }) => specifier)).toEqual(["./b.ts"]);
  expect(await readSource(backend, toPath("/d.ts"), { signal })).toBeUndefined();
});
