import { memoryBackend } from "@holdall/backends-memory";
import { withoutWalks, withPlainWalks } from "@holdall/conformance";
import { allow, type Backend, createRegistry, openSession, type Tool, ToolError } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { globFiles } from "../tools/read/glob-files.ts";
import { grepFiles } from "../tools/read/grep-files.ts";
import type { GrepFilesOutput } from "./grep-schema.ts";

/** A backend far away: every request takes a turn of the event loop, and is counted. */
function remote(files: Record<string, string>, { sizes = true } = {}) {
  const memory = memoryBackend({ files });
  const made: string[] = [];
  let [open, maxOpen] = [0, 0];
  const request = async <T>(name: string, answer: () => Promise<T>): Promise<T> => {
    made.push(name);
    maxOpen = Math.max(maxOpen, ++open);
    await new Promise((resolve) => setImmediate(resolve));
    open--;
    return answer();
  };
  const backend: Backend = {
    ...withoutWalks(memory),
    stat: (path, io) => request(`stat ${path}`, () => memory.stat(path, io)),
    read: (path, io) => request(`read ${path}`, () => memory.read(path, io)),
    async *list(path, io) {
      for (const { size, ...entry } of await request(`list ${path}`, () => Array.fromAsync(memory.list(path, io))))
        yield sizes && size !== undefined ? { ...entry, size } : entry;
    },
  };
  return { backend, made, maxOpen: () => maxOpen };
}

const call = async (backend: Backend, name: string, input: object, signal?: AbortSignal) => {
  const tools = [grepFiles({ backend }), globFiles({ backend })] as Tool[];
  const session = openSession(createRegistry(tools), { policy: allow() });
  const result = await session.call(name, input, signal && { signal });
  if (!result.ok) throw result.error;
  return result.output as GrepFilesOutput;
};

const tree = (folders: number, files: number) =>
  Object.fromEntries(
    Array.from({ length: folders * files }, (_, i) => [`/src/d${i % folders}/f${i}.ts`, `needle ${i}\n`]),
  );

test.each([true, false])(
  "bug-mastra-22285: a search makes one request a file and one a folder, several at once (sizes told: %s)",
  async (sizes) => {
    const { backend, made, maxOpen } = remote(
      { ...tree(20, 20), "/src/.gitignore": "*.log\n", "/src/a.log": "x" },
      { sizes },
    );
    const { files, left_out } = await call(backend, "grep_files", { pattern: "needle", limit: 1_000 });
    expect([files.length, left_out]).toEqual([400, { ignored: 1 }]);
    expect(made.length).toBeLessThanOrEqual(400 * 1.1);
    expect(made.filter((name) => name === "read /src/a.log")).toEqual([]);
    expect(maxOpen()).toBeGreaterThan(4);
    expect(maxOpen()).toBeLessThanOrEqual(12);
  },
);

test("a search that has its page reads no further", async () => {
  const { backend, made } = remote(tree(20, 20));
  const { files, searched } = await call(backend, "grep_files", { pattern: "needle", limit: 10 });
  expect([files.length, searched]).toEqual([10, 11]);
  const now = made.length;
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  expect(made.length).toBe(now);
  expect(made.filter((name) => name.startsWith("read")).length).toBeLessThanOrEqual(11 + 8);
});

test("a search that is cancelled asks for nothing more", async () => {
  const { backend, made } = remote(tree(20, 20));
  const controller = new AbortController();
  const running = call(backend, "grep_files", { pattern: "nothing" }, controller.signal);
  while (made.length < 60) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  await expect(running).rejects.toMatchObject({ code: "aborted" });
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  expect(made.length).toBeLessThan(100);
});

/** A backend whose own search gives all files, and records the result. */
function searching(files: Record<string, string>, failAfter = Number.POSITIVE_INFINITY) {
  const plain = withPlainWalks(memoryBackend({ files }));
  const told: string[] = [];
  const backend: Backend = {
    ...plain,
    async *search(...asked) {
      let given = 0;
      try {
        for await (const candidate of plain.search?.(...asked) ?? []) {
          if (given++ === failAfter) throw new ToolError("unsupported", "No.");
          told.push(candidate.file?.path ?? "end");
          yield candidate;
        }
      } finally {
        told.push("closed");
      }
    },
  };
  return { backend, told };
}

test("the backend's own search is told to stop once the page is full", async () => {
  const { backend, told } = searching(tree(1, 30));
  const { files } = await call(backend, "grep_files", { pattern: "needle", limit: 3 });
  expect(files).toHaveLength(3);
  expect(told).toHaveLength(5);
  expect(told.at(-1)).toBe("closed");
});

test("a search that the backend cannot do is done by reading, one that breaks off is an error", async () => {
  const unable = searching(tree(1, 30), 0);
  expect((await call(unable.backend, "grep_files", { pattern: "needle" })).files).toHaveLength(30);
  const broken = searching(tree(1, 30), 5);
  await expect(call(broken.backend, "grep_files", { pattern: "needle" })).rejects.toMatchObject({
    code: "unsupported",
  });
});

test("newest first asks for times only where the listing tells none and the storage may know them", async () => {
  const told = remote(tree(2, 20));
  await call(told.backend, "glob_files", { pattern: "**/*.ts" });
  expect(told.made.filter((name) => name.startsWith("stat")).length).toBeLessThan(5);

  const silent = remote(tree(2, 20));
  const untold: Backend = {
    ...silent.backend,
    async *list(path, io) {
      for await (const { modified: _, ...entry } of silent.backend.list(path, io)) yield entry;
    },
  };
  await call(untold, "glob_files", { pattern: "**/*.ts" });
  expect(silent.made.filter((name) => name.startsWith("stat /src/d")).length).toBe(40);
  const timeless: Backend = {
    ...untold,
    async stat(path, io) {
      const { modified: _, ...stat } = (await silent.backend.stat(path, io)) ?? { kind: "file", size: 0 };
      return stat;
    },
  };
  silent.made.length = 0;
  await call(timeless, "glob_files", { pattern: "**/*.ts" });
  expect(silent.made.filter((name) => name.startsWith("stat /src/d")).length).toBeLessThanOrEqual(8);
});
