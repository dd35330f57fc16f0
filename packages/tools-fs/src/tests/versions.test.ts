import { describe, expect, test } from "vitest";
import { openFiles } from "./_files.fixture.ts";

const content = "line 1\nline 2\nline 3\n";
const foreign = "0123456789abcdef";

const calls: readonly [string, Record<string, unknown>][] = [
  ["edit_file", { old_string: "line 2\n", new_string: "two\n" }],
  ["multi_edit", { edits: [{ old_string: "line 2\n", new_string: "two\n" }] }],
  ["write_file", { content: "new\n" }],
  ["append_file", { content: "new\n" }],
];

describe.each(calls)("bug: %s", (tool, input) => {
  test.each([false, true])("with a version that was never seen is stale (file read: %s)", async (read) => {
    const files = openFiles({ "/f": content });
    if (read) await files.ok("read_file", { path: "/f" });
    const error = await files.fails(tool, { path: "/f", version: foreign, ...input });
    expect([error.code, await files.text("/f")]).toEqual(["stale", content]);
    expect(error.hint).toContain("read_file");
  });
});

test("bug: edit_notebook with a version that was never seen is stale", async () => {
  const notebook = JSON.stringify({
    cells: [{ cell_type: "code", id: "a", metadata: {}, source: "1", outputs: [], execution_count: null }],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  });
  const files = openFiles({ "/n.ipynb": notebook });
  await files.ok("read_file", { path: "/n.ipynb" });
  const edit = { path: "/n.ipynb", cell_id: "a", new_source: "2", version: foreign };
  expect((await files.fails("edit_notebook", edit)).code).toBe("stale");
});

describe("a version that the session knows", () => {
  const versionOf = (shown: string): string => /version ([^\s\]]+)/.exec(shown)![1]!;

  test("may be one it read, though it changed the file since", async () => {
    const files = openFiles({ "/f": content });
    const version = versionOf(await files.ok("read_file", { path: "/f" }));
    await files.ok("edit_file", { path: "/f", old_string: "line 1", new_string: "one", version });
    await files.ok("edit_file", { path: "/f", old_string: "line 3", new_string: "three", version });
    expect(await files.text("/f")).toBe("one\nline 2\nthree\n");
  });

  test("is built on where somebody else changed the file elsewhere", async () => {
    const files = openFiles({ "/f": content });
    const version = versionOf(await files.ok("read_file", { path: "/f" }));
    await files.put("/f", content.replace("line 1", "eins"));
    const shown = await files.ok("edit_file", { path: "/f", old_string: "line 3\n", new_string: "three\n", version });
    expect(shown).toContain("changed the file");
    const error = await files.fails("edit_file", { path: "/f", old_string: "eins", new_string: "1", version: foreign });
    expect(error.code).toBe("stale");
  });
});
