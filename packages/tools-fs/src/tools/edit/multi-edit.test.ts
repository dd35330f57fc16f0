import { describe, expect, test } from "vitest";
import { openFiles } from "../../tests/_files.fixture.ts";

async function multi(
  content: string,
  edits: readonly (readonly [string, string, boolean?])[],
  more: Record<string, unknown> = {},
) {
  const files = openFiles({ "/f": content });
  await files.ok("read_file", { path: "/f" });
  const list = edits.map(([old_string, new_string, replace_all]) => ({ old_string, new_string, replace_all }));
  const result = await files.session.call("multi_edit", { path: "/f", edits: list, ...more });
  return { ...files, result, error: result.ok ? undefined : result.error, after: await files.text("/f") };
}

describe("multi_edit", () => {
  test("bug-kode-multi-edit: an edit can change what an earlier one made, also where they overlap", async () => {
    const { after } = await multi("one two three\n", [
      ["two", "2"],
      ["one 2", "12"],
      ["12 three", "123"],
    ]);
    expect(after).toBe("123\n");
  });

  test("edits far apart give one diff, and bytes between them stay", async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `line ${i}${i % 2 ? "\r" : ""}`);
    const { after, result } = await multi(`${lines.join("\n")}\n`, [
      ["line 50", "L50\nL50b"],
      ["line 3\r", "L3\r"],
    ]);
    expect(after).toBe(`${lines.join("\n")}\n`.replace("line 50", () => "L50\nL50b").replace("line 3\r", () => "L3\r"));
    const output = result.ok ? (result.output as { diff: string; edits: unknown }) : undefined;
    expect(output?.diff).toContain("4 + L3");
    expect(output?.diff).toContain("52 + L50b");
    expect(output?.edits).toMatchObject([{ lines_changed: [51] }, { lines_changed: [4] }]);
  });

  test("bug-aider-685: one that fails stops all, is named, and the others are told", async () => {
    const { after, error } = await multi("a\nb\nc\n", [
      ["a", "A"],
      ["absent", "x"],
      ["c", "C"],
    ]);
    expect([error?.code, after]).toEqual(["no_match", "a\nb\nc\n"]);
    expect(error?.message).toMatch(/^edits\[1\]: .*edits\[0\] would have changed line 1\. Nothing was written\.$/s);
    expect(error?.data).toMatchObject({ edit: 1 });
  });

  test("text that an earlier edit took away is recognised", async () => {
    const { error } = await multi("first line here\n", [
      ["line", "row"],
      ["first line", "1st line"],
    ]);
    expect(error?.message).toContain("Its old_string was in the file until an earlier edit changed it.");
  });

  test("edits that take each other back are no change", async () => {
    expect(
      (
        await multi("a\n", [
          ["a", "b"],
          ["b", "a"],
        ])
      ).error?.code,
    ).toBe("no_op");
    expect((await multi("a\n", [])).error?.code).toBe("invalid_input");
  });

  test("bug-opencode-45892: replacement patterns are text", async () => {
    expect(
      (
        await multi("a b\n", [
          ["a", "$&"],
          ["b", "$$ $` $'"],
        ])
      ).after,
    ).toBe("$& $$ $` $'\n");
  });

  test("a dry run shows the diff and writes nothing", async () => {
    const { after, result } = await multi("a\nb\n", [["a", "A"]], { dry_run: true });
    expect(after).toBe("a\nb\n");
    expect(JSON.stringify(result.content)).toContain("Dry run: nothing was changed.");
    expect(JSON.stringify(result.content)).toContain("1 + A");
  });

  test("Claude Code's spelling, edits as JSON text, and a version for having read", async () => {
    const files = openFiles({ "/f": "a b\n" });
    const { version } = (await files.session.call("file_info", { path: "/f" })).ok
      ? { version: (await files.backend.stat("/f" as never, { version: true }))?.version }
      : { version: undefined };
    expect((await files.fails("multi_edit", { path: "/f", edits: [{ old_string: "a", new_string: "x" }] })).code).toBe(
      "not_read",
    );
    await files.ok("MultiEdit", {
      file_path: "/f",
      version,
      edits: JSON.stringify([{ oldString: "a", newString: "x" }]),
    });
    expect(await files.text("/f")).toBe("x b\n");
  });

  test("what changed outside is kept where the edits do not touch it, and refused where they do", async () => {
    const files = openFiles({ "/f": "one\ntwo\nthree\n" });
    await files.ok("read_file", { path: "/f" });
    await files.put("/f", "one\n2\nthree\n");
    const edit = (old_string: string) => ({ path: "/f", edits: [{ old_string, new_string: "new" }] });
    expect((await files.fails("multi_edit", edit("2"))).code).toBe("stale");
    expect(await files.ok("multi_edit", edit("three"))).toContain("something else changed the file");
    expect(await files.text("/f")).toBe("one\n2\nnew\n");
  });
});
