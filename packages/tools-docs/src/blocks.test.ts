import { allow, createRegistry, deny, firstOf, openSession } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { flat, openDesk, pdfTexts } from "./_docs.fixture.ts";
import { docsTools } from "./docs-tools.ts";
import { kinds } from "./document/spellings.ts";

const csv = "city,sum\nRiga,7\n";

async function markdownOf(...blocks: readonly object[]): Promise<string> {
  const made = await openDesk({ "/a.csv": csv }).session.call("generate_markdown", { blocks });
  if (!made.ok) throw made.error;
  return (made.output as { markdown: string }).markdown.trim();
}

/** Blocks after public reports about other tools, and as the formats of editors call them. */
const spellings: readonly [block: object, markdown: string][] = [
  [{ type: "heading", level: 2, text: "Results" }, "## Results"],
  [{ type: "header", depth: 3, content: "R" }, "### R"],
  [{ type: "h1", value: "R" }, "# R"],
  [{ h3: "R" }, "### R"],
  [{ type: "heading_2", heading_2: { rich_text: [{ plain_text: "Res" }, { plain_text: "ults" }] } }, "## Results"],
  [{ type: "heading", level: "h4", title: "R" }, "#### R"],
  [{ type: "heading", attrs: undefined, level: 2, children: [{ text: "R", bold: true }] }, "## R"],
  [{ type: "section", title: "R", text: "below" }, "## R\n\nbelow"],
  [{ type: "section", title: "R", blocks: [{ text: "a" }, { type: "code", text: "b" }] }, "## R\n\na\n\n```\nb\n```"],
  [{ title: "R" }, "## R"],
  [{ type: "paragraph", text: "x" }, "x"],
  [{ type: "Paragraph", content: ["x", "y"] }, "x\n\ny"],
  [{ type: "p", children: [{ text: "x " }, { text: "y", italic: true }] }, "x y"],
  [{ paragraph: "x" }, "x"],
  [{ content: "x" }, "x"],
  [{ type: "text", title: "T", text: "x" }, "T\n\nx"],
  [{ type: "code", text: "x = 1" }, "```\nx = 1\n```"],
  [{ type: "codeBlock", content: "x", lang: "py" }, "```py\nx\n```"],
  [{ type: "code", code: "x", language: "py", caption: "a.py" }, "a.py\n\n```py\nx\n```"],
  [{ type: "code", code: "x", text: "why" }, "why\n\n```\nx\n```"],
  [{ type: "list", items: ["a", 1], text: "x" }, "x\n\n- a\n- 1"],
  [{ type: "ol", items: ["a", "b"], start: 3 }, "3. a\n4. b"],
  [{ type: "list", style: "numbered", children: [{ text: "a" }, { content: "b" }] }, "1. a\n2. b"],
  [{ type: "bullet_list", content: "a\nb" }, "- a\n- b"],
  [{ items: ["a"], ordered: true }, "1. a"],
  [{ ul: ["a", ["b"]] }, "- a\n\n  - b"],
  [{ list: [{ text: "a", items: ["b"] }] }, "- a\n\n  - b"],
  [
    {
      type: "checklist",
      items: [
        { text: "a", checked: true },
        { text: "b", done: false },
      ],
    },
    "- [x] a\n- [ ] b",
  ],
  [{ type: "quote", text: "q", author: "A" }, "> q\n>\n> — A"],
  [{ type: "blockquote", content: "q" }, "> q"],
  [{ type: "table", headers: ["a", "b"], rows: [["1", 2]] }, "| a | b |\n| --: | --: |\n| 1 | 2 |"],
  [{ type: "table", columns: ["a"], data: [[true]], title: "T" }, "T\n\n| a |\n| --- |\n| true |"],
  [{ type: "table", rows: [["a"], ["x"]] }, "| a |\n| --- |\n| x |"],
  [{ table: { headers: ["a"], rows: [["x"]] } }, "| a |\n| --- |\n| x |"],
  [{ table: [{ a: "x" }, { b: null }] }, "| a | b |\n| --- | --- |\n| x |  |\n|  |  |"],
  [
    { type: "table", columns: [{ key: "a", label: "A" }], rows: [{ a: "x" }, { a: "y" }] },
    "| A |\n| --- |\n| x |\n| y |",
  ],
  [{ type: "table", rows: [{ cells: ["a"] }, { cells: [{ text: "x" }] }] }, "| a |\n| --- |\n| x |"],
  [{ type: "data", data: [["a"], ["x"]] }, "| a |\n| --- |\n| x |"],
  [{ type: "csv", path: "a.csv", columns: ["city"] }, "| city |\n| --- |\n| Riga |"],
  [{ type: "table", src: "a.csv", caption: "Sums" }, "Sums\n\n| city | sum |\n| --- | --: |\n| Riga | 7 |"],
  [{ path: "a.csv", limit: "1" }, "| city | sum |\n| --- | --: |\n| Riga | 7 |"],
  [{ type: "image", src: "p.svg", alt: "bar", caption: "Fig" }, "![bar](p.svg)\n\nFig"],
  [{ image: { url: "p.svg", alt: "bar" } }, "![bar](p.svg)"],
  [{ type: "figure", path: "p.svg", description: "bar" }, "![bar](p.svg)"],
  [{ type: "markdown", content: "**b**" }, "**b**"],
  [{ md: "**b**" }, "**b**"],
  [{ type: "divider" }, "---"],
];

test.each(spellings)("%j", async (block, expected) => {
  expect(await markdownOf(block)).toBe(expected);
});

test("every text that any spelling gives is in the PDF as well", async () => {
  const { session, bytesOf } = openDesk({ "/a.csv": csv, "/p.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>" });
  const blocks = spellings.map(([block]) => block).filter((block) => !JSON.stringify(block).includes(".svg"));
  expect(await session.call("generate_pdf", { blocks, output_path: "/a.pdf" })).toMatchObject({ ok: true });
  expect(await session.call("generate_pdf", { blocks: "# T", path: "/t.pdf" })).toMatchObject({ ok: true });
  const text = flat((await pdfTexts(await bytesOf("/a.pdf"))).join("\n"));
  for (const [block, markdown] of spellings) {
    if (!blocks.includes(block)) continue;
    for (const word of markdown.match(/\p{L}+|\d+/gu) ?? []) expect(text).toContain(word);
  }
});

test("what each kind gives is in the answer: no text of any key is left out, or the call is refused", async () => {
  const texts = ["text", "content", "title", "value", "caption", "label", "body", "note", "subtitle", "author"];
  const main: Readonly<Record<string, unknown>> = { table: [["zmain"]], list: ["zmain"] };
  for (const kind of kinds.filter((each) => each !== "data" && each !== "page")) {
    for (const key of texts.filter((each) => each !== kind)) {
      for (const block of [
        { [kind]: main[kind] ?? "zmain", [key]: "zmore" },
        { type: kind, [kind]: main[kind] ?? "zmain", [key]: "zmore" },
        { type: kind, [key]: "zmore" },
      ]) {
        const made = await openDesk().session.call("generate_markdown", { blocks: [block] });
        const shown = made.ok ? (made.output as { markdown: string }).markdown : undefined;
        if (shown === undefined) expect(made).toMatchObject({ error: { code: "invalid_input" } });
        else for (const word of JSON.stringify(block).match(/zm\w+/g) ?? []) expect(shown).toContain(word);
      }
    }
  }
});

describe("what is not understood is refused with the call that is right", () => {
  test.each([
    [
      { type: "heading", text: "a", color: "red" },
      'Block 2 (heading) has "color", which is not understood.',
      "heading",
    ],
    [{ type: "list", items: [{ text: "a", note: "b" }] }, 'Block 2 has an item with "note", which is not', "list"],
    [{ type: "radar", data: [1] }, 'Block 2 has the type "radar", which is none.', "text"],
    [{ type: "list" }, "Block 2 (list) has no content.", "list"],
    [{ foo: "a" }, 'Block 2 has "foo", and nothing that says what it is.', "text"],
    [{}, "Block 2 has no content.", "text"],
    [{ heading: "a", list: ["b"] }, "Block 2 is several things: heading, list.", "heading"],
    [{ type: "table", columns: ["a"], rows: [{ a: 1, b: 2 }] }, 'has rows with "b", which is not among its', "table"],
    [{ type: "data", data: "a,b\n1,2" }, "Block 2 (data) has the rows themselves", "data"],
    [{ type: "heading", text: "a", level: 9 }, "Block 2: level:", "heading"],
    [{ type: "code", text: { lines: ["a"] } }, 'has text that is not a text: "lines" is not understood', "code"],
    [{ type: "table", headers: ["a"], rows: [["1", "2"]] }, "Row 2 of the table of block 2 has 2 cells", undefined],
  ])("%j", async (block, message, kind) => {
    const made = await openDesk().session.call("generate_markdown", { title: "T", blocks: [{ text: "a" }, block] });
    expect(made).toMatchObject({ error: { code: "invalid_input", message: expect.stringContaining(message) } });
    if (kind) expect((made as { error: { hint: string } }).error.hint).toContain(`{${kind}: `);
  });
});

test.each([
  { type: "table", source: "/secret/a.csv" },
  { path: "/secret/a.csv" },
  { type: "section", title: "a", blocks: [{ csv: "/secret/a.csv" }] },
])("files that any spelling names pass the policy first: %j", async (block) => {
  const { backend } = openDesk({ "/secret/a.csv": csv });
  const policy = firstOf(deny({ actions: ["read"], under: "/secret" }), allow());
  const session = openSession(createRegistry(docsTools({ backend })), { policy });
  for (const name of ["generate_markdown", "generate_pdf"]) {
    const made = await session.call(name, {
      blocks: [block],
      ...(name === "generate_pdf" && { output_path: "/a.pdf" }),
    });
    expect(made).toMatchObject({ error: { code: "permission_denied" } });
  }
});
