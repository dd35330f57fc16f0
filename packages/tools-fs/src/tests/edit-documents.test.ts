import { expect, test } from "vitest";
import { openZip } from "../office/container/zip.ts";
import { openFiles } from "./_files.fixture.ts";
import { archive, bookFiles, paragraph, slideFiles, wordFiles } from "./_office.fixture.ts";

/** A session that has read a document, the source of one of its parts, and what else changed. */
async function opened(path: string, bytes: Uint8Array) {
  const files = openFiles({ [path]: bytes });
  const shown = await files.ok("read_file", { path });
  return {
    ...files,
    shown,
    edit: (old_string: string, new_string: string, more = {}) =>
      files.ok("edit_file", { path, old_string, new_string, ...more }),
    refuses: async (old_string: string, new_string: string, more = {}) => {
      const { code, shown } = await files.fails("edit_file", { path, old_string, new_string, ...more });
      expect(await files.bytes(path)).toEqual(bytes);
      return `${code}: ${shown}`;
    },
    part: async (name: string) => new TextDecoder().decode(await openZip(await files.bytes(path)).read(name)),
    /** Parts whose header or compressed bytes are not as they were. */
    changed: async () => {
      const [before, after] = [entriesOf(bytes), entriesOf(await files.bytes(path))];
      expect([...after.keys()]).toEqual([...before.keys()]);
      return [...before].filter(([name, raw]) => Buffer.compare(raw, after.get(name)!) !== 0).map(([name]) => name);
    },
  };
}

function entriesOf(bytes: Uint8Array): Map<string, Uint8Array> {
  const { entries, directory } = openZip(bytes);
  const list = [...entries.values()];
  return new Map(list.map(({ name, start }, i) => [name, bytes.subarray(start, list[i + 1]?.start ?? directory)]));
}

const word = async (body: string, more = {}) => opened("/a.docx", await archive(wordFiles(body, more)));
const main = "word/document.xml";

test("an edit across runs keeps the formatting of each, and every other part its bytes", async () => {
  const at = await word(paragraph(["The ", ["<w:b/>", "quick brown"], ["<w:i/>", " fox &amp; dog"]]));
  const before = await at.part(main);
  expect(await at.edit("The quick brown fox & dog", "The slow brown fox & cat <3")).toMatch(
    /^Edited \/a\.docx: 1 replacement at line 2\.\nDOCX · 5 lines · version \S+\n.*2 - The quick brown fox & dog\n2 \+ The slow brown fox & cat <3\n/s,
  );
  expect(await at.changed()).toEqual([main]);
  expect(await at.part(main)).toBe(before.replace("quick", "slow").replace("dog", "cat &lt;3"));
  await at.ok("undo", { path: "/a.docx" });
  expect(await at.part(main)).toBe(before);
});

test("words that run together over runs are found, and white space at an end is kept", async () => {
  const at = await word(paragraph(["con", "tract", ["<w:b/>", " ends"]]));
  await at.edit("contract ends", "agreement  ends ");
  expect(await at.part(main)).toContain(
    '<w:r><w:t xml:space="preserve">agreement  </w:t></w:r><w:r><w:t></w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">ends </w:t></w:r>',
  );
});

test("a text must be there once: errors show the nearest text and the places, and nothing is written", async () => {
  const at = await word(paragraph(["Payment is due in 30 days."]) + paragraph(["Notice is due in 30 days."]));
  expect(await at.refuses("Payment is due within 30 days.", "x")).toMatch(/^no_match: .*Payment is due in 30 days\./s);
  expect(await at.refuses("30 days", "60 days")).toMatch(/^ambiguous: .*lines 2 and 4/s);
  await at.edit("30 days", "60 days", { replace_all: true });
  expect((await at.part(main)).match(/60 days/g)).toHaveLength(2);
});

test("a dry run shows the difference; an edit of a document that others changed is applied to what it is now", async () => {
  const at = await word(paragraph(["One."]) + paragraph(["Two."]));
  const bytes = await at.bytes("/a.docx");
  expect(await at.edit("One.", "Three.", { dry_run: true })).toMatch(
    /^Dry run: nothing was changed\.\nWould edit .*One\..*Three\./s,
  );
  expect(await at.bytes("/a.docx")).toEqual(bytes);
  await at.put("/a.docx", await archive(wordFiles(paragraph(["One."]) + paragraph(["Other."]))));
  const { code } = await at.fails("edit_file", { path: "/a.docx", old_string: "Two.", new_string: "x" });
  expect(code).toBe("stale");
  await at.edit("One.", "Three.");
  expect(await at.part(main)).toContain("Other.");
  const unread = openFiles({ "/b.docx": bytes });
  expect((await unread.fails("edit_file", { path: "/b.docx", old_string: "One.", new_string: "x" })).code).toBe(
    "not_read",
  );
});

test("tracked changes keep the old text, the formatting and the rest of the run", async () => {
  const at = await word(`<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Due in 30 days.</w:t></w:r></w:p>`);
  expect(await at.edit("Due in 30 days.", "Due in 60 days.", { track_changes: true })).toContain(
    "Due in {--30--}{++60++} days.",
  );
  const run = (text: string) => `<w:r><w:rPr><w:b/></w:rPr>${text}</w:r>`;
  const by = 'w:author="Holdall" w:date="';
  expect((await at.part(main)).replace(/(w:date=")[^"]+/g, "$1")).toContain(
    [
      run('<w:t xml:space="preserve">Due in </w:t>'),
      `<w:del w:id="8" ${by}">${run('<w:delText xml:space="preserve">30</w:delText>')}</w:del>`,
      `<w:ins w:id="9" ${by}">${run('<w:t xml:space="preserve">60</w:t>')}</w:ins>`,
      run('<w:t xml:space="preserve"> days.</w:t>'),
    ].join(""),
  );
  await at.edit("60", "90", { track_changes: true });
  expect(await at.ok("read_file", { path: "/a.docx" })).toContain("Due in {--30--}{++{--60--}90++} days.");
});

test("a document that records changes has its edits tracked unless that is declined", async () => {
  const files = wordFiles(paragraph(["Old text"]));
  const settings = {
    "word/settings.xml": '<w:settings xmlns:w="w"><w:trackRevisions/></w:settings>',
    "word/_rels/document.xml.rels": String(files["word/_rels/document.xml.rels"]).replace(
      "</Relationships>",
      '<Relationship Id="rId20" Type="http://x/settings" Target="settings.xml"/></Relationships>',
    ),
  };
  const at = await word(paragraph(["Old text"]), settings);
  expect(await at.edit("Old", "New")).toMatch(
    /The document records changes, so the edit is tracked\..*\{--Old--\}\{\+\+New\+\+\} text/s,
  );
  await at.edit("text", "word", { track_changes: false });
  expect(await at.ok("read_file", { path: "/a.docx" })).toContain("{--Old--}{++New++} word");
});

test("what is not text, and what adds or removes paragraphs, is refused", async () => {
  const table = `<w:tbl><w:tr><w:tc>${paragraph(["a|b"])}</w:tc><w:tc>${paragraph(["c"])}</w:tc></w:tr></w:tbl>`;
  const note = '<w:p><w:r><w:t>Text</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>';
  const at = await word(paragraph(["Head"], '<w:pStyle w:val="H1"/>') + table + note);
  expect(await at.refuses("# Head", "## Head")).toMatch(/^invalid_input: .*between texts of the document/s);
  expect(await at.refuses("Text[^2]", "Text")).toMatch(/^invalid_input: .*a footnote/s);
  expect(await at.refuses("Text[^2]", "Text[^2]\n\nMore")).toMatch(/^invalid_input: .*adds paragraphs/s);
  expect(await at.refuses("| a\\|b | c |", "| a\\|b |")).toMatch(/^invalid_input: .*removes cells/s);
  expect(await at.refuses("Head", "He\u0001ad")).toMatch(/^invalid_input: .*control character/s);
  await at.edit("| a\\|b | c |", "| a\\|x | d |");
  expect(await at.part(main)).toMatch(/a\|x<.*>d</);
  await at.edit("A footnote.", "Another footnote.");
  expect(await at.changed()).toEqual([main, "word/footnotes.xml"]);
});

test("signed, read-only and encrypted documents are refused; other tools name the one that edits", async () => {
  const files = wordFiles(paragraph(["Hi"]));
  const signed = await opened("/a.docx", await archive({ ...files, "_xmlsignatures/sig1.xml": "<x/>" }));
  expect(await signed.refuses("Hi", "Ho")).toMatch(/^unsupported: .*signed/s);
  const odt = await opened(
    "/a.odt",
    await archive({
      mimetype: new TextEncoder().encode("application/vnd.oasis.opendocument.text"),
      "content.xml": "<d><body><text><p>Hi</p></text></body></d>",
    }),
  );
  expect(await odt.refuses("Hi", "Ho")).toMatch(/^unsupported: .*ODT are read and not edited/s);
  const plain = await opened("/a.docx", await archive(files));
  const { shown } = await plain.fails("append_file", { path: "/a.docx", content: "x" });
  expect(shown).toContain("Change the text of a document with edit_file or multi_edit.");
});

test("the text of a slide and its notes", async () => {
  const at = await opened(
    "/a.pptx",
    await archive(
      slideFiles([
        ["One", "a"],
        ["Two", "point one", "point two"],
      ]),
    ),
  );
  await at.ok("multi_edit", {
    path: "/a.pptx",
    edits: [
      { old_string: "- point two", new_string: "- point  three" },
      { old_string: "Say hello.", new_string: "Say goodbye." },
    ],
  });
  expect(await at.changed()).toEqual(["ppt/slides/slide2.xml", "ppt/notesSlides/notesSlide1.xml"]);
  expect(await at.part("ppt/slides/slide2.xml")).toContain('<a:r><a:rPr lang="en"/><a:t>point  three</a:t></a:r>');
  const { code } = await at.fails("edit_file", {
    path: "/a.pptx",
    old_string: "One",
    new_string: "1",
    track_changes: true,
  });
  expect(code).toBe("invalid_input");
});

const chain = '<calcChain xmlns="c"><c r="B3" i="1"/><c r="B4"/></calcChain>';
const sales = [
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>',
  '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>1200</v></c><c r="C2" s="2"><v>0.25</v></c><c r="D2" s="3"><v>45296</v></c></row>',
  '<row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3"><f>SUM(B2:B2)</f><v>1200</v></c><c r="C3" t="b"><v>1</v></c></row>',
  '<row r="4"><c r="B4"><f>B3*2</f><v>2400</v></c></row>',
].join("");
const strings = ["Region", "Total", '<r><rPr><b/></rPr><t>No</t></r><r><t xml:space="preserve">rth </t></r>'];
const book = async () =>
  opened("/a.xlsx", await archive(bookFiles({ Sales: sales }, strings, { "xl/calcChain.xml": chain })));
const sheet = "xl/worksheets/sheet1.xml";

test("cells change by their row: numbers stay numbers, shared strings of other cells stay, formulas are calculated on opening", async () => {
  const at = await book();
  const before = await at.part(sheet);
  expect(
    await at.edit("| 2 | North  | 1,200.00 | 25% | 1/5/2024 |", "| 2 | Nord  | 1,350.50 | 30% | 2024-02-01 |"),
  ).toMatch(
    /2 formulas that may depend on the change have no result until.*\| 2 \| Nord {2}\| 1,350\.50 \| 30% \| 2\/1\/2024 \|/s,
  );
  expect(await at.changed()).toEqual(["xl/workbook.xml", sheet]);
  expect(await at.part("xl/workbook.xml")).toContain('<calcPr calcId="191029" fullCalcOnLoad="1"/>');
  expect(await at.part(sheet)).toBe(
    before
      .replace(
        '<c r="A2" t="s"><v>2</v></c>',
        '<c r="A2" t="inlineStr"><is><r><rPr><b/></rPr><t>No</t></r><r><t xml:space="preserve">rd </t></r></is></c>',
      )
      .replace('<v>1200</v></c><c r="C2"', '<v>1350.5</v></c><c r="C2"')
      .replace("<v>0.25</v>", "<v>0.3</v>")
      .replace("<v>45296</v>", "<v>45323</v>")
      .replace("<f>SUM(B2:B2)</f><v>1200</v>", "<f>SUM(B2:B2)</f>")
      .replace("<f>B3*2</f><v>2400</v>", "<f>B3*2</f>"),
  );
});

test("a result of a formula is refused; the formula is changed where it is named, and its old result goes", async () => {
  const at = await book();
  expect(await at.refuses("| 4 |  | 2400 |", "| 4 |  | 2500 |")).toMatch(
    /^invalid_input: .*B4 holds the formula =B3\*2.*- B4: =B3\*2/s,
  );
  await at.edit("- B4: =B3*2", "- B4: =B3*3");
  expect(await at.part(sheet)).toContain('<c r="B4"><f>B3*3</f></c>');
  expect(await at.ok("read_file", { path: "/a.xlsx" })).toContain("| 4 |  | (not calculated) |");
  await at.edit("- B3: =SUM(B2:B2)", "- B3: 7");
  expect(await at.part(sheet)).toContain('<c r="B3"><v>7</v></c>');
  expect(await at.part("xl/calcChain.xml")).toBe('<calcChain xmlns="c"><c r="B4" i="1"/></calcChain>');
});

test("empty cells are filled, dates that can be read in two ways are refused, and text stays text", async () => {
  const at = await book();
  expect(await at.refuses("1/5/2024", "5/1/2024")).toMatch(/^invalid_input: .*Write the date as YYYY-MM-DD/s);
  await at.edit("| 4 |  | 2400 |  |  |", "| 4 | Sum | 2400 | 007 |  |");
  expect(await at.part(sheet)).toContain(
    '<row r="4"><c r="A4" t="inlineStr"><is><t>Sum</t></is></c><c r="B4"><f>B3*2</f><v>2400</v></c><c r="C4" t="inlineStr"><is><t>007</t></is></c></row>',
  );
  await at.edit("Total", "2024");
  expect(await at.part(sheet)).toContain('<c r="B1" t="inlineStr"><is><t>2024</t></is></c>');
});

test("shared formulas and array formulas are refused", async () => {
  const rows =
    '<row r="1"><c r="A1"><f t="shared" ref="A1:A2" si="0">B1*2</f><v>2</v></c><c r="B1"><v>1</v></c></row><row r="2"><c r="A2"><f t="shared" si="0"/><v>4</v></c></row>';
  const at = await opened("/a.xlsx", await archive(bookFiles({ S: rows })));
  expect(await at.refuses("- A1: =B1*2", "- A1: =B1*3")).toMatch(/^unsupported: .*shared with other cells/s);
  expect(await at.refuses("| 2 | 4 |", "| 2 | 5 |")).toMatch(/^invalid_input: .*A2 holds the formula that it shares/s);
});
