import { allow, createRegistry, openSession, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { everyBackend, type TestedBackend } from "../../conformance/src/_every-backend.fixture.ts";
import { picture } from "./_docs.fixture.ts";
import { docsTools } from "./docs-tools.ts";

const stores = await everyBackend("docs");

const sources = { "in.csv": "city,sum\nBerlin,10\nRiga,7\n", "bar.svg": picture };
const document = {
  title: "Report",
  blocks: [
    { text: "Text & <words>, naïve façade" },
    { data: "in.csv" },
    { image: "bar.svg", alt: "a bar" },
    { image: "flow.svg", alt: "a flow" },
  ],
};
const calls = [
  ["generate_diagram", { code: "flowchart LR\nA[one] --> B{two?}", output_path: "flow.svg" }],
  ["generate_markdown", { ...document, toc: true, output_path: "out.md" }],
  ["generate_pdf", { ...document, output_path: "out.pdf" }],
  ["generate_document", { ...document, output_path: "out.docx" }],
  ["generate_document", { ...document, output_path: "out.pptx" }],
] as const;

/** The files that the tools make of the same sources. */
async function filesOn({ open, root = "/" }: TestedBackend): Promise<Buffer[]> {
  const backend = await open();
  const cwd = toPath(root);
  const session = openSession(createRegistry(docsTools({ backend })), { policy: allow(), cwd });
  for (const [name, text] of Object.entries(sources))
    await backend.write(toPath(name, cwd), new TextEncoder().encode(text));
  const made: Buffer[] = [];
  for (const [tool, input] of calls) {
    expect(await session.call(tool, input)).toMatchObject({ ok: true, output: { notes: [] } });
    expect(await session.call(tool, input)).toMatchObject({ error: { code: "already_exists" } });
    made.push(Buffer.from((await backend.read(toPath(input.output_path, cwd))).bytes));
  }
  await backend[Symbol.asyncDispose]?.();
  return made;
}

const [first, ...others] = stores;
const expected = await filesOn(first!);

test("the files of the first are whole", () => {
  const [svg, markdown, pdf, docx, pptx] = expected;
  expect(svg?.toString()).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
  expect(markdown?.toString()).toContain("| Berlin | 10 |");
  expect(pdf?.toString("latin1", 0, 5)).toBe("%PDF-");
  for (const zip of [docx, pptx]) expect(zip?.toString("latin1", 0, 2)).toBe("PK");
});

test.each(others)("$name: the same bytes", { timeout: 60_000 }, async (store) => {
  expect((await filesOn(store)).map((file, at) => file.equals(expected[at]!))).toEqual(calls.map(() => true));
});
