import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { fsTools } from "../../fs-tools.ts";
import type { EditNotebookOutput } from "../../notebook/schema.ts";
import { codeCell, notebookText, openFiles } from "../../tests/read/_notebooks.fixture.ts";

interface Cell {
  readonly id?: string;
  readonly cell_type: string;
  readonly source: string | readonly string[];
  readonly outputs?: readonly unknown[];
}

const ran = { execution_count: 3, outputs: [{ name: "stdout", output_type: "stream", text: ["hi\n"] }] };
const three = [
  codeCell("a", ["x = 1"]),
  codeCell("b", ["print(1)\n", "print(2)"], ran),
  { cell_type: "markdown", id: "c", metadata: {}, source: ["# End"] },
];

async function open(text: string, path = "/n.ipynb") {
  const files = openFiles({ [path]: text });
  await files.session.call("read_file", { path });
  return {
    ...files,
    async edit(input: Readonly<Record<string, unknown>>) {
      const result = await files.session.call("edit_notebook", { path, ...input });
      const now = await files.text(path);
      const { cells } = JSON.parse(now.replace("\ufeff", "")) as { cells: Cell[] };
      return { result, now, cells, output: result.ok ? (result.output as EditNotebookOutput) : undefined };
    },
  };
}

test("replacing code clears its outputs and says so; all else keeps its bytes", async () => {
  const before = notebookText(three);
  const { result, now, cells } = await (await open(before)).edit({ cell_id: "b", new_source: "print(1)\nprint(3)" });
  expect(result.ok && result.content[0]).toMatchObject({
    text: expect.stringContaining("outputs and execution_count were cleared"),
  });
  expect(now).toBe(notebookText(three.with(1, codeCell("b", ["print(1)\n", "print(3)"]))));
  expect(cells[1]?.outputs).toEqual([]);
});

test.each([
  ["before b", { cell_id: "b", position: "before" }, 1],
  ["after b", { cell_id: "b", position: "after" }, 2],
  ["after b, the usual", { cell_id: "b" }, 2],
  ["after the last", { cell_id: "c" }, 3],
  ["at the start", { position: "start" }, 0],
  ["at the end", { position: "end" }, 3],
])("a cell is inserted %s as Jupyter would write it", async (_, where, index) => {
  const { now, cells, output } = await (await open(notebookText(three))).edit({
    ...where,
    edit_mode: "insert",
    new_source: "y",
  });
  const id = cells[index]?.id as string;
  expect(id).toMatch(/^[0-9a-f]{8}$/);
  expect(output).toMatchObject({ cell_id: id, cell_number: index + 1, total_cells: 4 });
  expect(now).toBe(notebookText(three.toSpliced(index, 0, codeCell(id, ["y"]))));
});

test("an insert that names no cell goes to the top, as NotebookEdit's does, and says so", async () => {
  const { edit } = await open(notebookText(three));
  const { now, output } = await edit({ edit_mode: "insert", new_source: "y" });
  expect(output).toMatchObject({ cell_number: 1, notes: [expect.stringMatching(/new one is at the top/)] });
  expect(now).toBe(notebookText(three.toSpliced(0, 0, codeCell(output?.cell_id ?? "", ["y"]))));
});

test("cells are deleted, the last one too, and the first one goes into an empty notebook", async () => {
  const { edit } = await open(notebookText(three));
  expect((await edit({ cell_id: "c", edit_mode: "delete" })).now).toBe(notebookText(three.slice(0, 2)));
  expect((await edit({ cell_id: "a", edit_mode: "delete" })).now).toBe(notebookText(three.slice(1, 2)));
  expect((await edit({ cell_id: "b", edit_mode: "delete" })).now).toBe(notebookText([]));
  const { now, cells } = await edit({ edit_mode: "insert", new_source: "" });
  expect(now).toBe(notebookText([codeCell(cells[0]?.id, [])]));
});

test("claude-code#2055: a change of type leaves no outputs on markdown and gives code its own", async () => {
  const { edit } = await open(notebookText(three));
  const toMarkdown = await edit({ cell_id: "b", cell_type: "markdown", new_source: "text" });
  expect(toMarkdown.cells[1]).toEqual({ cell_type: "markdown", id: "b", metadata: {}, source: ["text"] });
  const toCode = await edit({ cell_id: "c", cell_type: "code" });
  expect(toCode.now).toBe(
    notebookText([
      three[0]!,
      { cell_type: "markdown", id: "b", metadata: {}, source: ["text"] },
      codeCell("c", ["# End"]),
    ]),
  );
});

test.each([
  ["tabs and CRLF", notebookText(three, { indent: "\t" }).replaceAll("\n", "\r\n")],
  ["one line", JSON.stringify(JSON.parse(notebookText(three)))],
  ["no final newline and a byte order mark", `\ufeff${notebookText(three, { indent: 4 }).trimEnd()}`],
])("the file's own hand is kept: %s", async (_, before) => {
  const { edit } = await open(before);
  const { now, cells } = await edit({ cell_id: "b", edit_mode: "insert", new_source: "1\n2" });
  const added = codeCell(cells[2]?.id, ["1\n", "2"]);
  const value = JSON.parse(before.replace("\ufeff", "")) as { cells: object[] };
  value.cells.splice(2, 0, added);
  const indent = before.includes("\t") ? "\t" : before.includes("\n") ? 4 : undefined;
  const expected = JSON.stringify(value, null, indent);
  expect(now.trimEnd().replace("\ufeff", "").replaceAll("\r\n", "\n")).toBe(expected);
  expect(now.startsWith("\ufeff")).toBe(before.startsWith("\ufeff"));
  expect(now.replaceAll("\r\n", "").includes("\n")).toBe(before.replaceAll("\r\n", "").includes("\n"));
  expect(now.endsWith("\n")).toBe(before.endsWith("\n"));
});

test("escapes follow the file, and a source that was one string stays one", async () => {
  const text = notebookText([codeCell("a", []), codeCell("b", [])]).replace(
    '"source": []',
    String.raw`"source": "s = '\u00e9'"`,
  );
  const { edit } = await open(text);
  const { now } = await edit({ cell_id: "a", new_source: "s = 'ü🍎'\n" });
  expect(now).toBe(text.replace(String.raw`'\u00e9'"`, String.raw`'\u00fc\ud83c\udf4e'\n"`));
});

test("text beyond U+FFFF is replaced by its like without tearing it", async () => {
  const { edit } = await open(notebookText([codeCell("a", ["🍎"])]));
  expect((await edit({ cell_id: "a", new_source: "🍏" })).now).toBe(notebookText([codeCell("a", ["🍏"])]));
});

test("without ids in the file, cells go by ids made from their source, which survive changes elsewhere", async () => {
  const plain = [codeCell(undefined, ["one"]), codeCell(undefined, ["two"]), codeCell(undefined, ["two"])];
  const { edit, read } = await open(notebookText(plain, { minor: 4 }));
  const { output } = await read({ path: "/n.ipynb" });
  const [one, two, again] = [...output.content.matchAll(/id=(\S+)/g)].map(([, id]) => id);
  expect(again).toBe(`${two}-2`);
  await edit({ cell_id: one, edit_mode: "delete" });
  const { now, output: edited } = await edit({ cell_id: again, new_source: "three" });
  expect(now).toBe(notebookText([plain[1]!, codeCell(undefined, ["three"])], { minor: 4 }));
  expect((await edit({ cell_id: edited?.cell_id, new_source: "four" })).cells[1]?.source).toEqual(["four"]);
});

test("ids that two cells share are refused, and the edited cell gets one of its own", async () => {
  const { edit, read } = await open(notebookText([codeCell("dup", ["1"]), codeCell("dup", ["2"])]));
  expect((await edit({ cell_id: "dup", new_source: "3" })).result).toMatchObject({
    ok: false,
    error: { code: "ambiguous" },
  });
  const { output } = await read({ path: "/n.ipynb" });
  const second = [...output.content.matchAll(/id=(\S+)/g)][1]?.[1];
  const { cells } = await edit({ cell_id: second, new_source: "3" });
  expect(cells).toMatchObject([
    { id: "dup", source: ["1"] },
    { id: second, source: ["3"] },
  ]);
});

test("Kode's cell_number is the number that read_file shows", async () => {
  const { session, text } = await open(notebookText(three));
  const result = await session.call("NotebookEditCell", {
    notebook_path: "/n.ipynb",
    cell_number: 1,
    new_source: "x = 2",
  });
  expect(result.ok).toBe(true);
  expect(await text("/n.ipynb")).toBe(notebookText(three.with(0, codeCell("a", ["x = 2"]))));
});

test.each([
  ["nbformat 3", '{"metadata":{},"nbformat":3,"nbformat_minor":0,"worksheets":[]}', "unsupported", "nbformat 3"],
  [
    "a code cell without outputs",
    notebookText([{ ...codeCell("a", []), outputs: undefined }]),
    "parse_error",
    "cells[0].outputs is missing",
  ],
  ["an id nobody may have", notebookText([codeCell("$", [])]), "parse_error", "cells[0].id"],
  ["no JSON", '{"cells": [', "parse_error", "not JSON"],
])("refused with its reason and left alone: %s", async (_, before, code, reason) => {
  const files = openFiles({ "/n.ipynb": before });
  const read = await files.read({ path: "/n.ipynb" });
  expect(read.output).toMatchObject({ kind: "text", notes: [expect.stringContaining(reason)] });
  const result = await files.session.call("edit_notebook", { path: "/n.ipynb", cell_id: "a", new_source: "x" });
  expect(result).toMatchObject({ ok: false, error: { code, message: expect.stringContaining(reason) } });
  expect(await files.text("/n.ipynb")).toBe(before);
});

test("an unread notebook is refused; one that ran meanwhile is not; one whose cell says something else is", async () => {
  const { session, backend, edit } = await open(notebookText(three));
  const unread = openFiles({ "/n.ipynb": notebookText(three) });
  expect(await unread.session.call("edit_notebook", { path: "/n.ipynb", cell_id: "a", new_source: "" })).toMatchObject({
    error: { code: "not_read" },
  });

  const write = (text: string) => backend.write("/n.ipynb" as never, new TextEncoder().encode(text));
  await write(notebookText([three[0]!, codeCell("b", ["print(1)\n", "print(2)"], { execution_count: 9 }), three[2]!]));
  const { output } = await edit({ cell_id: "b", new_source: "print(5)" });
  expect(output?.changed_outside).toBe(true);
  await write(notebookText([three[0]!, codeCell("b", ["somebody else's"]), three[2]!]));
  const { result, cells } = await edit({ cell_id: "b", new_source: "print(6)" });
  expect(result).toMatchObject({ ok: false, error: { code: "stale" } });
  expect(cells[1]?.source).toEqual(["somebody else's"]);
  expect(session.id).toBeTruthy();
});

test("what says too little or changes nothing writes nothing", async () => {
  const { edit } = await open(notebookText(three));
  const code = async (input: object) => {
    const { result, now } = await edit({ ...input });
    expect(now).toBe(notebookText(three));
    return result.ok ? "ok" : result.error.code;
  };
  expect(await code({ new_source: "x" })).toBe("invalid_input");
  expect(await code({ cell_id: "a" })).toBe("invalid_input");
  expect(await code({ cell_id: "a", new_source: "x = 1" })).toBe("no_op");
  expect(await code({ cell_id: "zz", new_source: "x" })).toBe("not_found");
  expect(await code({ cell_id: "a", new_source: "# ... rest of the code unchanged" })).toBe("invalid_input");
});

test("thirty-two edits of one notebook at once are all there", async () => {
  const cells = Array.from({ length: 32 }, (_, i) => codeCell(`c${i}`, [`${i}`]));
  const { session, text } = await open(notebookText(cells));
  const results = await session.callAll(
    cells.map((_, i) => ({
      tool: "edit_notebook",
      input: { path: "/n.ipynb", cell_id: `c${i}`, new_source: `new ${i}` },
    })),
  );
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect(await text("/n.ipynb")).toBe(notebookText(cells.map((_, i) => codeCell(`c${i}`, [`new ${i}`]))));
});

test("a dry run tells the result and writes nothing", async () => {
  const before = notebookText(three);
  const { backend, text } = openFiles({ "/n.ipynb": before });
  const dry = openSession(createRegistry(fsTools({ backend })), { policy: allow(), dryRun: true });
  await dry.call("read_file", { path: "/n.ipynb" });
  const result = await dry.call("edit_notebook", { path: "/n.ipynb", cell_id: "b", edit_mode: "delete" });
  expect(result).toMatchObject({ ok: true, output: { total_cells: 2, cell_id: "b" } });
  expect(await text("/n.ipynb")).toBe(before);
});
