import { memoryBackend } from "@holdall/backends-memory";
import { allow, contentText, createRegistry, deny, firstOf, openSession, toPath } from "@holdall/tool-core";
import { showPath, unshowPath } from "@holdall/tool-kit/file-tools";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fsTools } from "../../fs-tools.ts";

const forging = [
  "\n",
  "\r",
  "\u2028",
  "\u2029",
  "\u0085",
  "\v",
  "\f",
  "\u001b[2K",
  "\u202e",
  "\u200b",
  "\t",
  " ",
  '"',
  "\\",
  "\ud800",
];
const name = fc
  .array(
    fc.oneof(
      fc.constantFrom(...forging, "fake.txt", "3: forged", "[x]", "…", "é", "👩‍💻"),
      fc.string({ minLength: 1, maxLength: 4 }),
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((parts) => parts.join("").replaceAll("/", "").replaceAll("\0", ""))
  .filter((text) => text !== "" && text !== "." && text !== "..");
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 6 });

/** Everything that a terminal, an editor or a tokenizer may take for the end of a row. */
const rowsOf = (text: string): string[] => text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
const seed = Number(process.env.HOLDALL_SEED ?? 18);
const numRuns = Number(process.env.HOLDALL_RUNS ?? 60);

describe("a name as answers show it", () => {
  test("is itself where all of it can be seen, and a JSON string of one row where not", () => {
    for (const plain of ["/a b/c.ts", "/ünïcode 名", "/❤️.md", '/say "hi"', "/a\\b", "/café"])
      expect(showPath(plain)).toBe(plain);
    expect(showPath("/a\nb")).toBe('"/a\\nb"');
    expect(showPath("/a\u202eb\u{e0041}")).toBe('"/a\\u202eb\\udb40\\udc41"');
    expect(showPath(" a")).toBe('" a"');
    expect(showPath('"/a"')).toBe('"\\"/a\\""');
  });

  test("means one name only, and takes one row", () => {
    fc.assert(
      fc.property(name, (each) => {
        const shown = showPath(each);
        expect(rowsOf(shown)).toHaveLength(1);
        expect(shown === each ? each : unshowPath(shown)).toBe(each);
        if (shown === each) expect(each.startsWith('"')).toBe(false);
      }),
      { seed, numRuns: numRuns * 20 },
    );
  });
});

async function openOn(all: readonly string[]) {
  const files = Object.fromEntries(all.map((each, i) => [`/p/${each}`, `needle ${i}\nsecond\n`]));
  const backend = memoryBackend({ files: { ...files, "/p2/x": "x" } });
  const session = openSession(createRegistry(fsTools({ backend })), { policy: allow(), cwd: "/p" });
  const ok = async (tool: string, input: Record<string, unknown>) => {
    const result = await session.call(tool, input);
    if (!result.ok) throw result.error;
    // A name with escapes of a shell is taken as one without them where only that exists.
    const rows = rowsOf(contentText(result.content)).filter((row) => !row.includes(" was taken as "));
    return { rows, output: result.output as Record<string, unknown> };
  };
  return { session, backend, ok };
}

describe("no name forges a row (attack 18)", { timeout: 10_000 + numRuns * 100 }, () => {
  const property = (check: (all: readonly string[], opened: Awaited<ReturnType<typeof openOn>>) => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(names, async (all) => check(all, await openOn(all))),
      { seed, numRuns },
    );

  test("of list_files and glob_files", () =>
    property(async (all, { ok }) => {
      for (const [tool, input] of [
        ["list_files", { path: "/p", ignored: true }],
        ["glob_files", { path: "/p", pattern: "**", hidden: true, ignored: true }],
      ] as const) {
        const { rows, output } = await ok(tool, input);
        expect(output.files).toHaveLength(all.length);
        expect(rows).toEqual((output.files as string[]).map(showPath));
      }
    }));

  test("of list_directory and read_file of a folder", () =>
    property(async (all, { ok }) => {
      const { rows, output } = await ok("list_directory", { path: "/p", hidden: true });
      const entries = output.entries as { path: string }[];
      expect(entries).toHaveLength(all.length);
      expect(rows.slice(1).map((row) => row.replace(/ \(\d+ B\)$/, ""))).toEqual(
        entries.map(({ path }) => showPath(path.slice(3))),
      );
      const shown = await ok("read_file", { path: "/p" });
      expect(shown.rows.filter((row) => / \(\d+ B\)$/.test(row))).toHaveLength(
        all.filter((each) => !each.startsWith(".")).length,
      );
    }));

  test("of grep_files", () =>
    property(async (all, { ok }) => {
      const input = { path: "/p", pattern: "needle", hidden: true, ignored: true };
      const files = await ok("grep_files", { ...input, output_mode: "files_with_matches" });
      expect(files.rows).toHaveLength(all.length);
      const counts = await ok("grep_files", { ...input, output_mode: "count" });
      expect(counts.rows.filter((row) => / ?: 1$/.test(row) && /^"?\/p\//.test(row))).toHaveLength(all.length);
      const lines = await ok("grep_files", { ...input, before: 0, after: 0 });
      expect(lines.rows.filter((row) => row !== "")).toHaveLength(all.length * 2);
    }));

  test("of the answers to changes, their diffs, lists and undoings", () =>
    property(async (all, { ok }) => {
      for (const each of all) {
        const path = `/p/${each}`;
        expect((await ok("file_info", { path })).rows).toHaveLength(1);
        expect((await ok("append_file", { path, content: "x\n" })).rows).toHaveLength(2);
        const shown = showPath(path);
        const patch = `*** Begin Patch\n*** Update File: ${shown}\n@@\n-second\n+third\n*** End Patch`;
        if (each.isWellFormed()) {
          const { rows } = await ok("apply_patch", { patch });
          expect(rows.filter((row) => row === shown)).toHaveLength(1);
          expect(rows.filter((row) => row.startsWith("M "))).toHaveLength(1);
          expect((await ok("undo", {})).rows.filter((row) => row.startsWith("M "))).toHaveLength(1);
        }
        expect((await ok("move_file", { from: path, to: "/p2/m" })).rows).toHaveLength(1);
        expect((await ok("move_file", { from: "/p2/m", to: path })).rows).toHaveLength(1);
        expect((await ok("delete_file", { path })).rows).toHaveLength(1);
        const { rows, output } = await ok("undo", { list: true });
        expect(rows).toHaveLength((output.changes as unknown[]).length + (output.notes as string[]).length);
      }
    }));

  test("of errors, whatever went wrong and whatever near names they tell", () =>
    property(async (all, { session, backend }) => {
      const reader = openSession(createRegistry(fsTools({ backend })), {
        policy: firstOf(deny({ actions: ["write"] }), allow()),
        cwd: "/p",
      });
      for (const each of all)
        for (const [open, tool, input] of [
          [session, "read_file", { path: `/p/${each}x` }],
          [session, "edit_file", { path: `/p/${each}`, old_string: "second", new_string: "y" }],
          [session, "write_file", { path: `/p/${each}/below`, content: "y" }],
          [session, "list_directory", { path: `/p/${each}` }],
          [session, "create_directory", { path: `/p/${each}` }],
          [session, "move_file", { from: `/p/${each}`, to: "/p2/x" }],
          [reader, "delete_file", { path: `/p/${each}/none` }],
        ] as const) {
          const result = await open.call(tool, input);
          // A name beside it may be the very one.
          if (result.ok) continue;
          expect(rowsOf(contentText(result.content)).length, contentText(result.content)).toBeLessThanOrEqual(2);
        }
    }));
});

test("a shown path that is sent with its quotes is told how to be sent", async () => {
  const { session } = await openOn(["a\nb"]);
  for (const path of ['"/p/a\\nb"', '"a\\nb"']) {
    const result = await session.call("read_file", { path });
    expect(contentText(result.content)).toContain('"/p/a\\nb", without extra quotes');
  }
});

test("programs get names as they are", async () => {
  const { ok } = await openOn(["a\nb"]);
  expect((await ok("list_files", {})).output.files).toEqual([toPath("/p/a\nb")]);
});
