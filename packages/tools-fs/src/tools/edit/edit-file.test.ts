import { describe, expect, test } from "vitest";
import { editOnce, openFiles } from "../../tests/_files.fixture.ts";

describe("what an edit does", () => {
  test("replaces the text and says where, with the lines around it", async () => {
    const { after, shown } = await editOnce("a\nb\nc\nd\n", "b\nc", "B\nx\nc");
    expect(after).toBe("a\nB\nx\nc\nd\n");
    expect(shown).toMatch(/^Edited \/f: 1 replacement at line 2\.\nutf-8 · LF · 5 lines · version [\w-]+\n/);
    expect(shown).toContain("1   a\n2 - b\n2 + B\n3 + x\n4   c\n5   d");
  });

  test("bug-opencode-45892: $&, $1, $$ and $` are text like any other", async () => {
    const { after } = await editOnce("cost: 5\n", "5", "$& $1 $$ $` $'");
    expect(after).toBe("cost: $& $1 $$ $` $'\n");
  });

  test("replace_all replaces every occurrence once, also where they touch", async () => {
    const { after, shown } = await editOnce("aaaa b\na\n", "aa", "a", { replace_all: true });
    expect(after).toBe("aa b\na\n");
    expect(shown).toContain("2 replacements at line 1 and 1.");
  });

  test("replace_all under a tolerance changes all places or none", async () => {
    const text = (n: number) => `${"same = 1;   \n".repeat(n)}end\n`;
    const change = { old_string: "same = 1;\nsame = 1;\n", new_string: "x = 1;\nx = 1;\n", replace_all: true };
    const few = openFiles({ "/f": text(20) });
    await few.ok("read_file", { path: "/f" });
    await few.ok("edit_file", { path: "/f", ...change });
    expect(await few.text("/f")).not.toContain("same");
    const many = openFiles({ "/f": text(3_000) });
    await many.ok("read_file", { path: "/f" });
    const refused = await many.session.call("edit_file", { path: "/f", ...change });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: "ambiguous", message: expect.stringMatching(/at least 1,000 times/) },
    });
    expect(await many.text("/f")).toBe(text(3_000));
  });

  test("accepts Claude Code's and camel-case spellings", async () => {
    const files = openFiles({ "/f": "one" });
    await files.ok("Read", { file_path: "/f" });
    await files.ok("Edit", { file_path: "/f", old_string: "one", new_string: "two" });
    await files.ok("editFile", { path: "/f", oldString: "two", newString: "three" });
    expect(await files.text("/f")).toBe("three");
  });

  test("a dry run shows the diff and writes nothing", async () => {
    const files = openFiles({ "/f": "one\n" }, { dryRun: true });
    await files.ok("read_file", { path: "/f" });
    expect(await files.ok("edit_file", { path: "/f", old_string: "one", new_string: "two" })).toContain("1 + two");
    expect(await files.text("/f")).toBe("one\n");
  });

  test("a huge change is shown in part, with how much was left out", async () => {
    const lines = Array.from({ length: 500 }, (_, i) => `new ${i}`).join("\n");
    const { shown } = await editOnce("one\n", "one", lines);
    expect(shown).toContain("… 460 more new lines");
    expect(shown.length).toBeLessThan(3_000);
  });
});

describe("what an edit refuses", () => {
  test("an empty old_string, pointing to write_file", async () => {
    const { code, shown, after } = await editOnce("one", "", "two");
    expect([code, after]).toEqual(["invalid_input", "one"]);
    expect(shown).toContain("write_file");
  });

  test("equal strings", async () => {
    expect((await editOnce("one", "one", "one")).code).toBe("no_op");
  });

  test("several places, naming all lines and what stands above them", async () => {
    const { code, shown } = await editOnce("if (a) {\n  go();\n}\nif (b) {\n  go();\n}\n", "  go();", "  stop();");
    expect(code).toBe("ambiguous");
    expect(shown).toContain("occurs 2 times in /f, at lines 2 and 5.");
    expect(shown).toContain('above line 2 is "if (a) {"; above line 5 is "if (b) {"');
  });

  test("names at most twenty of many lines, and the count", async () => {
    const { shown } = await editOnce("x\n".repeat(1_234), "x", "y");
    expect(shown).toContain("occurs 1,234 times");
    expect(shown).toContain("19, 20 and 1214 more");
  });

  test("binary files, with what they are", async () => {
    const files = openFiles({ "/f.png": Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0) });
    const error = await files.fails("edit_file", { path: "/f.png", old_string: "PNG", new_string: "x", version: "?" });
    expect([error.code, error.message]).toEqual(["unsupported", "/f.png is not text: PNG image."]);
  });

  test("a missing file and a folder", async () => {
    const files = openFiles({ "/d/f": "x" });
    expect((await files.fails("edit_file", { path: "/g", old_string: "a", new_string: "b" })).code).toBe("not_found");
    expect((await files.fails("edit_file", { path: "/d", old_string: "a", new_string: "b" })).code).toBe("wrong_kind");
  });
});

describe("freshness", () => {
  const content = Array.from({ length: 30 }, (_, i) => `line ${i + 1}`).join("\n");

  test("an edit of a file nobody read is not_read, and the hint is a call that works", async () => {
    const files = openFiles({ "/f": "one" });
    const error = await files.fails("edit_file", { path: "/f", old_string: "one", new_string: "two" });
    expect(error.code).toBe("not_read");
    expect(error.shown).toContain('Call read_file with path "/f" first');
  });

  test("the right version counts as having read", async () => {
    const files = openFiles({ "/f": "one" });
    const { version } = await files.put("/f", "one");
    await files.ok("edit_file", { path: "/f", old_string: "one", new_string: "two", version });
    expect(await files.text("/f")).toBe("two");
  });

  test("grep does not count as a read", async () => {
    const files = openFiles({ "/f": "one" });
    await files.ok("grep_files", { pattern: "one" });
    expect((await files.fails("edit_file", { path: "/f", old_string: "one", new_string: "two" })).code).toBe(
      "not_read",
    );
  });

  test("own edits keep the file known", async () => {
    const files = openFiles();
    await files.ok("write_file", { path: "/f", content: "one\n" });
    await files.ok("edit_file", { path: "/f", old_string: "one", new_string: "two" });
    await files.ok("append_file", { path: "/f", content: "three\n" });
    await files.ok("edit_file", { path: "/f", old_string: "three", new_string: "four" });
    expect(await files.text("/f")).toBe("two\nfour\n");
  });

  test("an outside change elsewhere: the edit goes on top, and the change is reported", async () => {
    const files = openFiles({ "/f": content });
    await files.ok("read_file", { path: "/f" });
    await files.put("/f", `new\n${content}`);
    const shown = await files.ok("edit_file", { path: "/f", old_string: "line 20", new_string: "LINE 20" });
    expect(shown).toContain("something else changed the file since you read it (lines 1 before this edit)");
    expect(await files.text("/f")).toBe(`new\n${content.replace("line 20", "LINE 20")}`);
  });

  test("an outside change of the very lines is stale, says which lines, and writes nothing", async () => {
    const files = openFiles({ "/f": content });
    await files.ok("read_file", { path: "/f" });
    const theirs = content.replace("line 20", "theirs 20");
    await files.put("/f", theirs);
    const error = await files.fails("edit_file", { path: "/f", old_string: "line 20", new_string: "mine" });
    expect(error.code).toBe("stale");
    expect(error.message).toContain("line 20 is new or different now");
    expect(error.shown).toContain("read_file, offset 17");
    expect(await files.text("/f")).toBe(theirs);
  });

  test("text that came from outside is not taken for text that was read", async () => {
    const files = openFiles({ "/f": content });
    await files.ok("read_file", { path: "/f" });
    await files.put("/f", content.replace("line 9\n", "fresh text\n"));
    const error = await files.fails("edit_file", { path: "/f", old_string: "fresh text", new_string: "x" });
    expect(error.code).toBe("stale");
  });

  test("bug-claude-code-85488: what was read survives a snapshot", async () => {
    const files = openFiles({ "/f": content });
    await files.ok("read_file", { path: "/f" });
    const later = openFiles(
      {},
      { backend: files.backend, restore: JSON.parse(JSON.stringify(files.session.snapshot())) },
    );
    await later.put("/f", `${content}\nmore`);
    expect(await later.ok("edit_file", { path: "/f", old_string: "line 3\n", new_string: "three\n" })).toContain(
      "changed the file",
    );
  });
});

describe("many edits at once", () => {
  test("bug-gemini-cli-26731: 32 parallel edits of one file are all there, whatever spelling of the path they use", async () => {
    const words = Array.from({ length: 32 }, (_, i) => `word${i}.`);
    const files = openFiles({ "/d/f": words.join("\n") });
    await files.ok("read_file", { path: "/d/f" });
    const paths = ["/d/f", "d/f", "/d/./f", "/d/x/../f"];
    const results = await files.session.callAll(
      words.map((word, i) => ({
        tool: "edit_file",
        input: { path: paths[i % 4] ?? "", old_string: word, new_string: `done${i}.` },
      })),
    );
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    expect(await files.text("/d/f")).toBe(words.map((_, i) => `done${i}.`).join("\n"));
  });

  test("another writer between read and write loses nothing", async () => {
    const files = openFiles({ "/f": "a\nb\nc\n" });
    await files.ok("read_file", { path: "/f" });
    const { read } = files.backend;
    let interfered = false;
    const backend = {
      ...files.backend,
      async read(...args: Parameters<typeof read>) {
        const got = await read(...args);
        if (!interfered) await files.put("/f", "a\nb\nc\ntheirs\n");
        interfered = true;
        return got;
      },
    };
    const rival = openFiles({}, { backend, restore: files.session.snapshot() });
    await rival.ok("edit_file", { path: "/f", old_string: "b", new_string: "B" });
    expect(await files.text("/f")).toBe("a\nB\nc\ntheirs\n");
  });
});
