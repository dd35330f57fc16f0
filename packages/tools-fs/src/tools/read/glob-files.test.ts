import { memoryBackend } from "@holdall/backends-memory";
import { withoutWalks } from "@holdall/conformance";
import {
  allow,
  type Backend,
  contentText,
  createRegistry,
  deny,
  firstOf,
  openSession,
  type Path,
  type Policy,
  type Tool,
  toPath,
} from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import type { GlobFilesOutput } from "../../search/glob-schema.ts";
import { globFiles } from "./glob-files.ts";

/** A memory backend whose files were changed at the times given. */
function timed(files: Record<string, number>): Backend & { listed: string[] } {
  const backend = memoryBackend({ files: Object.fromEntries(Object.keys(files).map((path) => [path, path])) });
  const listed: string[] = [];
  return {
    ...withoutWalks(backend),
    listed,
    async *list(path: Path, io) {
      listed.push(path);
      for await (const entry of backend.list(path, io)) yield { ...entry, modified: files[entry.path] ?? 0 };
    },
  };
}

async function glob(backend: Backend, input: Record<string, unknown>, policy: Policy = allow(), cwd = "/") {
  const session = openSession(createRegistry([globFiles({ backend }) as Tool]), { policy, cwd });
  const result = await session.call("glob_files", input);
  if (!result.ok) throw result.error;
  return { ...(result.output as GlobFilesOutput), shown: contentText(result.content) };
}

const app = () =>
  timed({
    "/app/a.ts": 10,
    "/app/src/b.ts": 30,
    "/app/src/deep/c.ts": 20,
    "/app/src/d.js": 40,
    "/app/.cache/e.ts": 50,
    "/app/src/[id].tsx": 5,
    "/app/src/i.tsx": 6,
    "/app/[id]/x.css": 1,
  });

describe("what exclude_patterns leave out", () => {
  test.each<[object, readonly string[]]>([
    [{ pattern: "*.ts", exclude_patterns: ["deep"] }, ["/app/src/b.ts", "/app/a.ts"]],
    [{ pattern: "*.ts", exclude_patterns: ["src"] }, ["/app/a.ts"]],
    [{ pattern: "src/deep/*", exclude_patterns: ["src"] }, []],
    [{ pattern: "src/b.ts", exclude_patterns: ["b.*"] }, []],
    [{ pattern: "src", exclude_patterns: ["**/*.tsx", "!d.js", "src/deep/**"] }, ["/app/src/b.ts"]],
    [{ pattern: "*.ts", ignore: "c.ts, b.ts" }, ["/app/a.ts"]],
    [{ pattern: "*.ts", exclude_patterns: [] }, ["/app/src/b.ts", "/app/src/deep/c.ts", "/app/a.ts"]],
  ])("%j", async (input, files) => {
    expect((await glob(app(), { ...input, path: "/app" })).files).toEqual(files);
  });

  test("a folder that is left out is not walked, and a glob that cannot be used is named", async () => {
    const backend = app();
    await glob(backend, { pattern: "*.ts", path: "/app", exclude_patterns: ["deep"] });
    expect(backend.listed).not.toContain("/app/src/deep");
    await expect(glob(backend, { pattern: "*", exclude_patterns: ["{a"] })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("exclude_patterns"),
    });
  });
});

describe("what is found", () => {
  test.each([
    ["*.ts", ["/app/src/b.ts", "/app/src/deep/c.ts", "/app/a.ts"]],
    ["/*.ts", ["/app/a.ts"]],
    ["src/*.ts", ["/app/src/b.ts"]],
    ["src/", ["/app/src/d.js", "/app/src/b.ts", "/app/src/deep/c.ts", "/app/src/i.tsx", "/app/src/[id].tsx"]],
    ["/app/src/**/*.ts", ["/app/src/b.ts", "/app/src/deep/c.ts"]],
    [".cache/*", ["/app/.cache/e.ts"]],
    ["src/[id].tsx", ["/app/src/[id].tsx"]],
    ["src/[a-i].tsx", ["/app/src/i.tsx"]],
    ["[id]/*.css", ["/app/[id]/x.css"]],
    ["**/[id]/*", ["/app/[id]/x.css"]],
    ["/app/src/b.ts", ["/app/src/b.ts"]],
    ["src", ["/app/src/d.js", "/app/src/b.ts", "/app/src/deep/c.ts", "/app/src/i.tsx", "/app/src/[id].tsx"]],
    ["[id]", ["/app/[id]/x.css"]],
    ["/lib/*", []],
    ["src/b.ts/**/*.ts", []],
    ["nowhere/*", []],
  ])("%s, newest first", async (pattern, expected) => {
    expect((await glob(app(), { pattern }, allow(), "/app")).files).toEqual(expected);
  });

  test.each([
    [String.raw`app/\[id\]/x.css`, "/app/[id]/x.css"],
    [String.raw`app/\[id\]`, "/app/[id]/x.css"],
    [String.raw`app/\[id\]/*.css`, "/app/[id]/x.css"],
    [String.raw`**/\[id\].tsx`, "/app/src/[id].tsx"],
  ])("escaped brackets in %s mean themselves", async (pattern, found) => {
    expect((await glob(app(), { pattern })).files).toEqual([found]);
  });

  test("hidden files when asked for", async () => {
    expect((await glob(app(), { pattern: "*.ts", path: "/app", hidden: true })).files[0]).toBe("/app/.cache/e.ts");
  });

  test("bug-claude-code-23916: newest first over all matches, not over the first ones found; ties by path", async () => {
    const backend = timed(
      Object.fromEntries(
        Array.from({ length: 400 }, (_, i) => [`/f${String(i).padStart(3, "0")}.ts`, i === 399 ? 9e9 : 7]),
      ),
    );
    const { files, total, next_offset } = await glob(backend, { pattern: "*.ts", limit: 3 });
    expect(files).toEqual(["/f399.ts", "/f000.ts", "/f001.ts"]);
    expect([total, next_offset]).toEqual([400, 3]);
  });

  test.each([
    ["src/deep/*.ts", ["/app/src/deep"]],
    ["s*/d*/*.ts", ["/app", "/app/src", "/app/src/deep"]],
    ["{src,lib}/*.ts", ["/app", "/app/src"]],
    ["nowhere/**/*.ts", ["/app/nowhere"]],
    ["*.ts", ["/app", "/app/[id]", "/app/src", "/app/src/deep"]],
  ])("%s: only folders that can hold a match are looked into", async (pattern, expected) => {
    const backend = app();
    await glob(backend, { pattern, path: "/app" });
    expect(backend.listed.sort()).toEqual(expected);
  });
});

describe("ignore rules", () => {
  const files = {
    "/app/.git/HEAD": "x",
    "/app/.gitignore": "dist/\n*.log\n",
    "/app/dist/a.ts": "x",
    "/app/src/.gitignore": "!keep.log\n",
    "/app/src/a.ts": "x",
    "/app/src/keep.log": "x",
    "/app/src/drop.log": "x",
  };

  test("hide, from nested files and from folders above, and are counted", async () => {
    const backend = memoryBackend({ files });
    expect((await glob(backend, { pattern: "*.log", path: "/app" })).files).toEqual(["/app/src/keep.log"]);
    expect((await glob(backend, { pattern: "*.log", path: "/app/src" })).left_out).toEqual({ ignored: 1 });
    const { files: found, shown } = await glob(backend, { pattern: "drop.*", path: "/app" });
    expect(found).toEqual([]);
    expect(shown).toContain("hidden by ignore rules (ignored: true shows them)");
  });

  test("bug-opencode-31994: a path that exists as written is found whatever hides it", async () => {
    const backend = memoryBackend({ files });
    expect((await glob(backend, { pattern: "dist/a.ts", path: "/app" })).files).toEqual(["/app/dist/a.ts"]);
    expect((await glob(backend, { pattern: "*.ts", path: "/app", ignored: true })).total).toBe(2);
  });
});

test("a link in the pattern leads nowhere that may not be read", async () => {
  const memory = memoryBackend({ files: { "/app/link/x.ts": "x", "/app/src/y.ts": "y" } });
  const backend: Backend = {
    ...memory,
    realPath: async (path) => toPath(path.replace(/^\/app\/link(?=\/|$)/, "/app/secret")),
  };
  const policy = firstOf(deny({ under: "/app/secret" }), allow());
  for (const pattern of ["link/*.ts", "link/**/*.ts", "link", "link/x.ts"]) {
    const { files, left_out } = await glob(backend, { pattern, path: "/app" }, policy);
    expect([files, left_out], pattern).toEqual([[], { not_permitted: 1 }]);
  }
  expect((await glob(backend, { pattern: "src/*.ts", path: "/app" }, policy)).files).toEqual(["/app/src/y.ts"]);
});

test("what may not be read does not show up, nor as a literal path", async () => {
  const policy = firstOf(deny({ under: "/app/src/b.ts" }), allow());
  const backend = app();
  expect((await glob(backend, { pattern: "*.ts", path: "/app" }, policy)).files).not.toContain("/app/src/b.ts");
  const named = await glob(backend, { pattern: "/app/src/b.ts", path: "/app" }, policy);
  expect([named.files, named.left_out]).toEqual([[], { not_permitted: 1 }]);
  const shut = firstOf(
    ({ access }) => (access?.target === "/app/src" ? { effect: "deny", reason: "" } : undefined),
    allow(),
  );
  for (const pattern of ["src/deep/*.ts", "src/deep", "src/deep/c.ts", "**/deep/*.ts"]) {
    const { files, left_out } = await glob(backend, { pattern, path: "/app" }, shut);
    expect([files, left_out], pattern).toEqual([[], { not_permitted: 1 }]);
  }
});

test.each(["*a*a*a*a*a*a*a*b", "{a,b}".repeat(50)])("%s answers", async (pattern) => {
  expect((await glob(timed({ [`/${"a".repeat(60)}`]: 1 }), { pattern })).files).toEqual([]);
});

test("extended globs are understood, but for one that is refused with the way out", async () => {
  expect((await glob(app(), { pattern: "@(a|b).ts" })).files).toEqual(["/app/src/b.ts", "/app/a.ts"]);
  await expect(glob(app(), { pattern: "src/!(a|b).ts" })).rejects.toMatchObject({
    code: "invalid_input",
    hint: expect.stringContaining("starts with !"),
  });
});
