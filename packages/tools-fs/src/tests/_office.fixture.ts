import { crc32 } from "../office/container/crc32.ts";
import { concatBytes } from "../text/bytes.ts";

/** What stands in an archive; text is compressed, bytes are stored. */
export type ArchiveFiles = Readonly<Record<string, string | Uint8Array>>;

const deflate = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

/** A ZIP archive. `change` may falsify a header: local ones and those of the directory have the same fields from `crc` on. */
export async function archive(
  files: ArchiveFiles,
  change?: (name: string, sizes: { size: number; crc: number }) => void,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const records: Uint8Array[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const method = typeof content === "string" ? 8 : 0;
    const packed = method === 8 ? await deflate(bytes) : bytes;
    const named = new TextEncoder().encode(name);
    const sizes = { size: bytes.length, crc: crc32(bytes) };
    change?.(name, sizes);
    const fields = new DataView(new ArrayBuffer(26));
    for (const [offset, value] of [
      [0, 20],
      [4, method],
      [6, 0x6a20],
      [8, 0x5b7c],
    ] as const)
      fields.setUint16(offset, value, true);
    for (const [offset, value] of [
      [10, sizes.crc],
      [14, packed.length],
      [18, sizes.size],
    ] as const)
      fields.setUint32(offset, value, true);
    fields.setUint16(22, named.length, true);
    const local = concatBytes([Uint8Array.of(0x50, 0x4b, 3, 4), new Uint8Array(fields.buffer), named, packed]);
    const tail = new DataView(new ArrayBuffer(14));
    tail.setUint32(10, at, true);
    records.push(
      concatBytes([
        Uint8Array.of(0x50, 0x4b, 1, 2, 20, 0),
        new Uint8Array(fields.buffer),
        new Uint8Array(tail.buffer),
        named,
      ]),
    );
    parts.push(local);
    at += local.length;
  }
  const directory = concatBytes(records);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  for (const offset of [8, 10]) end.setUint16(offset, records.length, true);
  end.setUint32(12, directory.length, true);
  end.setUint32(16, at, true);
  return concatBytes([...parts, directory, new Uint8Array(end.buffer)]);
}

const relations = (...all: readonly (readonly [id: string, type: string, target: string, mode?: string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(
      ([id, type, target, mode]) =>
        `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ""}/>`,
    )
    .join("")}</Relationships>`;

const types = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
const office = (main: string) => ({
  "[Content_Types].xml": types,
  "_rels/.rels": relations(["rId1", "officeDocument", main]),
});

const word =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** The parts of a Word document with this body. */
export const wordFiles = (body: string, more: ArchiveFiles = {}): ArchiveFiles => ({
  ...office("word/document.xml"),
  "word/document.xml": `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:document ${word}><w:body>${body}<w:sectPr/></w:body></w:document>`,
  "word/_rels/document.xml.rels": relations(
    ["rId1", "styles", "styles.xml"],
    ["rId2", "numbering", "numbering.xml"],
    ["rId3", "footnotes", "footnotes.xml"],
    ["rId4", "comments", "comments.xml"],
    ["rId5", "hyperlink", "https://example.com/", "External"],
  ),
  "word/styles.xml": `<w:styles ${word}><w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="H2"><w:name w:val="heading 2"/><w:basedOn w:val="H1"/></w:style></w:styles>`,
  "word/numbering.xml": `<w:numbering ${word}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/><w:lvlText w:val="-"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
  "word/footnotes.xml": `<w:footnotes ${word}><w:footnote w:id="-1" w:type="separator"><w:p/></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>A footnote.</w:t></w:r></w:p></w:footnote></w:footnotes>`,
  "word/comments.xml": `<w:comments ${word}><w:comment w:id="7" w:author="Ada"><w:p><w:r><w:t>Check this.</w:t></w:r></w:p></w:comment></w:comments>`,
  "word/media/image1.png": Uint8Array.of(1, 2, 3, 4, 5),
  ...more,
});

/** A paragraph of runs: text, or its properties and text. */
export const paragraph = (
  runs: readonly (string | readonly [properties: string, text: string])[],
  properties = "",
): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${runs
    .map((run) =>
      typeof run === "string"
        ? `<w:r><w:t>${run}</w:t></w:r>`
        : `<w:r><w:rPr>${run[0]}</w:rPr><w:t xml:space="preserve">${run[1]}</w:t></w:r>`,
    )
    .join("")}</w:p>`;

const drawing =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const shape = (type: string, lines: readonly string[]): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>${lines.map((line) => `<a:p><a:r><a:rPr lang="en"/><a:t>${line}</a:t></a:r></a:p>`).join("")}</p:txBody></p:sp>`;

/** The parts of a presentation of slides with a title and lines. The second slide has speaker notes. */
export const slideFiles = (slides: readonly (readonly [title: string, ...lines: string[]])[]): ArchiveFiles => ({
  ...office("ppt/presentation.xml"),
  "ppt/presentation.xml": `<p:presentation ${drawing}><p:sldIdLst>${slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 1}"/>`).join("")}</p:sldIdLst></p:presentation>`,
  "ppt/_rels/presentation.xml.rels": relations(
    ...slides.map((_, i) => [`rId${i + 1}`, "slide", `slides/slide${i + 1}.xml`] as const),
  ),
  ...Object.fromEntries(
    slides.map(([title, ...lines], i) => [
      `ppt/slides/slide${i + 1}.xml`,
      `<p:sld ${drawing}><p:cSld><p:spTree>${shape("body", lines)}${shape("title", [title])}</p:spTree></p:cSld></p:sld>`,
    ]),
  ),
  "ppt/slides/_rels/slide2.xml.rels": relations(["rId1", "notesSlide", "../notesSlides/notesSlide1.xml"]),
  "ppt/notesSlides/notesSlide1.xml": `<p:notes ${drawing}><p:cSld><p:spTree>${shape("body", ["Say hello."])}</p:spTree></p:cSld></p:notes>`,
});

const sheet =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** The parts of a workbook of sheets with these rows, as XML of `sheetData`. Style 1 has two decimals, 2 is a percentage, 3 a date. */
export const bookFiles = (
  sheets: Readonly<Record<string, string>>,
  strings: readonly string[] = [],
  more: ArchiveFiles = {},
): ArchiveFiles => {
  const names = Object.keys(sheets);
  return {
    ...office("xl/workbook.xml"),
    "xl/workbook.xml": `<workbook ${sheet}><sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join("")}</sheets><calcPr calcId="191029"/></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      ...names.map((_, i) => [`rId${i + 1}`, "worksheet", `worksheets/sheet${i + 1}.xml`] as const),
      ["rId90", "sharedStrings", "sharedStrings.xml"],
      ["rId91", "styles", "styles.xml"],
      ...("xl/calcChain.xml" in more ? [["rId92", "calcChain", "calcChain.xml"] as const] : []),
    ),
    ...Object.fromEntries(
      names.map((name, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `<worksheet ${sheet}><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
    "xl/sharedStrings.xml": `<sst ${sheet}>${strings.map((text) => `<si>${text.startsWith("<") ? text : `<t>${text}</t>`}</si>`).join("")}</sst>`,
    "xl/styles.xml": `<styleSheet ${sheet}><cellXfs><xf numFmtId="0"/><xf numFmtId="4"/><xf numFmtId="9"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ...more,
  };
};
