import { overlay } from "@holdall/backends-compose";
import { memoryBackend } from "@holdall/backends-memory";
import { allow, type Backend, createRegistry, openSession, type ToolResult, toPath } from "@holdall/tool-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fsTools } from "../fs-tools.ts";

const notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [
    { id: "c1", cell_type: "code", source: ["x = 1\n", "y"], metadata: {}, outputs: [], execution_count: null },
    { id: "c2", cell_type: "markdown", source: "hi", metadata: {} },
  ],
};

const start = {
  "/a.txt": "alpha\nbeta\r\ngamma\none\n",
  "/b.txt": "one\ntwo\nx\n",
  "/d/c.txt": "zeta\n",
  "/x.ipynb": JSON.stringify(notebook, null, 1),
};

const places = ["/a.txt", "/b.txt", "/d/c.txt", "/d", "/n/new.txt", "/x.ipynb", "/d/e", "/b.txt/inner", "/d/c.txt/x/y"];
const words = ["alpha", "beta", "gamma", "one", "two", "x", "zeta"];
const path = fc.constantFrom(...places);
const word = fc.constantFrom(...words);
const text = fc.string({ unit: fc.constantFrom(...words, "\n", "\r\n", "é", " "), maxLength: 8 });
const edit = fc.record({ old_string: word, new_string: text });

const patch = fc.tuple(path, word, word, path).map(([update, old, fresh, add]) => ({
  patch: `*** Begin Patch\n*** Update File: ${update}\n@@\n-${old}\n+${fresh}2\n*** Add File: ${add}\n+hello\n*** End Patch`,
}));
const replacing = fc.tuple(path, path).map(([gone, add]) => ({
  patch: `*** Begin Patch\n*** Delete File: ${gone}\n*** Add File: ${add}\n+x\n*** End Patch`,
}));

const call = fc.oneof(
  fc.tuple(fc.constant("write_file"), fc.record({ path, content: text })),
  fc.tuple(fc.constant("append_file"), fc.record({ path, content: text })),
  fc.tuple(
    fc.constant("edit_file"),
    fc.record({ path, old_string: word, new_string: text, replace_all: fc.boolean() }),
  ),
  fc.tuple(fc.constant("multi_edit"), fc.record({ path, edits: fc.array(edit, { minLength: 1, maxLength: 2 }) })),
  fc.tuple(fc.constant("delete_file"), fc.record({ path, recursive: fc.boolean() })),
  fc.tuple(fc.constant("move_file"), fc.record({ from: path, to: path, overwrite: fc.boolean() })),
  fc.tuple(fc.constant("create_directory"), fc.record({ path })),
  fc.tuple(fc.constant("apply_patch"), fc.oneof(patch, replacing)),
  fc.tuple(
    fc.constant("edit_notebook"),
    fc.record({
      path: fc.constantFrom("/x.ipynb", "/a.txt"),
      cell_id: fc.constantFrom("c1", "c2", "c3"),
      source: text,
      edit_mode: fc.constantFrom("replace", "insert", "delete"),
    }),
  ),
  fc.tuple(fc.constant("undo"), fc.constant({})),
);

/** What a call says it does: without versions, which only a write makes, and without what is there after a failed one. */
function said(result: ToolResult): string {
  const isNamed = (name: string) => ["version", "change_id", "undone"].includes(name);
  const told = result.ok ? result.output : { code: result.error.code, message: result.error.message };
  return JSON.stringify(told, (name, value) => (isNamed(name) ? undefined : value))
    .replace(/\b[\w-]{16}\b/g, "VERSION")
    .replace(" Nothing was changed: every file is as it was.", "");
}

async function tree(backend: Backend): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { path, kind } of backend.list(toPath("/"), { recursive: true }))
    files[path] = kind === "file" ? (await backend.read(path)).bytes.join() : "/";
  return files;
}

const runs = process.env.HOLDALL_STRESS ? 200 : 80;

test.each([
  { on: "an overlay", preview: { preview: overlay } },
  { on: "the tools' own word", preview: {} },
])("a dry run on $on says what the call then does, and changes nothing", async ({ preview }) => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(call, fc.boolean()), { minLength: 1, maxLength: 5 }), async (calls) => {
      const backend = memoryBackend({ files: start });
      const registry = createRegistry(fsTools({ backend, ...preview }));
      await using real = openSession(registry, { policy: allow() });
      for (const [[tool, input], reads] of calls) {
        if (reads && "path" in input) await real.call("read_file", { path: input.path });
        const before = await tree(backend);
        await using dry = openSession(registry, { policy: allow(), dryRun: true, restore: real.snapshot() });
        const promised = said(await dry.call(tool, input));
        expect(await tree(backend)).toEqual(before);
        const result = await real.call(tool, input);
        expect(promised, `${tool} ${JSON.stringify(input)}`).toBe(said(result));
        if (result.ok) changed++;
      }
    }),
    { numRuns: runs },
  );
  expect(changed).toBeGreaterThan(runs / 4);
});
