import { memoryBackend } from "@holdall/backends-memory";
import { allow, type Backend, contentText, createRegistry, openSession, toPath } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openBucket, startS3Server, textOf } from "../_bucket.fixture.ts";

const server = await startS3Server({ pageSize: 3 });
afterAll(() => server[Symbol.asyncDispose]());

const path = fc.constantFrom("/a.txt", "/a-b.txt", "/a/x y.md", "/a/b/ü.ts", "/z+");
const folder = fc.constantFrom("/", "/a", "/a/b");
const word = fc.constantFrom("one", "two", "three\nlines\n", "ünï 😀");
const call = fc.oneof(
  fc.tuple(fc.constant("write_file"), fc.record({ path, content: word })),
  fc.tuple(fc.constant("append_file"), fc.record({ path, content: word })),
  fc.tuple(fc.constant("read_file"), fc.record({ path })),
  fc.tuple(
    fc.constant("edit_file"),
    fc.record({ path, old_string: fc.constantFrom("one", "t", "\n"), new_string: word }),
  ),
  fc.tuple(fc.constant("delete_file"), fc.record({ path })),
  fc.tuple(fc.constant("move_file"), fc.record({ from: path, to: path, overwrite: fc.boolean() })),
  fc.tuple(fc.constant("list_directory"), fc.record({ path: folder })),
  fc.tuple(fc.constant("glob_files"), fc.record({ pattern: fc.constantFrom("**/*", "*.txt", "a/**"), path: folder })),
  fc.tuple(fc.constant("grep_files"), fc.record({ pattern: fc.constantFrom("o", "t.*e", "ü"), path: folder })),
);

/** Run calls on one backend: what each one said, and the files in the end. */
async function play(backend: Backend, calls: readonly (readonly [string, object])[]) {
  const tools = fsTools({ backend });
  await using session = openSession(createRegistry(tools), { policy: allow() });
  const said: string[] = [];
  for (const [name, input] of calls) {
    const result = await session.call(name, input);
    const shown = withoutVersions(contentText(result.content));
    // A glob shows the newest first, and a move makes a new object.
    const text = name === "glob_files" ? shown.split("\n").sort().join("\n") : shown;
    said.push(`${name}: ${result.ok ? "ok" : result.error.code} ${text}`);
  }
  const files = new Map<string, string>();
  for await (const entry of backend.list(toPath("/"), { recursive: true }))
    if (entry.kind === "file") files.set(entry.path, textOf((await backend.read(entry.path)).bytes));
  return { said, files: [...files] };
}

const withoutVersions = (text: string) => text.replace(/\bversion [\w-]{16,32}/g, "version");

/** Files in memory that, as in a bucket, leave no empty folder behind. */
function withoutEmptyFolders(backend: Backend): Backend {
  const { createDirectory: _, ...rest } = backend;
  const prune = async () => {
    for (const at of ["/a/b", "/a"]) {
      const isEmpty =
        (await backend.stat(toPath(at))) && (await Array.fromAsync(backend.list(toPath(at)))).length === 0;
      if (isEmpty) await backend.remove(toPath(at), { recursive: true });
    }
  };
  return {
    ...rest,
    can: { ...backend.can, emptyDirectories: false },
    remove: (...args) => backend.remove(...args).finally(prune),
    move: async (...args) => backend.move?.(...args).finally(prune),
  };
}

test("every file tool says and does on a bucket what it says and does in memory", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 5, maxLength: 25 }), async (calls) => {
      const bucket = await openBucket(server, { prefix: `run-${count++}` });
      const here = await play(withoutEmptyFolders(memoryBackend()), calls);
      expect(await play(bucket, calls)).toEqual(here);
    }),
    { numRuns: process.env.HOLDALL_STRESS ? 120 : 6, seed: 4 },
  );
});

test("grep reads every file once, and nothing twice", async () => {
  const backend = await openBucket(server, { prefix: "grep" });
  for (let i = 0; i < 20; i++)
    await backend.write(toPath(`/src/${i}.ts`), new TextEncoder().encode(`line ${i}\nneedle`));
  await using session = openSession(createRegistry(fsTools({ backend })), { policy: allow() });
  const before = server.log.length;
  const result = await session.call("grep_files", { pattern: "needle", path: "/src" });
  expect(result.ok && contentText(result.content)).toContain("/src/19.ts");
  const reads = server.log.slice(before).filter(({ method, key }) => method === "GET" && key.startsWith("grep/src/"));
  expect(reads.map(({ key }) => key).sort()).toEqual(Array.from({ length: 20 }, (_, i) => `grep/src/${i}.ts`).sort());
});
