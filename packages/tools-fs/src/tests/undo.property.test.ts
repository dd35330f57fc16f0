import { memoryBackend } from "@holdall/backends-memory";
import { type Backend, toPath } from "@holdall/tool-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openFiles } from "./_files.fixture.ts";

const start = {
  "/a.txt": "alpha\nbeta\r\ngamma\ndelta\nepsilon\nzeta\n",
  "/b.txt": "\ufeffone\r\ntwo\r\nthree",
  "/d/c.bin": Uint8Array.from({ length: 300 }, (_, i) => i % 256),
  "/d/e/f.txt": "f\n",
};

/** Versions that never come back, as a database counts them. */
function counting(backend: Backend): Backend {
  const versions = new Map<string, { content: string; version: string }>();
  let count = 0;
  const name = (path: string, content: string): string => {
    const known = versions.get(path);
    if (known?.content === content) return known.version;
    versions.set(path, { content, version: `v${++count}` });
    return `v${count}`;
  };
  const real = async (path: Parameters<Backend["stat"]>[0], wanted: string | null | undefined) => {
    if (typeof wanted !== "string") return wanted;
    const { version } = await backend.read(path);
    return name(path, version) === wanted ? version : "other";
  };
  return {
    ...backend,
    async stat(path, io) {
      const stat = await backend.stat(path, io);
      return stat?.version === undefined ? stat : { ...stat, version: name(path, stat.version) };
    },
    async read(path, io) {
      const found = await backend.read(path, io);
      return { ...found, version: name(path, found.version) };
    },
    async write(path, bytes, io) {
      const { version } = await backend.write(path, bytes, { ...io, ifVersion: await real(path, io?.ifVersion) });
      versions.delete(path);
      return { version: name(path, version) };
    },
    async remove(path, io) {
      await backend.remove(path, { ...io, ifVersion: (await real(path, io?.ifVersion)) ?? undefined });
      versions.delete(path);
    },
    async move(from, to, io) {
      await backend.move?.(from, to, io);
      versions.delete(from);
      versions.delete(to);
    },
  };
}

async function tree(backend: Backend): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { path, kind } of backend.list(toPath("/"), { recursive: true })) {
    files[path] = kind === "file" ? (await backend.read(path)).bytes.join() : "/";
  }
  return files;
}

const path = fc.constantFrom(
  "/a.txt",
  "/b.txt",
  "/d/c.bin",
  "/d/e/f.txt",
  "/n/new.txt",
  "/d",
  "/d/e",
  "/n",
  "/x/y/z",
  "/A.txt",
);
const words = fc.constantFrom("alpha", "beta", "gamma", "delta", "one", "two", "three", "f", "epsilon", "x");
const text = fc.string({ unit: fc.constantFrom("alpha", "one", "\n", "\r\n", "é", "x", " "), maxLength: 12 });

const step = fc.oneof(
  fc.record({ tool: fc.constant("write_file"), path, content: text }),
  fc.record({ tool: fc.constant("append_file"), path, content: text }),
  fc.record({ tool: fc.constant("edit_file"), path, old_string: words, new_string: text, replace_all: fc.boolean() }),
  fc.record({
    tool: fc.constant("multi_edit"),
    path,
    edits: fc.array(fc.record({ old_string: words, new_string: text }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ tool: fc.constant("delete_file"), path, recursive: fc.boolean() }),
  fc.record({ tool: fc.constant("move_file"), from: path, to: path, overwrite: fc.boolean() }),
  fc.record({ tool: fc.constant("create_directory"), path }),
  fc.tuple(path, fc.constantFrom("/m/p", "/d/e/q", "/r"), words, words).map(([a, b, old, fresh]) => ({
    tool: "apply_patch",
    patch: `*** Begin Patch\n*** Add File: ${b}\n+${fresh}\n*** Update File: ${a}\n*** Move to: ${a}.moved\n@@\n-${old}\n+${fresh}\n*** End Patch`,
  })),
  fc.record({ tool: fc.constant("undo") }),
  fc.record({ tool: fc.constant("redo") }),
);

const runs = process.env.HOLDALL_STRESS ? 250 : 60;

test.each([
  { by: "content", wrap: (backend: Backend) => backend },
  { by: "counting", wrap: counting },
])("whatever was done, undoing all of it brings every byte back (versions by $by)", async ({ wrap }) => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const files = openFiles({}, { backend: wrap(memoryBackend({ files: start })) });
      const before = await tree(files.backend);
      let undone: string | undefined;
      for (const step of steps) {
        if (step.tool === "redo" && undone === undefined) continue;
        const { tool, ...input } = step.tool === "redo" ? { tool: "undo", change_id: undone } : step;
        if ("path" in input) await files.session.call("read_file", { path: input.path });
        const result = await files.session.call(tool, input);
        if (!result.ok) expect(result.error.code, JSON.stringify(result.error)).not.toBe("internal");
        else changed++;
        const isUndo = step.tool === "undo" && result.ok;
        undone = isUndo ? (result.output as { change_id: string }).change_id : undefined;
      }
      for (let i = 0; ; i++) {
        const result = await files.session.call("undo", {});
        if (!result.ok) {
          expect(result.error.message).toContain("You have no change to undo");
          break;
        }
        expect(i).toBeLessThan(60);
      }
      expect(await tree(files.backend)).toEqual(before);
    }),
    { numRuns: runs },
  );
  expect(changed).toBeGreaterThan(runs * 0.6);
});
