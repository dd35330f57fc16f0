import { expect, test } from "vitest";
import { openDesk, picture } from "../_docs.fixture.ts";
import { brokenRelations, partsOf, wordsOf } from "./_office.fixture.ts";

const blocks = [
  { page: "Results" },
  { heading: "Results" },
  { data: "sales.csv" },
  {
    markdown:
      "See [the site](https://example.com/a?b=1&c=2), [above](#results), **bold** `code`.\n\n- [x] done\n- one\n  1. two",
  },
  { list: ["first", { text: "second", items: ["inside"] }], ordered: true, start: 4 },
  { heading: "Plan", level: 3 },
  { image: "p.svg", alt: 'a "bar" & <more>' },
  { code: "a\n\tb", language: "ts" },
  { quote: "One.\n\nTwo." },
];

const files = { "/sales.csv": "city,sum\nBerlin,10\nRiga,7\n", "/p.svg": picture };

test("headings, tables, lists, links, pictures and fields are those of Word", async () => {
  const { session, bytesOf } = openDesk(files);
  const call = { title: "Report & more", author: "Ada <L>", blocks, toc: true, lang: "de", output_path: "/a.docx" };
  expect(await session.call("generate_document", call)).toMatchObject({
    ok: true,
    output: { format: "docx", notes: [], images: [{ src: "p.svg", ok: true }] },
  });
  const parts = partsOf(await bytesOf("/a.docx"));
  expect(brokenRelations(parts)).toEqual([]);
  const text = parts.get("word/document.xml") ?? "";
  for (const [level, name] of [
    [1, "Report&amp;more"],
    [2, "Results"],
    [3, "Plan"],
  ] as const) {
    const [, heading = ""] = new RegExp(`<w:pStyle w:val="Heading${level}"/>(.*?)</w:p>`).exec(text) ?? [];
    expect(heading.replace(/<[^>]+>/g, "").replace(/\s/g, "")).toBe(name);
  }
  expect(text.match(/<w:tblHeader\/>/g)).toHaveLength(1);
  expect(text).toContain('<w:jc w:val="right"/>');
  expect(text).toContain('descr="a &quot;bar&quot; &amp; &lt;more&gt;"');
  expect(text).toMatch(/TOC \\o "1-3"|TOC \\o "2-3"/);
  expect(text).toContain("PAGEREF _Toc00000002");
  expect(text).toMatch(/<w14:checked w14:val="1"\/>/);
  expect(text).toContain('<w:t xml:space="preserve">a</w:t><w:br/><w:tab/><w:t xml:space="preserve">b</w:t>');
  expect(text.match(/<w:pStyle w:val="Quote"\/>/g)).toHaveLength(2);
  expect(parts.get("word/_rels/document.xml.rels")).toContain(
    'Target="https://example.com/a?b=1&amp;c=2" TargetMode="External"',
  );
  expect(parts.get("word/numbering.xml")).toContain('<w:startOverride w:val="4"/>');
  expect(parts.get("word/settings.xml")).toContain("<w:updateFields");
  expect(parts.get("word/footer1.xml")).toContain(" PAGE ");
  expect(parts.get("word/styles.xml")).toContain('<w:lang w:val="de"');
  expect(parts.get("docProps/core.xml")).toMatch(
    /<dc:creator>Ada &lt;L&gt;<\/dc:creator>.*<dc:title>Report &amp; more</,
  );
  for (const name of parts.keys()) expect(name).not.toMatch(/comments|vba|activeX|embeddings/i);
});

test("the same document has the same bytes, whatever time it is and wherever", async () => {
  const { session, bytesOf } = openDesk(files);
  const call = { title: "Report", blocks };
  const zone = process.env.TZ;
  for (const [at, name] of ["Asia/Tokyo", "America/New_York"].entries()) {
    process.env.TZ = name;
    await session.call("generate_document", { ...call, output_path: `/${at}.docx` });
    await session.call("generate_document", { ...call, output_path: `/${at}.pptx` });
  }
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  expect(await bytesOf("/1.docx")).toEqual(await bytesOf("/0.docx"));
  expect(await bytesOf("/1.pptx")).toEqual(await bytesOf("/0.pptx"));
});

test("a document without fields does not ask to update any", async () => {
  const { session, bytesOf } = openDesk();
  await session.call("generate_document", { markdown: "# A\n\nB", output_path: "/a.docx" });
  expect(partsOf(await bytesOf("/a.docx")).get("word/settings.xml")).not.toContain("updateFields");
});

test("a wide table has a turned page of its own, and what follows does not", async () => {
  const { session, bytesOf } = openDesk();
  const row = (name: string) => Array.from({ length: 12 }, (_, at) => `${name}column${at}`);
  const input = [{ text: "before" }, { table: [row("h"), row("a")] }, { text: "after" }];
  await session.call("generate_document", { blocks: input, output_path: "/a.docx" });
  const text = partsOf(await bytesOf("/a.docx")).get("word/document.xml") ?? "";
  const turned = [...text.matchAll(/<w:pgSz w:w="(\d+)" w:h="(\d+)"/g)].map(
    ([, width, height]) => Number(width) > Number(height),
  );
  expect(turned).toEqual([false, true, false]);
  const grid = [...text.matchAll(/<w:gridCol w:w="(\d+)"/g)].reduce((sum, [, width]) => sum + Number(width), 0);
  expect(grid).toBeLessThan(16838 - 2 * 1400);
  expect(wordsOf(text)).toBe(`before${row("h").join("")}${row("a").join("")}after`);
});

test.each([
  ["a4", 11904, 16836],
  ["Letter", 12240, 15840],
])("paper %s", async (paper, width, height) => {
  const { session, bytesOf } = openDesk();
  await session.call("generate_document", { markdown: "a", paper, output_path: "/a.docx" });
  expect(partsOf(await bytesOf("/a.docx")).get("word/document.xml")).toContain(
    `<w:pgSz w:w="${width}" w:h="${height}"/>`,
  );
});

test("paragraphs and runs from right to left are marked as such", async () => {
  const { session, bytesOf } = openDesk();
  await session.call("generate_document", {
    blocks: [{ text: "שלום עולם and words" }, { text: "words שלום" }],
    output_path: "/a.docx",
  });
  const text = partsOf(await bytesOf("/a.docx")).get("word/document.xml") ?? "";
  expect(text.match(/<w:bidi\/>/g)).toHaveLength(1);
  expect([...text.matchAll(/<w:rtl\/><\/w:rPr><w:t[^>]*>([^<]*)/g)].map(([, run]) => run)).toEqual([
    "שלום עולם",
    "שלום",
  ]);
});

test("turned pages follow each other without empty ones, at the start and at the end too", async () => {
  const { session, bytesOf } = openDesk();
  const wide = { table: [Array.from({ length: 14 }, (_, at) => `column${at}`)] };
  for (const [blocks, turned] of [
    [
      [wide, wide],
      [true, true],
    ],
    [
      [{ text: "a" }, wide],
      [false, true],
    ],
    [
      [wide, { text: "a" }],
      [true, false],
    ],
  ] as const) {
    await session.call("generate_document", { blocks, output_path: "/a.docx", overwrite: true });
    const text = partsOf(await bytesOf("/a.docx")).get("word/document.xml") ?? "";
    expect([...text.matchAll(/<w:pgSz [^>]*>/g)].map(([size]) => size.includes("landscape"))).toEqual(turned);
  }
});
