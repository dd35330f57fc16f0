import { memoryBackend } from "@holdall/backends-memory";
import { withoutWalks } from "@holdall/conformance";
import { allow, contentText, createRegistry, openSession, type Policy, type Tool } from "@holdall/tool-core";
import { expect, test } from "vitest";
import type { GrepFilesOutput } from "../../search/grep-schema.ts";
import { globFiles } from "../../tools/read/glob-files.ts";
import { grepFiles } from "../../tools/read/grep-files.ts";

/** Bugs that searches of other agents had: each has the number of its report. */
type Files = Record<string, string | Uint8Array>;

async function call(files: Files, name: string, input: Record<string, unknown>, policy: Policy = allow()) {
  const backend = memoryBackend({ files });
  const tools = [grepFiles({ backend }), globFiles({ backend })] as Tool[];
  const result = await openSession(createRegistry(tools), { policy }).call(name, input);
  const shown = contentText(result.content);
  if (!result.ok) return { shown, code: result.error.code, output: undefined, hits: [] };
  const output = result.output as GrepFilesOutput;
  const hits = output.files.flatMap((file) =>
    typeof file === "string" ? file : file.rows.filter(({ match }) => match).map(({ line }) => `${file.path}:${line}`),
  );
  return { shown, code: "ok", output, hits };
}

const grep = (files: Files, input: Record<string, unknown>) => call(files, "grep_files", { context: 0, ...input });

test("bug-opencode-082eeb9: a path that is a file searches that file, not its folder", async () => {
  const { hits, output } = await grep({ "/a": "needle", "/b": "needle" }, { pattern: "needle", path: "/a" });
  expect([hits, output?.searched]).toEqual([["/a:1"], 1]);
});

test.each(["-needle", "--files", "-e", "!needle", "#needle", "\u2014needle"])(
  "a pattern that looks like an option of a program is a pattern: %s (blackboxai-cli)",
  async (pattern) => {
    expect((await grep({ "/a": `x\n${pattern}\n` }, { pattern, literal: true })).hits).toEqual(["/a:2"]);
    expect((await grep({ "/a": `x\n${pattern}\n` }, { pattern })).hits).toEqual(["/a:2"]);
  },
);

test("lines around matches that are close come once (mastra)", async () => {
  const { shown } = await grep({ "/a": "1\nhit\n3\nhit\n5" }, { pattern: "hit", context: 2 });
  expect(shown).toBe("/a\n1- 1\n2: hit\n3- 3\n4: hit\n5- 5");
});

test("bug-zed-34754, bug-claude-code-36875: a filter that leaves no file is not a search that found nothing", async () => {
  const { shown, output } = await grep({ "/a.ts": "needle" }, { pattern: "needle", glob: "src/*.js", type: "js" });
  expect(shown).toContain("Nothing was searched: there is no file below / that matches glob src/*.js and type js.");
  expect(output?.searched).toBe(0);
});

test("bug-grok-cli-263, bug-magnitude-103: a pattern that cannot be used is an error, never an empty answer", async () => {
  for (const pattern of ["a(", "[z-a]", "a{2,1}", "(?<=x)y", String.raw`(a)\1`]) {
    const { code, shown } = await grep({ "/a": "x" }, { pattern });
    expect(code).toBe("invalid_input");
    expect(shown).toMatch(/at character \d+/);
  }
});

test("bug-opencode-47422: hidden and ignored files do not use up the limit", async () => {
  const hidden = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`/.cache/${i}`, "needle"]));
  const ignored = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`/dist/${i}`, "needle"]));
  const files = { ...hidden, ...ignored, "/.gitignore": "dist", "/z": "needle" };
  const { hits, output } = await grep(files, { pattern: "needle", limit: 1 });
  expect([hits, output?.next_offset, output?.total]).toEqual([["/z:1"], undefined, 1]);
});

test("bug-deepagents-3761: folders whose names begin with a dot are found when they are named, and not because one is left out", async () => {
  const files = { "/.github/workflows/ci.yml": "needle", "/.env": "needle", "/a.yml": "needle" };
  expect((await grep(files, { pattern: "needle", glob: ".github/**" })).hits).toEqual(["/.github/workflows/ci.yml:1"]);
  expect((await grep(files, { pattern: "needle", glob: "**/.github/**/*.yml" })).hits).toHaveLength(1);
  expect((await grep(files, { pattern: "needle", path: "/.github" })).hits).toHaveLength(1);
  expect((await grep(files, { pattern: "needle", glob: "!.env" })).hits).toEqual(["/a.yml:1"]);
  expect((await call(files, "glob_files", { pattern: ".github/**/*.yml" })).hits).toHaveLength(1);
});

test("bug-llmkube-1487, bug-claude-code-78827: an answer that was cut says so, and a cut line still shows its match", async () => {
  const files = { "/min.js": `${"a;".repeat(300_000)}needle${"b;".repeat(10)}` };
  const { shown, output } = await grep(files, { pattern: "needle" });
  expect(shown).toContain("needle");
  expect(shown).toContain("1 long line clipped (…).");
  expect([shown.length < 1_000, output?.next_offset, output?.total]).toEqual([true, undefined, 1]);
});

test.each(["(a+)+$", "(a|a)*b", "(.*)*x", "a{0,999}a{0,999}b", "(?:(?:a*)*)*c"])(
  "bug-miesc-133, bug-claude-supertool-2547: %s answers",
  async (pattern) => {
    const { output } = await grep({ "/a": `${"a".repeat(5_000)}!\n`.repeat(20) }, { pattern });
    expect(output?.searched).toBe(1);
  },
);

test("bug-kode: the newest come first, over all that match, and a page begins where the last one ended", async () => {
  const names = Array.from({ length: 30 }, (_, i) => `/f${i}.ts`);
  const pages: string[] = [];
  const backend = memoryBackend({ files: Object.fromEntries(names.map((name) => [name, "x"])) });
  const timed = {
    ...withoutWalks(backend),
    async *list(...asked: Parameters<typeof backend.list>) {
      for await (const entry of backend.list(...asked))
        yield { ...entry, modified: Number(entry.path.match(/\d+/)?.[0]) % 7 };
    },
  };
  const session = openSession(createRegistry([globFiles({ backend: timed }) as Tool]), { policy: allow() });
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const result = await session.call("glob_files", { pattern: "*.ts", limit: 4, offset });
    if (!result.ok) throw result.error;
    const { files, next_offset } = result.output as { files: string[]; next_offset?: number };
    pages.push(...files);
    offset = next_offset;
  }
  const order = (name: string) => Number(name.match(/\d+/)?.[0]) % 7;
  expect(pages).toHaveLength(30);
  expect(pages).toEqual([...names].sort((a, b) => order(b) - order(a) || (a < b ? -1 : 1)));
});
