import { archive, bookFiles, paragraph, slideFiles, wordFiles } from "../../../tools-fs/src/tests/_office.fixture.ts";
import { makePdf } from "../../../tools-fs/src/tests/read/_notebooks.fixture.ts";

const cells = (row: number, ...values: readonly string[]) =>
  `<row r="${row}">${values.map((value, at) => `<c r="${String.fromCharCode(65 + at)}${row}" t="inlineStr"><is><t>${value}</t></is></c>`).join("")}</row>`;

/** A report, slides, a workbook and a PDF, with texts that a page must not take for its own. */
export const documentFiles = async (): Promise<Readonly<Record<string, Uint8Array>>> => ({
  "/report.docx": await archive(
    wordFiles(
      paragraph(["Annual report"], '<w:pStyle w:val="H1"/>') +
        paragraph(["Sales grew by ", ["<w:b/>", "a tenth"], "."]) +
        paragraph(["&lt;img src=x onerror=alert(1)&gt; stays text."]),
    ),
  ),
  "/talk.pptx": await archive(
    slideFiles([
      ["Welcome", "First point"],
      ["Plan", "Second point"],
    ]),
  ),
  "/costs.xlsx": await archive(
    bookFiles({
      Costs: cells(1, "region", "amount") + cells(2, "north", "10") + cells(3, "south", "30"),
      Empty: "",
    }),
  ),
  "/letter.pdf": makePdf(["Dear reader, this is page one.", "And this is page two."]),
});
