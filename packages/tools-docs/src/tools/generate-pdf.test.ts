import { allow, createRegistry, deny, firstOf, openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { flat, hostile, openDesk, pdfTexts, picture, testFonts } from "../_docs.fixture.ts";
import { docsTools } from "../docs-tools.ts";

/** Spaces are places on the page, not characters, so the words are compared. */
const scripts: Readonly<Record<string, string>> = {
  Latin: "Größe, naïve façade, łódź, ﬁrst",
  Greek: "Ελληνικό κείμενο με τόνους",
  Cyrillic: "Съешь же ещё этих мягких булок",
  Armenian: "Բարեւ աշխարհ",
  Georgian: "გამარჯობა მსოფლიო",
  Hebrew: "שלום עולם",
  Arabic: "مرحبا يا صديقي",
  Devanagari: "नमस्ते दुनिया हिन्दी",
  Thai: "สวัสดีชาวโลก",
  Lao: "ສະບາຍດີ",
  Japanese: "日本語のテスト、漢字とカタカナ",
  "Canadian syllabics": "ᐃᓄᒃᑎᑐᑦ",
};

test("the text of twelve scripts is the text of the source, and the document is PDF/UA-1", async () => {
  const { session, bytesOf } = openDesk({}, { fonts: testFonts });
  const markdown = `# Scripts\n\n${Object.values(scripts).join("\n\n")}\n`;
  const made = await session.call("generate_pdf", { markdown, output_path: "/a.pdf" });
  expect(made).toMatchObject({ ok: true, output: { pages: 1, pdf_ua: true, tagged: true, notes: [] } });
  const [text = ""] = await pdfTexts(await bytesOf("/a.pdf"));
  for (const sample of Object.values(scripts)) expect(flat(text)).toContain(flat(sample));
});

test("what no font has is named, or written as numbers, and never a box", async () => {
  const { session, bytesOf } = openDesk();
  const call = { markdown: "# Title\n\n日 and `本`", output_path: "/a.pdf" };
  const refused = await session.call("generate_pdf", call);
  expect(refused).toMatchObject({
    error: { code: "unsupported", message: "No font here has 日 (U+65E5, Han), 本 (U+672C, Han)." },
  });
  const made = await session.call("generate_pdf", { ...call, missing_glyphs: "code" });
  expect(made).toMatchObject({ ok: true, output: { pdf_ua: true } });
  expect((await pdfTexts(await bytesOf("/a.pdf")))[0]).toContain("[U+65E5] and [U+672C]");
  const marked = { markdown: "# Quebec\n\nq\u{1ABE} quorum", output_path: "/b.pdf", missing_glyphs: "code" };
  expect(await session.call("generate_pdf", marked)).toMatchObject({ ok: true, output: { pdf_ua: true } });
  expect((await pdfTexts(await bytesOf("/b.pdf")))[0]).toContain("q[U+1ABE] quorum");
});

test("no text becomes code: a hostile list is printed as it is", async () => {
  const { session, bytesOf } = openDesk({}, { fonts: testFonts });
  const made = await session.call("generate_pdf", {
    title: '#panic("t")',
    blocks: [
      ...hostile.map((text) => ({ text })),
      { table: [hostile, hostile] },
      { code: hostile.join("\n"), language: '"), #panic(' },
    ],
    output_path: "/a.pdf",
  });
  expect(made).toMatchObject({ ok: true });
  const text = (await pdfTexts(await bytesOf("/a.pdf"))).join("\n");
  for (const each of hostile) {
    const [word = ""] = each.replace("\0", "").trim().split(/\s/);
    expect(flat(text)).toContain(flat(word));
  }
  expect(text).not.toContain("root:");
});

test("blocks, references to pages, tables of files and pictures; the same bytes each time", async () => {
  const { session, bytesOf } = openDesk({ "/sales.csv": "city,sum\nBerlin,10\nRiga,7\n", "/p.svg": picture });
  const blocks = [
    { page: "Results" },
    { markdown: "- [x] done\n- **open** [there](#results)\n\n> quoted" },
    { heading: "Results", level: 2 },
    { data: "sales.csv", columns: ["sum", "city"] },
    { image: "p.svg", alt: "a bar" },
  ];
  const call = { title: "Report", blocks, toc: true, lang: "de", output_path: "/a.pdf" };
  expect(await session.call("generate_pdf", call)).toMatchObject({
    ok: true,
    output: { pdf_ua: true, notes: [], images: [{ src: "p.svg", ok: true }] },
  });
  const [text = ""] = await pdfTexts(await bytesOf("/a.pdf"));
  expect(text.replaceAll("\r\n", "\n")).toMatch(/Results, page 1[\s\S]*☑ done[\s\S]*sum city\n10 Berlin\n7 Riga/);
  await session.call("generate_pdf", { ...call, output_path: "/b.pdf" });
  expect(await bytesOf("/b.pdf")).toEqual(await bytesOf("/a.pdf"));
  expect(await session.call("generate_pdf", call)).toMatchObject({ error: { code: "already_exists" } });
  const raw = Buffer.from(await bytesOf("/a.pdf")).toString("latin1");
  for (const part of ["/MarkInfo", "/StructTreeRoot", "/Outlines", "/Lang"]) expect(raw).toContain(part);
});

test("what keeps a document from PDF/UA-1 is told, and so is a picture that is missing", async () => {
  const { session } = openDesk({ "/p.svg": picture, "/not.png": "text" });
  const markdown =
    "# One\n\n### Three\n\n![](p.svg) ![gone](gone.png) ![text](not.png) ![far](https://example.com/a.png)";
  const made = await session.call("generate_pdf", { markdown, output_path: "/a.pdf" });
  expect(made).toMatchObject({ ok: true, output: { pdf_ua: false, tagged: true } });
  const { notes } = (made as { output: { notes: string[] } }).output;
  expect(notes.join("\n")).toMatch(/Not PDF\/UA-1: skipped from heading level 1 to 3/);
  expect(notes.join("\n")).toMatch(
    /gone\.png is missing[\s\S]*not\.png is missing: not a PNG[\s\S]*a\.png is missing: remote pictures/,
  );
});

test("pictures pass the policy: a path for the backend, an address for the web", async () => {
  const { backend } = openDesk({ "/secret/p.svg": picture });
  const asked: string[] = [];
  const web = {
    request: async (url: string) => {
      asked.push(url);
      return { status: 200, body: new TextEncoder().encode(picture), truncated: false };
    },
  };
  const policy = firstOf(
    deny({ actions: ["read"], under: "/secret" }),
    deny({ actions: ["network"], under: "https://evil.example/x.svg" }),
    allow(),
  );
  const session = openSession(createRegistry(docsTools({ backend, web })), { policy });
  const markdown = "# T\n\n![a](/secret/p.svg) ![b](https://evil.example/x.svg) ![c](https://good.example/x.svg)";
  const made = await session.call("generate_pdf", { markdown, output_path: "/a.pdf" });
  expect(made).toMatchObject({ output: { images: [{ ok: false }, { ok: false }, { ok: true }] } });
  expect(asked).toEqual(["https://good.example/x.svg"]);
});

test.each([
  [{ output_path: "/a.pdf" }, "Exactly one of path, markdown and blocks"],
  [{ markdown: "a", output_path: "/a.pdf", paper: "a9" }, '"a9" is not a known paper size'],
  [{ markdown: "a", output_path: "/a.pdf", missing_glyphs: "box" }, 'missing_glyphs cannot be "box"'],
  [{ markdown: "a", output_path: "/a.pdf", lang: "#x" }, "is not a language code"],
  [{ blocks: [{ text: "a", code: "b" }], output_path: "/a.pdf" }, "Block 1 is several things: text, code"],
  [{ blocks: [{ table: [["a"], ["b", "c"]] }], output_path: "/a.pdf" }, "Row 2 of the table of block 1 has 2 cells"],
  [{ markdown: `${"> ".repeat(40)}deep`, output_path: "/a.pdf" }, "nested more than 30 deep"],
])("%j is refused", async (call, message) => {
  const { session } = openDesk();
  const refused = await session.call("generate_pdf", call);
  expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining(message) } });
});

test.each([
  ["a $x^2$ b", "Formulas are not set, they are in the document as they are written: $x^2$"],
  ["$$\\sum_i i$$", "Formulas are not set"],
  ["a <b>bold</b> b", "HTML is not set, it is in the document as it is written: <b>"],
  ["<div class=x>\n\na\n\n</div>", "HTML is not set"],
  ["$5 or $10, $HOME and $PATH, 1 < 2 > 0, `<b>` and `$x$`", undefined],
])("%s is told to be as it is written", async (markdown, note) => {
  const made = await openDesk().session.call("generate_pdf", { markdown, output_path: "/a.pdf" });
  const { notes } = (made as { output: { notes: string[] } }).output;
  expect(notes).toEqual(note === undefined ? [] : [expect.stringContaining(note)]);
});
