import { toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { openFiles } from "../../tests/_files.fixture.ts";
import { patched } from "../../tests/_patched.fixture.ts";

const v4a = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

describe("the V4A form", () => {
  test("adds, updates, moves and deletes, and says so", async () => {
    const { ok, text, backend } = openFiles({ "/a": "1\n2\n3\n", "/b": "x\ny\n", "/c": "c\n" });
    const shown = await ok("apply_patch", {
      patch: v4a(
        "*** Add File: d/new",
        "+one",
        "+",
        "+two",
        "*** Update File: a",
        "@@",
        " 1",
        "-2",
        "+zwei",
        " 3",
        "*** Update File: b",
        "*** Move to: e/b",
        "@@",
        " x",
        "+X",
        "*** Delete File: c",
      ),
    });
    expect(await Promise.all(["/d/new", "/a", "/e/b"].map(text))).toEqual([
      "one\n\ntwo\n",
      "1\nzwei\n3\n",
      "x\nX\ny\n",
    ]);
    expect([await backend.stat(toPath("/b")), await backend.stat(toPath("/c"))]).toEqual([null, null]);
    expect(shown).toMatch(
      /^Changed 4 files:\nM \/a \+1 −1 · version \S+\nD \/c −1\nA \/d\/new \+3 · version \S+\nR \/b → \/e\/b \+1 · version/,
    );
    expect(shown).toContain("/a\n1   1\n2 - 2\n2 + zwei");
  });

  test.each([
    ["a heredoc", (body: string) => `apply_patch <<'EOF'\n${body}\nEOF\n`],
    ["a code fence", (body: string) => `\`\`\`diff\n${body}\n\`\`\``],
    ["no first and last line", (body: string) => body.split("\n").slice(1, -1).join("\n")],
    ["CRLF line ends on its way", (body: string) => `${body.split("\n").join("\r\n")}\r\n`],
  ])("%s around it does not matter", async (_, wrap) => {
    const { after, code } = await patched({ "/a": "x\ny\n" }, wrap(v4a("*** Update File: a", "@@", "-x", "+z")));
    expect([code, await after("/a")]).toEqual(["ok", "z\ny\n"]);
  });

  test.each([
    ["the end of the file for a line ending", "{\r\nx\r\ny\r\n{"],
    ["either line ending", "a\r\n{\r\nx\n{\ny\n"],
  ])("a block that stands twice is ambiguous, with %s", async (_, text) => {
    const { after, code, error } = await patched({ "/a": text }, v4a("*** Update File: a", "@@", " {", "+new"));
    expect([code, await after("/a")]).toEqual(["ambiguous", text]);
    expect(error?.message).toContain("matches 2 places");
  });

  test("lines that are not there are spoken of as lines", async () => {
    const { error } = await patched({ "/a": "x\n" }, v4a("*** Update File: a", "@@", "-gone", "+y"));
    expect(error?.message).toContain("The hunk at line 3 of the patch: its old lines are not in /a");
  });

  test("nested @@ lines find the one of several places", async () => {
    const source = ["A", "B"]
      .map((name) => `class ${name}:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 1\n`)
      .join("\n");
    const { after } = await patched(
      { "/a.py": source },
      v4a("*** Update File: a.py", "@@ class B", "@@     def g(self):", "-        return 1", "+        return 2"),
    );
    const last = source.lastIndexOf("1");
    expect(await after("/a.py")).toBe(`${source.slice(0, last)}2${source.slice(last + 1)}`);
  });

  test("lines that are unique, but not below their @@ line, are not touched", async () => {
    const source = "def a():\n    return 1\n\ndef b():\n    return 2\n\ndef c():\n    return 3\n";
    for (const [anchor, line] of [
      ["def b():", "    return 1"],
      ["def b():", "    return 3"],
    ]) {
      const { code, after } = await patched(
        { "/a": source },
        v4a("*** Update File: a", `@@ ${anchor}`, `-${line}`, "+    return 9"),
      );
      expect([code, await after("/a")]).toEqual(["no_match", source]);
    }
  });

  test("an ambiguous place is refused with its lines, *** End of File settles it", async () => {
    const source = "a\nx\na\nx\n";
    const refused = await patched({ "/a": source }, v4a("*** Update File: a", "@@", " a", "-x", "+y"));
    expect([refused.code, await refused.after("/a")]).toEqual(["ambiguous", source]);
    expect(refused.error?.message).toContain("at lines 1 and 3");
    const settled = await patched(
      { "/a": source },
      v4a("*** Update File: a", "@@", " a", "-x", "+y", "*** End of File"),
    );
    expect(await settled.after("/a")).toBe("a\nx\na\ny\n");
  });

  test("bug-codex-25399: adding and moving never overwrite", async () => {
    for (const patch of [
      v4a("*** Add File: a", "+new"),
      v4a("*** Update File: b", "*** Move to: a", "@@", "-b", "+B"),
    ]) {
      const { code, after } = await patched({ "/a": "old\n", "/b": "b\n" }, patch);
      expect([code, await after("/a"), await after("/b")]).toEqual(["already_exists", "old\n", "b\n"]);
    }
  });

  test("bug-hermes-106417: deleting and then adding a file works, in a patch that sees its own steps", async () => {
    const { code, after } = await patched({ "/a": "old\n" }, v4a("*** Delete File: a", "*** Add File: a", "+new"));
    expect([code, await after("/a")]).toEqual(["ok", "new\n"]);
  });

  test("bug-opencode-48474: two sections for one file both count, the second on the first", async () => {
    const { after } = await patched(
      { "/a": "1\n2\n" },
      v4a("*** Update File: a", "@@", "-1", "+one", "*** Update File: a", "@@", " one", "-2", "+two"),
    );
    expect(await after("/a")).toBe("one\ntwo\n");
  });

  test("bug-codex-30946: pure additions go below their @@ line, or nowhere", async () => {
    const added = await patched({ "/a": "top\nmid\nend\n" }, v4a("*** Update File: a", "@@ mid", "+new"));
    expect(await added.after("/a")).toBe("top\nmid\nnew\nend\n");
    const nowhere = await patched({ "/a": "top\nend\n" }, v4a("*** Update File: a", "@@", "+new"));
    expect([nowhere.code, await nowhere.after("/a")]).toEqual(["ambiguous", "top\nend\n"]);
    const missing = await patched({ "/a": "top\nend\n" }, v4a("*** Update File: a", "@@ absent", "+new"));
    expect([missing.code, await missing.after("/a")]).toEqual(["no_match", "top\nend\n"]);
  });

  test("bug-opencode-34311: one bad hunk, and no file is touched", async () => {
    const { code, after } = await patched(
      { "/a": "a\n", "/b": "b\n" },
      v4a("*** Add File: n", "+n", "*** Update File: a", "@@", "-a", "+A", "*** Update File: b", "@@", "-absent", "+B"),
    );
    expect([code, await after("/a"), await after("/b"), await after("/n")]).toEqual(["no_match", "a\n", "b\n", null]);
  });

  test("similar is not enough", async () => {
    const source = "function total(items) {\n  return items.length;\n}\n";
    const { code, after } = await patched(
      { "/a": source },
      v4a("*** Update File: a", "@@", " function total(item) {", "-  return items.length;", "+  return 0;"),
    );
    expect([code, await after("/a")]).toEqual(["no_match", source]);
  });

  test("a line that only contains the old text is another line", async () => {
    const { code } = await patched({ "/a": "yx = 1\n" }, v4a("*** Update File: a", "@@", "-x = 1", "+x = 2"));
    expect(code).toBe("no_match");
  });
});

describe("bytes stay as they are", () => {
  test("bug-cline-apply-patch: CRLF, a byte order mark and mixed line ends are kept", async () => {
    const { after } = await patched(
      { "/a": "\ufeffone\r\ntwo\r\nthree\nfour" },
      v4a("*** Update File: a", "@@", " one", "-two", "+2", "+2b", "@@", " three", "+3b"),
    );
    expect(await after("/a")).toBe("\ufeffone\r\n2\r\n2b\r\nthree\n3b\nfour");
  });

  test("UTF-16 and legacy encodings are written in their own encoding", async () => {
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(new Uint16Array([..."é\nb\n"].map((c) => c.charCodeAt(0))).buffer),
    ]);
    const { bytes } = await patched({ "/a": utf16 }, v4a("*** Update File: a", "@@", " é", "-b", "+ü"));
    expect([...(await bytes("/a"))]).toEqual([0xff, 0xfe, 0xe9, 0, 10, 0, 0xfc, 0, 10, 0]);
  });

  test.each([
    ["kept missing", "a\nb", "@@\n-b\n+c", "a\nc"],
    ["kept missing behind an added line", "a\nb", "@@\n b\n+c", "a\nb\nc"],
    ["kept", "a\nb\n", "@@\n-b\n+c", "a\nc\n"],
    ["taken away when the patch says so", "a\nb\n", "@@\n-b\n+b\n\\ No newline at end of file", "a\nb"],
    ["added when the patch says so", "a\nb", "@@\n-b\n\\ No newline at end of file\n+b", "a\nb\n"],
    ["of a file that becomes empty", "a\n", "@@\n-a", ""],
  ])("bug-cline-11274: the final newline is %s", async (_, before, hunk, expected) => {
    const { after } = await patched({ "/a": before }, `--- a/a\n+++ b/a\n${hunk}\n`);
    expect(await after("/a")).toBe(expected);
  });

  test("indentation and quotes that the model got wrong follow the file", async () => {
    const { after } = await patched(
      { "/a": "if (x) {\n\tsay(“hi”);\n\tstop();\n}\n" },
      v4a("*** Update File: a", "@@", '     say("hi");', "-    stop();", "+    go();"),
    );
    expect(await after("/a")).toBe("if (x) {\n\tsay(“hi”);\n\tgo();\n}\n");
  });
});

describe("safety", () => {
  test("what was read and has changed in that place since is stale; elsewhere it is not", async () => {
    const files = openFiles({ "/a": "one\ntwo\nthree\nfour\nfive\n" });
    await files.ok("read_file", { path: "/a" });
    await files.put("/a", "one\n2\nthree\nfour\nfive\n");
    const conflict = v4a("*** Update File: a", "@@", "-2", "+zwei");
    expect((await files.fails("apply_patch", { patch: conflict })).code).toBe("stale");
    await files.ok("apply_patch", { patch: v4a("*** Update File: a", "@@", "-five", "+5") });
    expect(await files.text("/a")).toBe("one\n2\nthree\nfour\n5\n");
  });

  test("a dry run shows the diff and changes nothing", async () => {
    const files = openFiles({ "/a": "one\n" });
    const shown = await files.ok("apply_patch", {
      patch: v4a("*** Update File: a", "@@", "-one", "+two"),
      dry_run: true,
    });
    expect(shown).toMatch(/^Dry run: nothing was changed\. The patch would change 1 file:\nM \/a \+1 −1\n/);
    expect(await files.text("/a")).toBe("one\n");
  });

  test("every path is judged, the targets of moves included", async () => {
    const files = openFiles({ "/a": "a\n" });
    const decision = await files.session.decide("apply_patch", {
      patch: v4a("*** Add File: n", "+n", "*** Update File: a", "*** Move to: b", "*** Delete File: c"),
    });
    expect(decision.access).toEqual([
      { action: "write", target: "/n" },
      { action: "delete", target: "/a" },
      { action: "write", target: "/b" },
      { action: "delete", target: "/c" },
    ]);
  });

  test("one undo takes all of it back", async () => {
    const files = openFiles({ "/a": "1\n", "/b": "2\n" });
    await files.ok("apply_patch", {
      patch: v4a(
        "*** Add File: d/n",
        "+n",
        "*** Update File: a",
        "*** Move to: c",
        "@@",
        "-1",
        "+one",
        "*** Delete File: b",
      ),
    });
    await files.ok("undo", {});
    expect([await files.text("/a"), await files.text("/b")]).toEqual(["1\n", "2\n"]);
    expect((await Array.fromAsync(files.backend.list(toPath("/")))).map(({ path }) => path)).toEqual(["/a", "/b"]);
  });
});

test.each([
  ["CR", "a\rb\rc\r", "a\rB\rc\r"],
  ["CRLF", "a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n"],
  ["mixed line endings", "a\nb\r\nc", "a\nB\r\nc"],
])("rows fit a file with %s", async (_, text, expected) => {
  const { after } = await patched({ "/a": text }, v4a("*** Update File: a", "@@", " a", "-b", "+B", " c"));
  expect(await after("/a")).toBe(expected);
});
