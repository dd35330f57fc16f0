import { expect, test } from "vitest";
import { openFiles } from "../_files.fixture.ts";
import { type ArchiveFiles, archive, bookFiles, paragraph, slideFiles, wordFiles } from "../_office.fixture.ts";

const read = async (path: string, bytes: Uint8Array | string, more: Record<string, unknown> = {}) =>
  openFiles({ [path]: bytes }).ok("read_file", { path, ...more });

/** Without what depends on how the machine compresses. */
const shown = (text: string): string => text.replace(/ · [\d.]+ KB · version \S+\]$/, "]");

const fails = async (path: string, bytes: Uint8Array) => {
  const { code, shown } = await openFiles({ [path]: bytes }).fails("read_file", { path });
  return `${code}: ${shown}`;
};

const zip = (files: ArchiveFiles) => archive(files);

const list = (level: number) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`;

test("a Word document is Markdown with headings, lists, tables, links, notes, comments and tracked changes", async () => {
  const body = [
    paragraph(["Plan &amp; budget"], '<w:pStyle w:val="H1"/>'),
    `<w:p><w:r><w:t xml:space="preserve">See </w:t></w:r><w:hyperlink r:id="rId5"><w:r><w:t>the site</w:t></w:r></w:hyperlink><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="7"/></w:r></w:p>`,
    paragraph(["First"], list(0)),
    paragraph(["Inner"], list(1)),
    paragraph(["Second"], list(0)),
    `<w:tbl><w:tr><w:tc>${paragraph(["A|B"])}</w:tc><w:tc>${paragraph(["two"])}${paragraph(["lines"])}</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraph(["wide"])}</w:tc></w:tr></w:tbl>`,
    `<w:p><w:r><w:t>Old</w:t></w:r><w:del w:id="3"><w:r><w:delText> gone</w:delText></w:r></w:del><w:ins w:id="4"><w:r><w:t xml:space="preserve"> new</w:t></w:r></w:ins></w:p>`,
    '<w:p><w:r><w:br w:type="page"/></w:r></w:p>',
    `<w:p><w:r><w:t>Last</w:t><w:tab/><w:t>page</w:t><w:drawing><docPr descr="A cat"/><blip/></w:drawing></w:r></w:p>`,
  ].join("");
  const bytes = await zip(wordFiles(body));
  expect(shown(await read("/a.docx", bytes))).toMatchInlineSnapshot(`
    "[page 1]
    # Plan & budget

    See [the site](https://example.com/)[^2][comment 7]

    1. First
      - Inner
    2. Second

    | A\\|B | two<br>lines |
    | --- | --- |
    | wide |  |

    Old{-- gone--}{++ new++}

    [page 2]
    Last	page[image: A cat]

    [^2]: A footnote.
    [comment 7] Ada: Check this.

    [DOCX · 2 pages]"
  `);
  expect(await read("/a.docx", bytes, { pages: "2" })).toMatch(/^\[page 2\]\nLast\tpage\[image: A cat\]/);
  expect(await openFiles({ "/a.docx": bytes }).fails("read_file", { path: "/a.docx", pages: "3" })).toMatchObject({
    code: "invalid_input",
    message: "/a.docx has 2 pages; there is no page 3.",
  });
});

test("a presentation is its slides in order, titles first, with speaker notes; a long one is read on", async () => {
  const slides = Array.from({ length: 25 }, (_, i): [string, string, string] => [`Title ${i + 1}`, "one", "two"]);
  const bytes = await zip(slideFiles(slides));
  const { session } = openFiles({ "/a.pptx": bytes });
  const first = (await session.call("read_file", { path: "/a.pptx" })) as unknown as {
    output: { content: string; next_pages: string };
  };
  expect(first.output.content).toContain("[slide 2]\n# Title 2\n\n- one\n- two\n\nNotes: Say hello.\n\n[slide 3]");
  expect(first.output.next_pages).toBe("21-25");
  const rest = (await session.call("read_file", {
    path: "/a.pptx",
    pages: first.output.next_pages,
  })) as unknown as typeof first;
  expect(rest.output.content).toMatch(/^\[slide 21\]\n# Title 21/);
  expect(rest.output.next_pages).toBeUndefined();
});

const rows = [
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Total</t></is></c></row>',
  '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"><v>1234.5</v></c><c r="D2" s="2"><v>0.25</v></c></row>',
  '<row r="5"><c r="A5" s="3"><v>45296</v></c><c r="B5"><f>SUM(B2:B4)</f><v>1234.5</v></c><c r="D5" t="b"><v>1</v></c></row>',
].join("");

test("a workbook is a table by sheet with its addresses, formats and formulas; sheets are chosen by name or number", async () => {
  const bytes = await zip(
    bookFiles({ Sales: rows, "Q2 | notes": '<row r="1"><c r="A1"><v>7</v></c></row>' }, [
      "Region",
      "<r><t>Nor</t></r><r><t>th</t></r>",
    ]),
  );
  expect(shown(await read("/a.xlsx", bytes))).toMatchInlineSnapshot(`
    "[sheet 1: Sales]
    |  | A | B | D |
    | --- | --- | --- | --- |
    | 1 | Region | Total |  |
    | 2 | North | 1,234.50 | 25% |
    | 5 | 1/5/2024 | 1234.5 | TRUE |

    Formulas:
    - B5: =SUM(B2:B4)

    [sheet 2: Q2 | notes]
    |  | A |
    | --- | --- |
    | 1 | 7 |

    Sheets: Sales, Q2 | notes.
    [XLSX · 2 sheets]"
  `);
  expect(await read("/a.xlsx", bytes, { sheets: "q2 | notes" })).toMatch(
    /^\[sheet 2: Q2 \| notes\]\n\| {2}\| A \|\n\| --- \| --- \|\n\| 1 \| 7 \|/,
  );
  expect(await read("/a.xlsx", bytes, { sheets: "2" })).toMatch(/^\[sheet 2/);
  const { message, hint } = await openFiles({ "/a.xlsx": bytes }).fails("read_file", {
    path: "/a.xlsx",
    sheets: "Costs",
  });
  expect([message, hint]).toEqual(['/a.xlsx has no sheet "Costs".', "Its sheets are: Sales, Q2 | notes."]);
});

test("a long sheet is read on in the middle, and nothing is lost or doubled", async () => {
  const many = Array.from(
    { length: 6_000 },
    (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i + 1}</v></c><c r="B${i + 1}"><v>${i * 7}</v></c></row>`,
  );
  const { session } = openFiles({ "/a.xlsx": await zip(bookFiles({ Data: many.join("") })) });
  let text = "";
  let next: { pages?: string; column?: number } = {};
  do {
    const { output } = (await session.call("read_file", { path: "/a.xlsx", ...next })) as unknown as {
      output: { content: string; next_pages?: string; next_column?: number };
    };
    text += output.content.replace("[sheet 1: Data]\n", "");
    next = {
      ...(output.next_pages && { pages: output.next_pages }),
      ...(output.next_column && { column: output.next_column }),
    };
  } while (next.pages);
  expect(text.split("\n").slice(2)).toEqual(many.map((_, i) => `| ${i + 1} | ${i + 1} | ${i * 7} |`));
});

const odf = 'xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d" xmlns:xlink="x" xmlns:presentation="p"';
const openDocument = (kind: string, content: string) =>
  zip({
    mimetype: new TextEncoder().encode(`application/vnd.oasis.opendocument.${kind}`),
    "content.xml": `<office:document-content ${odf}><office:body><office:${kind}>${content}</office:${kind}></office:body></office:document-content>`,
  });

test("OpenDocument texts, slides and sheets", async () => {
  const text = await openDocument(
    "text",
    '<text:h text:outline-level="2">Head</text:h><text:p>a<text:s text:c="2"/>b\n  c <text:a xlink:href="https://x.y/">link</text:a><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Note.</text:p></text:note-body></text:note></text:p><text:list><text:list-item><text:p>item</text:p></text:list-item></text:list>',
  );
  expect(await read("/a.odt", text)).toMatch(
    /^\[page 1\]\n## Head\n\na {2}b c \[link\]\(https:\/\/x\.y\/\)\[\^1\]\n\n- item\n\[\^1\]: Note\.\n/,
  );
  const slides = await openDocument(
    "presentation",
    '<draw:page><draw:frame><draw:text-box><text:p>Body</text:p></draw:text-box></draw:frame><draw:frame presentation:class="title"><draw:text-box><text:p>Top</text:p></draw:text-box></draw:frame></draw:page>',
  );
  expect(await read("/a.odp", slides)).toMatch(/^\[slide 1\]\n# Top\n\nBody\n/);
  const sheets = await openDocument(
    "spreadsheet",
    '<table:table table:name="S"><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell><table:table-cell table:number-columns-repeated="1000"/></table:table-row><table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row><table:table-row><table:table-cell table:formula="of:=1+1"><text:p>2</text:p></table:table-cell></table:table-row></table:table>',
  );
  expect(await read("/a.ods", sheets)).toMatch(/\| 1 \| x \|\n\| 1048002 \| 2 \|\n\nFormulas:\n- A1048002: =1\+1/);
});

test("a book by chapter, and rich text in its code page", async () => {
  const epub = await zip({
    mimetype: new TextEncoder().encode("application/epub+zip"),
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="O/b.opf"/></rootfiles></container>',
    "O/b.opf":
      '<package><manifest><item id="a" href="b.xhtml"/><item id="c" href="a.xhtml"/></manifest><spine><itemref idref="c"/><itemref idref="a"/></spine></package>',
    "O/a.xhtml":
      "<!DOCTYPE html><html><head><title>x</title></head><body><h1>One</h1><p>caf&eacute;<br/>bar</p><ul><li>a<ol><li>b</li></ol></li></ul></body></html>",
    "O/b.xhtml": "<html><body><p>Two</p></body></html>",
  });
  expect(await read("/a.epub", epub)).toMatch(
    /^\[chapter 1\]\n# One\n\ncafé\nbar\n\n- a\n {2}1\. b\n\n\[chapter 2\]\nTwo\n/,
  );
  const rtf = String.raw`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0\fcharset204 Arial;}}{\*\generator x}\f0 \'cf\'f0\'e8\'e2\'e5\'f2 \u8364?5\par {\field{\*\fldinst{HYPERLINK "https://x.y/"}}{\fldrslt here}}\par\trowd\intbl a\cell b\cell\row\pard end\page last}`;
  expect(await read("/a.rtf", rtf)).toMatch(
    /^\[page 1\]\nПривет €5\n\n\[here\]\(https:\/\/x\.y\/\)\n\n\| a \| b \|\n\| --- \| --- \|\n\nend\n\n\[page 2\]\nlast\n/,
  );
});

test("macros are named and never run; the formats before 2007, encrypted and broken documents say what to do", async () => {
  const word = wordFiles(paragraph(["Hi"]));
  expect(await read("/a.docm", await zip({ ...word, "word/vbaProject.bin": Uint8Array.of(1) }))).toContain(
    "The document has macros. They are never run.",
  );
  const ole = (name: string) => {
    const bytes = new Uint8Array(2_048);
    bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    for (const [i, char] of [...name].entries()) bytes[1_024 + 2 * i] = char.charCodeAt(0);
    return bytes;
  };
  expect(await fails("/a.docx", ole("EncryptedPackage"))).toMatch(
    /^unsupported: .*\/a\.docx: The document is encrypted.*\n.*without a password/s,
  );
  expect(await fails("/a.doc", ole("WordDocument"))).toMatch(
    /^unsupported: .*Office 97 to 2003.*soffice --headless --convert-to docx/s,
  );
  const whole = await zip(word);
  expect(await fails("/a.docx", whole.subarray(0, whole.length - 40))).toMatch(/^parse_error: .*cut off/s);
  expect(await fails("/a.docx", await zip({ ...word, "word/document.xml": "<w:document><w:body>" }))).toMatch(
    /^parse_error: .*its XML ends within w:body/s,
  );
});

test("bombs, parts outside of the archive, and entities are refused", async () => {
  const word = wordFiles(paragraph(["Hi"]));
  const bomb = { ...word, "word/document.xml": `<w:document><w:body>${" ".repeat(8_000_000)}</w:body></w:document>` };
  expect(await fails("/a.docx", await zip(bomb))).toMatch(
    /^unsupported: .*document\.xml unpacks to \d{3,4} times its size/s,
  );
  const liar = await archive(word, (name, sizes) => {
    if (name === "word/document.xml") sizes.size = 40;
  });
  expect(await fails("/a.docx", liar)).toMatch(/^parse_error: .*larger than it says/s);
  const wrong = await archive(word, (name, sizes) => {
    if (name === "word/document.xml") sizes.crc ^= 1;
  });
  expect(await fails("/a.docx", wrong)).toMatch(/^parse_error: .*checksum/s);
  for (const name of ["../a", "/etc/x", "a/../../b", "c:\\x"])
    expect(await fails("/a.docx", await zip({ ...word, [name]: "x" }))).toMatch(
      /^unsupported: .*a part outside of itself/s,
    );
  for (const entity of ['<!ENTITY x SYSTEM "file:///etc/passwd">', '<!ENTITY a "aaaa">']) {
    const source = `<!DOCTYPE w [${entity}]><w:document><w:body><w:p><w:r><w:t>&x;&a;</w:t></w:r></w:p></w:body></w:document>`;
    expect(await fails("/a.docx", await zip({ ...word, "word/document.xml": source }))).toMatch(
      /^unsupported: .*declares entities/s,
    );
  }
  const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, i) => [`x${i}`, new Uint8Array()]));
  expect(await fails("/a.docx", await zip({ ...word, ...many }))).toMatch(/^too_large: .*20007 parts|20,?0\d\d parts/s);
  const text = "x".repeat(30_000);
  const cells = Array.from(
    { length: 2_000 },
    (_, i) => `<row r="${i + 1}"><c r="A${i + 1}" t="s"><v>0</v></c></row>`,
  ).join("");
  expect(
    await read("/a.xlsx", await zip(bookFiles({ S: cells }, [text])), { pages: "1", column: 24_000_000 }),
  ).toContain("more cells are not shown");
});

test("an archive that is not a document, and a document by another name", async () => {
  expect(await fails("/a.zip", await zip({ "a.txt": "x" }))).toMatch(/^unsupported: .*ZIP archive/s);
  expect(await read("/mail-attachment", await zip(wordFiles(paragraph(["Hi"]))))).toMatch(/^\[page 1\]\nHi/);
});

test("grep_files finds text in documents on request, and names those that it cannot read", async () => {
  const files = openFiles({
    "/a.docx": await zip(wordFiles(paragraph(["The secret ", ["<w:b/>", "plan"]]))),
    "/b.xlsx": await zip(bookFiles({ S: rows }, ["Region", "plan B"])),
    "/c.txt": "no plans\n",
    "/d.pptx": (await zip(slideFiles([["x", "plan"]]))).subarray(0, 300),
  });
  expect(await files.ok("grep_files", { pattern: "plan" })).not.toContain("secret");
  const found = await files.ok("grep_files", { pattern: "plan", documents: true });
  expect(found).toContain("/a.docx\n2: The secret plan");
  expect(found).toContain("/b.xlsx\n5: | 2 | plan B | 1,234.50 |  | 25% |".replace(" |  | 25%", " | 25%"));
  expect(found).toContain("/c.txt\n1: no plans");
  expect(found).toContain("1 document not searched (encrypted, broken, or too large): /d.pptx.");
});
