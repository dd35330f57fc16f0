import { memoryBackend } from "@holdall/backends-memory";
import { allow, contentText, createRegistry, deny, firstOf, openSession } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { fsTools } from "../../fs-tools.ts";

/** Inputs after public reports about other tools and about libraries that are used here. */

const composed = "caf\u00e9.txt";
const decomposed = "cafe\u0301.txt";

function open(files: Record<string, string | Uint8Array>, policy = allow()) {
  const backend = memoryBackend({ files });
  const session = openSession(createRegistry(fsTools({ backend })), { policy, cwd: "/p" });
  const call = async (tool: string, input: object) => {
    const result = await session.call(tool, input);
    return { result, shown: contentText(result.content), output: result.ok ? (result.output as never) : undefined };
  };
  const textOf = async (path: string) => new TextDecoder().decode((await backend.read(path as never)).bytes);
  return { call, textOf, backend };
}

const files = {
  "/p/ff.txt": "one\ntwo\nthree\nfour\n",
  "/p/a b.txt": "blank\n",
  [`/p/${decomposed}`]: "accent\n",
  "/p/Screenshot 9.41\u202fAM.txt": "screen\n",
  "/p/src/x.ts": "deep\n",
};

describe("paths as models send them", () => {
  test.each([
    ["ff.txt:3", "3  three"],
    ["ff.txt:3:7", "3  three"],
    ["ff.txt:3-3", "3  three"],
    ["ff.txt#L3", "3  three"],
    ["ff.txt#L3-L4", "3  three\n4  four"],
    ["ff.txt(3,1)", "3  three"],
    ["@ff.txt:3", "3  three"],
    ["/p/ff.txt, line 3", "3  three"],
    ["@ff.txt", "1  one"],
    ["file:///p/ff.txt", "1  one"],
    ["file://localhost/p/ff.txt#L3", "3  three"],
    ["file:///p/a%20b.txt", "1  blank"],
    ["a\\ b.txt", "1  blank"],
    ["`ff.txt`", "1  one"],
    [" ff.txt\n", "1  one"],
    ["src\\x.ts", "1  deep"],
    ["b/src/x.ts", "1  deep"],
    [composed, "1  accent"],
    [`@${composed}:1`, "1  accent"],
    ["Screenshot 9.41 AM.txt", "1  screen"],
  ])("read_file %s", async (path, says) => {
    const { shown } = await open(files).call("read_file", { path });
    expect(shown.startsWith(says), shown).toBe(true);
    expect(shown).toContain("was taken as /p/");
  });

  test.each([
    [{ line_range: [2, 3] }, "2  two\n3  three\n"],
    [{ lines: "2-3" }, "2  two\n3  three\n"],
    [{ range: { start: 2, end: 3 } }, "2  two\n3  three\n"],
    [{ lines: "L2" }, "2  two\n"],
    [{ line_range: [3, -1] }, "3  three\n4  four\n"],
  ])("read_file with %j", async (range, says) => {
    const { shown } = await open(files).call("read_file", { path: "ff.txt", ...range });
    expect(shown.startsWith(says), shown).toBe(true);
    expect(shown.split("\n").filter((row) => /^\d {2}/.test(row))).toHaveLength(says.split("\n").length - 1);
  });

  test("the text itself wins where it exists", async () => {
    const { call } = open({ ...files, "/p/ff.txt:3": "literal\n", "/p/@ff.txt": "at\n", "/p/~/x": "tilde\n" });
    for (const [path, says] of [
      ["ff.txt:3", "1  literal"],
      ["@ff.txt", "1  at"],
      ["~/x", "1  tilde"],
    ]) {
      const { shown } = await call("read_file", { path });
      expect(shown.split("\n")[0]).toBe(says);
      expect(shown).not.toContain("taken as");
    }
  });

  test("every file tool reads them, and asks about what was meant", async () => {
    const { call, textOf, backend } = open(files, firstOf(deny({ under: "/p/src" }), allow()));
    await call("read_file", { path: "ff.txt" });
    const edited = await call("edit_file", { path: "@ff.txt:2", old_string: "two", new_string: "2" });
    expect(edited.shown).toContain("taken as /p/ff.txt, line 2");
    expect(await textOf("/p/ff.txt")).toBe("one\n2\nthree\nfour\n");
    expect((await call("append_file", { path: "file:///p/ff.txt", content: "five\n" })).result.ok).toBe(true);
    expect((await call("move_file", { from: "a\\ b.txt", to: "c\\ d.txt" })).result.ok).toBe(true);
    expect(await textOf("/p/c d.txt")).toBe("blank\n");
    expect((await call("delete_file", { path: composed })).result.ok).toBe(true);
    expect(await backend.stat(`/p/${decomposed}` as never)).toBeNull();
    const denied = await call("read_file", { path: "src\\x.ts" });
    expect(denied.result.ok ? "" : denied.result.error.code).toBe("permission_denied");
  });

  test("nothing new is made under a text that nobody means", async () => {
    const { call, textOf, backend } = open(files);
    for (const [path, at] of [
      ["file:///p/new%20one.txt", "/p/new one.txt"],
      ["new\\ two.txt", "/p/new two.txt"],
      ["@types/new.d.ts", "/p/@types/new.d.ts"],
    ] as const) {
      expect((await call("write_file", { path, content: "x\n" })).result.ok).toBe(true);
      expect(await textOf(at)).toBe("x\n");
    }
    const twin = await call("write_file", { path: composed, content: "x\n" });
    expect(twin.result.ok ? "" : twin.result.error.code).toBe("not_read");
    expect(await backend.stat(`/p/${composed}` as never)).toBeNull();
    const line = await call("write_file", { path: "ff.txt:3", content: "x\n" });
    expect(line.shown).toMatch(/names a line of \/p\/ff\.txt[\s\S]*edit_file/);
  });

  test.each(["~/x", "$HOME/x", "~"])("%s is named as what it is", async (path) => {
    const { call } = open(files);
    for (const [tool, rest] of [
      ["read_file", {}],
      ["write_file", { content: "x" }],
      ["list_directory", {}],
    ] as const) {
      const { shown } = await call(tool, { path, ...rest });
      expect(shown).toMatch(/home folder only in a shell[\s\S]*absolute path/);
    }
  });
});

describe("globs as models send them", () => {
  test.each([composed, "caf\u00e9*", "**/*\u00e9.txt"])("%s finds the other Unicode form", async (pattern) => {
    const { call } = open(files);
    expect((await call("glob_files", { pattern })).shown).toContain(`/p/${decomposed}`);
    expect((await call("grep_files", { pattern: "accent", glob: pattern })).shown).toContain("1: accent");
  });

  test.each([
    ["*.{ts,tsx", /\{ that is not closed[\s\S]*\*\.\{ts,tsx\}/],
    ["../*", /leaves the folder[\s\S]*`?path`?/],
    ["~/*.ts", /only a shell expands/],
  ])("%s says why it finds nothing", async (pattern, says) => {
    const { call } = open(files);
    expect((await call("glob_files", { pattern })).shown).toMatch(says);
    expect((await call("grep_files", { pattern: "x", glob: pattern })).shown).toMatch(says);
  });
});

describe("content that is data", () => {
  const data = { name: "x", list: [1, 2] };
  test.each([
    ["new.json", undefined, `${JSON.stringify(data, null, 2)}\n`],
    ["tabs.json", '{\n\t"a": 1\n}\n', `${JSON.stringify(data, null, "\t")}\n`],
    ["four.json", '{\n    "a": 1\n}', JSON.stringify(data, null, 4)],
    ["one-line.json", '{"a":1}\n', `${JSON.stringify(data)}\n`],
    ["new.jsonl", undefined, `${JSON.stringify(data)}\n`],
  ])("an object for %s is written as JSON", async (path, before, after) => {
    const { call, textOf } = open({ ...(before !== undefined && { [`/p/${path}`]: before }) });
    const { shown } = await call("write_file", { path, content: data, overwrite: true });
    expect(await textOf(`/p/${path}`)).toBe(after);
    expect(shown).toContain("content was an object and was written as JSON");
  });

  test("a text stays as it is, and data for another kind of file is refused", async () => {
    const { call, textOf } = open({ "/p/a.json": '{\n\t"a": 1\n}\n' });
    const text = `${JSON.stringify(data, null, 2)}\n`;
    expect((await call("write_file", { path: "a.json", content: text, overwrite: true })).shown).not.toContain(
      "as JSON",
    );
    expect(await textOf("/p/a.json")).toBe(text);
    expect((await call("write_file", { path: "a.md", content: data })).shown).toMatch(
      /an object, not a text[\s\S]*one string/,
    );
  });
});

describe("text with stray bytes", () => {
  const encoder = new TextEncoder();
  test.each([
    ["caf\u00e9 ok \u6f22\n", "\nlast\n"],
    ["caf\u00e9\n", "\n"],
    ["\u041f\u0440\u0438\u0432\u0435\u0442\n", ""],
  ])("%j and one byte stays UTF-8, and keeps the byte", async (before, after) => {
    const bytes = Uint8Array.of(...encoder.encode(before), 0xff, ...encoder.encode(after));
    const { call, backend } = open({ "/p/a.txt": bytes });
    const { shown } = await call("read_file", { path: "a.txt" });
    expect(shown).toContain(before.trim());
    expect(shown).toContain("utf-8 · 1 byte not utf-8");
    const first = before.trim().split(" ")[0] ?? "";
    expect((await call("edit_file", { path: "a.txt", old_string: first, new_string: "\u00fc\u6f22" })).result.ok).toBe(
      true,
    );
    const changed = Uint8Array.of(
      ...encoder.encode(before.replace(first, "\u00fc\u6f22")),
      0xff,
      ...encoder.encode(after),
    );
    expect([...(await backend.read("/p/a.txt" as never)).bytes]).toEqual([...changed]);
  });

  test("no hint leads to writing what may be misread", async () => {
    const { call } = open({ "/p/a.txt": Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 10) });
    await call("read_file", { path: "a.txt" });
    const { shown } = await call("append_file", { path: "a.txt", content: "\u6f22\n" });
    expect(shown).toMatch(/may be a guess/);
    expect(shown).not.toMatch(/rewrite the whole file/);
  });

  test.each([
    ["cp437", 0x81],
    ["ibm850", 0x81],
    ["852", 0x81],
  ])("%s is read and written by its own bytes", async (encoding, byte) => {
    const { call, backend } = open({ "/p/a.bat": Uint8Array.of(0x65, byte, 13, 10) });
    expect((await call("read_file", { path: "a.bat", encoding })).shown).toContain("1  e\u00fc");
    await call("write_file", { path: "b.bat", content: "\u00fc\u00e9", encoding });
    expect([...(await backend.read("/p/b.bat" as never)).bytes]).toEqual([0x81, 0x82]);
  });
});

test("a notebook whose kernel has no display_name can be edited", async () => {
  const notebook = {
    cells: [{ cell_type: "code", id: "a", metadata: {}, execution_count: null, outputs: [], source: ["1"] }],
    metadata: { kernelspec: { name: "python3" } },
    nbformat: 4,
    nbformat_minor: 5,
  };
  const { call, textOf } = open({ "/p/a.ipynb": JSON.stringify(notebook) });
  await call("read_file", { path: "a.ipynb" });
  const { shown } = await call("edit_notebook", { path: "a.ipynb", cell_id: "a", new_source: "2" });
  expect(JSON.parse(await textOf("/p/a.ipynb")).cells[0].source, shown).toEqual(["2"]);
});
