import { createRegistry, toOpenAI } from "@holdall/tool-core";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import sharp from "sharp";
import { expect, test } from "vitest";
import { editNotebook } from "../../tools/edit/edit-notebook.ts";
import { readFile } from "../../tools/read/read-file.ts";
import { codeCell, notebookText, openFiles } from "./_notebooks.fixture.ts";

const output = (output_type: string, more: object) => ({ output_type, ...more });
const image = async () =>
  (
    await sharp({ create: { width: 8, height: 6, channels: 3, background: "#fff" } })
      .png()
      .toBuffer()
  ).toString("base64");

test("cells come with number, type, id and source; outputs below them, without colours and overwritten lines", async () => {
  const cells = [
    {
      cell_type: "markdown",
      id: "intro",
      metadata: {},
      source: ["# Title\n", "text"],
      attachments: { "a.png": { "image/png": "AAAA" } },
    },
    codeCell("run", ["go()"], {
      execution_count: 4,
      outputs: [
        output("stream", { name: "stderr", text: ["10%\r20%\r100%\n"] }),
        output("execute_result", {
          execution_count: 4,
          metadata: {},
          data: { "text/plain": ["42"], "text/html": "<b>42</b>" },
        }),
        output("error", { ename: "NameError", evalue: "x", traceback: ["\u001b[0;31mNameError\u001b[0m: x"] }),
      ],
    }),
  ];
  const { read } = openFiles({ "/n.ipynb": notebookText(cells) });
  const { output: shown, content } = await read({ path: "/n.ipynb" });
  expect(shown.content).toBe(
    [
      "[1] markdown id=intro\n# Title\ntext\n  attachment a.png: image/png, 3 B\n",
      "[2] code id=run run 4\ngo()\n  stderr:\n    100%\n  result:\n    42\n  text/html, 9 B, not shown\n  error NameError:\n    NameError: x",
    ].join("\n"),
  );
  expect(content[0]).toMatchObject({
    text: expect.stringMatching(/\[python · nbformat 4.5 · 2 cells · version [\w-]+\]$/),
  });
});

test("images of outputs are shown, eight at most, and those that are none are not", async () => {
  const picture = output("display_data", {
    metadata: {},
    data: { "image/png": await image(), "text/plain": "<Figure>" },
  });
  const broken = output("display_data", { metadata: {}, data: { "image/png": "iVBORw0KGgo=" } });
  const cells = [
    codeCell("a", [], { outputs: [broken] }),
    ...Array.from({ length: 9 }, (_, i) => codeCell(`p${i}`, [], { outputs: [picture] })),
  ];
  const { read } = openFiles({ "/n.ipynb": notebookText(cells) });
  const { output: shown, content } = await read({ path: "/n.ipynb" });
  expect(shown.content).toContain("  display:\n    <Figure>\n  image/png, 8×6 pixels");
  expect(content.filter(({ type }) => type === "file").length).toBe(shown.images?.length);
  expect(shown.images?.map(({ cell }) => cell)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  expect(shown.notes.join()).toContain("offset=9, limit=1");
  expect((await read({ path: "/n.ipynb", offset: 9, limit: 1 })).output.images?.map(({ cell }) => cell)).toEqual([9]);
});

test("paging goes by cells, and through a long cell by columns, until everything was shown", async () => {
  const sources = ["short", "y".repeat(300), "z".repeat(90), "end"];
  const { read } = openFiles(
    { "/n.ipynb": notebookText(sources.map((source, i) => codeCell(`c${i}`, [source]))) },
    { maxChars: 120 },
  );
  const shown: string[] = [];
  let next: Record<string, unknown> | undefined = {};
  for (let calls = 0; next && calls < 10; calls++) {
    const { output: part } = await read({ path: "/n.ipynb", ...next });
    shown.push(part.content.replace(/\[\d\] code id=\S+\n/g, "").replaceAll("\n", ""));
    next =
      part.next_offset === undefined
        ? undefined
        : { offset: part.next_offset, ...(part.next_column && { column: part.next_column }) };
  }
  expect(shown.join("")).toBe(sources.join(""));
  const { output: page } = await read({ path: "/n.ipynb", offset: 3, limit: 1 });
  expect(page).toMatchObject({ part: { first: 3, last: 3, total: 4 }, next_offset: 4 });
  expect((await read({ path: "/n.ipynb", offset: 9 })).output.notes[0]).toContain("past the end");
});

test("a long output is shortened with the call that shows all of it", async () => {
  const text = Array.from({ length: 2_000 }, (_, i) => `row ${i}`).join("\n");
  const cells = [codeCell("a", ["x"]), codeCell("b", ["y"], { outputs: [output("stream", { name: "stdout", text })] })];
  const { read } = openFiles({ "/n.ipynb": notebookText(cells) });
  const { output: shown } = await read({ path: "/n.ipynb" });
  expect(shown.content.length).toBeLessThan(4_000);
  expect(shown.content).toMatch(/row 0\n[\s\S]*characters left out[\s\S]*row 1999$/);
  expect(shown.notes.join()).toContain("offset=2, limit=1");
  expect((await read({ path: "/n.ipynb", offset: 2, limit: 1 })).output.content).toContain("row 1000\n");
});

test("an encoding asks for the file as text, and notebooks above the bound of large files are notebooks still", async () => {
  const { read } = openFiles({ "/n.ipynb": notebookText([codeCell("a", ["x"])]) }, { largeFrom: 10 });
  expect((await read({ path: "/n.ipynb" })).output.kind).toBe("notebook");
  expect((await read({ path: "/n.ipynb", encoding: "utf-8" })).output).toMatchObject({
    kind: "text",
    content: expect.stringContaining('"cells"'),
  });
});

test("the schemas stay within their budgets of tokens", () => {
  const backend = openFiles({}).backend;
  const registry = createRegistry([readFile({ backend }), editNotebook({ backend })]);
  const tokens = toOpenAI(registry).map(
    ({ function: f }) => encode(`${f.name}${f.description}${JSON.stringify(f.parameters)}`).length,
  );
  expect(tokens[0]).toBeLessThanOrEqual(120);
  expect(tokens[1]).toBeLessThanOrEqual(150);
  expect(toOpenAI(registry, { dialect: "claude" }).map(({ function: f }) => f.name)).toEqual(["Read", "NotebookEdit"]);
});
