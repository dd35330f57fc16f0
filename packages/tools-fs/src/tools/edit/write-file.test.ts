import { describe, expect, test } from "vitest";
import { openFiles } from "../../tests/_files.fixture.ts";

const utf16 = (text: string) => Uint8Array.from(Buffer.from(`\ufeff${text}`, "utf16le"));

describe("write_file", () => {
  test("creates with all parents, as given", async () => {
    const files = openFiles();
    const shown = await files.ok("write_file", { path: "a/b/c.txt", content: "one\r\ntwo" });
    expect(await files.text("/a/b/c.txt")).toBe("one\r\ntwo");
    expect(shown).toMatch(/^Created \/a\/b\/c\.txt\.\nutf-8 · CRLF · 2 lines · no final newline · version [\w-]+$/);
  });

  test("answers to Write with file_path and to writeFile with contents", async () => {
    const files = openFiles();
    await files.ok("Write", { file_path: "/a", content: "1" });
    await files.ok("writeFile", { path: "/b", contents: "2" });
    expect([await files.text("/a"), await files.text("/b")]).toEqual(["1", "2"]);
  });

  test("needs a read, or the right version, to replace", async () => {
    const files = openFiles({ "/f": "old" });
    expect((await files.fails("write_file", { path: "/f", content: "new" })).code).toBe("not_read");
    const { version } = await files.put("/f", "old");
    await files.ok("write_file", { path: "/f", content: "new", version });
    expect(await files.text("/f")).toBe("new");
  });

  test("bug-opencrabs-954: a file that changed since the read is stale, never rebased", async () => {
    const files = openFiles({ "/f": "one\ntwo\n" });
    await files.ok("read_file", { path: "/f" });
    await files.put("/f", "one\ntheirs\n");
    const error = await files.fails("write_file", { path: "/f", content: "mine\n" });
    expect([error.code, error.message]).toEqual([
      "stale",
      "/f changed since you last saw it: line 2 is new or different now. Nothing was written.",
    ]);
    expect(await files.text("/f")).toBe("one\ntheirs\n");
  });

  test("a version of a file that is gone is stale", async () => {
    expect((await openFiles().fails("write_file", { path: "/f", content: "x", version: "abc" })).code).toBe("stale");
  });

  test("keeps CRLF of what it replaces when the content has only LF", async () => {
    const files = openFiles({ "/f": "a\r\nb\r\n" });
    await files.ok("read_file", { path: "/f" });
    await files.ok("write_file", { path: "/f", content: "c\nd\n" });
    expect(await files.text("/f")).toBe("c\r\nd\r\n");
  });

  test("keeps a byte order mark, and UTF-16", async () => {
    const files = openFiles({ "/a": "\ufeffone", "/b": utf16("one") });
    for (const path of ["/a", "/b"]) {
      await files.ok("read_file", { path });
      await files.ok("write_file", { path, content: "zwei" });
    }
    expect(await files.text("/a")).toBe("\ufeffzwei");
    expect(await files.bytes("/b")).toEqual(utf16("zwei"));
  });

  test("bug-DeepSeek-Reasonix-3354: keeps a legacy encoding, or takes the one asked for", async () => {
    const latin = Uint8Array.from(Buffer.from("caf\u00e9 na\u00efve d\u00e9j\u00e0 vu, tr\u00e8s bien", "latin1"));
    const files = openFiles({ "/f": latin });
    await files.ok("read_file", { path: "/f" });
    await files.ok("write_file", { path: "/f", content: "été" });
    expect(await files.bytes("/f")).toEqual(Uint8Array.of(0xe9, 0x74, 0xe9));
    await files.ok("write_file", { path: "/f", content: "été", encoding: "utf-8" });
    expect(await files.text("/f")).toBe("été");
  });

  test("a character the encoding lacks is named, and nothing is written", async () => {
    const files = openFiles();
    const error = await files.fails("write_file", { path: "/f", content: "ok\nprice → 5", encoding: "latin1" });
    expect(error.code).toBe("invalid_input");
    expect(error.message).toContain('"→" (U+2192, line 2');
    expect((await files.fails("read_file", { path: "/f" })).code).toBe("not_found");
  });

  test("an unknown encoding is refused", async () => {
    expect((await openFiles().fails("write_file", { path: "/f", content: "", encoding: "klingon" })).code).toBe(
      "invalid_input",
    );
  });

  test.each([
    "// ... rest of code unchanged ...",
    "# ... existing code ...",
    "<!-- … rest of the page … -->",
    "/* ... other methods remain the same ... */",
    "(rest of methods ...)",
  ])("bug-cline-3183: refuses the placeholder %s", async (line) => {
    const files = openFiles({ "/f": "a\n" });
    await files.ok("read_file", { path: "/f" });
    const error = await files.fails("write_file", { path: "/f", content: `one\n${line}\n` });
    expect([error.code, error.data]).toEqual(["invalid_input", { line: 2 }]);
  });

  test.each([
    "const all = [...rest];",
    "Loading...",
    "// wait for the rest of the queue",
    "The rest of the story..",
    "f(...args) // unchanged",
  ])("takes ordinary text: %s", async (line) => {
    await openFiles().ok("write_file", { path: "/f", content: `${line}\n` });
  });

  test("keeps a placeholder line that the file had already", async () => {
    const files = openFiles({ "/f": "// ... existing code ...\n" });
    await files.ok("read_file", { path: "/f" });
    await files.ok("write_file", { path: "/f", content: "// ... existing code ...\nmore\n" });
  });

  test("warns when most of a file is gone", async () => {
    const files = openFiles({ "/f": "line\n".repeat(100) });
    await files.ok("read_file", { path: "/f" });
    expect(await files.ok("write_file", { path: "/f", content: "line\n" })).toContain(
      "Warning: the file had 100 lines and has 1 now",
    );
  });

  test("the same content again changes nothing and says so", async () => {
    const files = openFiles({ "/f": "a\n" });
    await files.ok("read_file", { path: "/f" });
    expect(await files.ok("write_file", { path: "/f", content: "a\n" })).toContain("already has exactly this content");
  });

  test("a folder in the way is wrong_kind", async () => {
    expect((await openFiles({ "/d/f": "" }).fails("write_file", { path: "/d", content: "" })).code).toBe("wrong_kind");
  });

  test("a dry run shows the diff and writes nothing", async () => {
    const files = openFiles({ "/f": "a\nb\n" }, { dryRun: true });
    await files.ok("read_file", { path: "/f" });
    expect(await files.ok("write_file", { path: "/f", content: "a\nc\n" })).toContain("2 - b\n2 + c");
    expect(await files.text("/f")).toBe("a\nb\n");
  });
});

describe("append_file", () => {
  test("creates, then adds exactly what it is given", async () => {
    const files = openFiles();
    expect(await files.ok("append_file", { path: "/l", content: "a" })).toContain("Created /l.");
    const shown = await files.ok("append_file", { path: "/l", content: "b\n" });
    expect(shown).toContain("The file had no final newline: the new text continues line 1.");
    expect(await files.ok("append_file", { path: "/l", content: "c\n" })).toContain("at line 2.");
    expect(await files.text("/l")).toBe("ab\nc\n");
  });

  test("takes the file's line endings and encoding, and leaves what was there", async () => {
    const files = openFiles({ "/a": "x\r\ny\r\n", "/b": utf16("x\n") });
    await files.ok("append_file", { path: "/a", content: "z\n" });
    await files.ok("append_file", { path: "/b", content: "z\n" });
    expect(await files.text("/a")).toBe("x\r\ny\r\nz\r\n");
    expect(await files.bytes("/b")).toEqual(utf16("x\nz\n"));
  });

  test("a version that is not the file's is stale", async () => {
    expect((await openFiles({ "/f": "x" }).fails("append_file", { path: "/f", content: "y", version: "?" })).code).toBe(
      "stale",
    );
  });

  test("nothing to append is no_op", async () => {
    expect((await openFiles().fails("append_file", { path: "/f", content: "" })).code).toBe("no_op");
  });

  test("50 parallel appends are all there", async () => {
    const files = openFiles();
    await files.session.callAll(
      Array.from({ length: 50 }, (_, i) => ({ tool: "append_file", input: { path: "/l", content: `${i}\n` } })),
    );
    expect(await files.text("/l")).toBe(Array.from({ length: 50 }, (_, i) => `${i}\n`).join(""));
  });
});
