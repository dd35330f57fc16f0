import { startsWith } from "../text/binary.ts";
import { loadFormatValue, loadTokenizer } from "./_libraries.ts";
import { brokenDocument, refusedDocument } from "./container/document-error.ts";
import { openParts, type Parts } from "./container/parts.ts";
import { openZip, type Zip } from "./container/zip.ts";
import type { OfficeDocument } from "./document.ts";

/** A document, and the parts that an edit rewrites; without parts it is not an archive. */
export interface OpenedDocument extends OfficeDocument {
  readonly zip?: Zip;
  readonly container?: Parts;
}

const oleMagic = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/**
 * Open an office document by its bytes. Undefined for archives that are none. Throws `unsupported` for what is encrypted, of
 * the formats before 2007, or made to harm; `parse_error` for what is broken; `unavailable` without the libraries.
 */
export async function openDocument(bytes: Uint8Array): Promise<OpenedDocument | undefined> {
  if (startsWith(bytes, "{\\rtf")) {
    const { readRtf } = await import("./other/rtf.ts");
    const { parts, isCutOff } = readRtf(bytes);
    const notes = isCutOff ? ["The file ends within a group, so it may be cut off."] : [];
    return { format: "RTF", unit: "page", parts, notes };
  }
  if (startsWith(bytes, oleMagic)) throw oleDocument(bytes);
  const zip = openZip(bytes);
  const kind = await kindOf(zip);
  if (!kind) return undefined;
  const parts = openParts(zip, await loadTokenizer());
  const opened = { zip, container: parts };
  if (kind === "epub") {
    const { readEpub } = await import("./other/epub.ts");
    return { ...opened, format: "EPUB", unit: "chapter", parts: await readEpub(parts), notes: [] };
  }
  if (kind === "odf") {
    const { readOdf } = await import("./odf/odf.ts");
    const { unit, parts: content } = await readOdf(parts);
    const format = unit === "sheet" ? "ODS" : unit === "slide" ? "ODP" : "ODT";
    return { ...opened, format, unit, parts: content, notes: [] };
  }
  return { ...opened, ...(await readOoxml(parts)) };
}

type Kind = "ooxml" | "odf" | "epub";

async function kindOf(zip: Zip): Promise<Kind | undefined> {
  if (zip.entries.has("[Content_Types].xml")) return zip.entries.has("_rels/.rels") ? "ooxml" : undefined;
  const mimetype = zip.entries.has("mimetype")
    ? new TextDecoder().decode((await zip.read("mimetype"))!.subarray(0, 100))
    : "";
  if (mimetype.startsWith("application/epub")) return "epub";
  if (mimetype.includes("opendocument") || zip.entries.has("content.xml")) return "odf";
  return zip.entries.has("META-INF/container.xml") ? "epub" : undefined;
}

async function readOoxml(parts: Parts): Promise<OfficeDocument> {
  const main = [...(await parts.relations("")).values()].find(({ type }) => type === "officeDocument")?.target;
  if (main === undefined || !parts.has(main)) throw brokenDocument("its main part is missing");
  const notes = noteOfParts([...parts.zip.entries.keys()]);
  const application = main.split("/")[0];
  const root = await rootOf(parts, main);
  if (root === "document") {
    const { readDocx } = await import("./word/docx.ts");
    return { format: "DOCX", unit: "page", parts: await readDocx(parts, main), notes };
  }
  if (root === "presentation") {
    const { readPptx } = await import("./slides/pptx.ts");
    return { format: "PPTX", unit: "slide", parts: await readPptx(parts, main), notes };
  }
  if (root === "workbook") {
    const { readXlsx } = await import("./sheets/xlsx.ts");
    const book = await readXlsx(parts, main, await loadFormatValue());
    return { format: "XLSX", unit: "sheet", parts: book.parts, notes };
  }
  throw refusedDocument(
    `The document is of a kind that is not read: ${application}.`,
    "Save it as .docx, .pptx or .xlsx with an office program (not as a binary workbook).",
  );
}

async function rootOf(parts: Parts, main: string): Promise<string> {
  if (main.endsWith(".bin")) return "";
  const start = (await parts.source(main))!.slice(0, 20_000);
  return /<(?:[\w.-]+:)?(document|presentation|workbook)[\s>]/.exec(start)?.[1] ?? "";
}

function noteOfParts(names: readonly string[]): string[] {
  const notes: string[] = [];
  if (names.some((name) => /vbaProject\.bin$/i.test(name))) notes.push("The document has macros. They are never run.");
  if (names.some((name) => name.startsWith("_xmlsignatures/"))) notes.push("The document is signed.");
  return notes;
}

/** What an OLE container holds, by the names of its streams, which stand in UTF-16. */
function oleDocument(bytes: Uint8Array) {
  const text = new TextDecoder("utf-16le").decode(bytes.subarray(0, Math.min(bytes.length & ~1, 4 * 1024 * 1024)));
  const tail = new TextDecoder("utf-16le").decode(bytes.subarray(Math.max(0, (bytes.length & ~1) - 1024 * 1024)));
  if (/EncryptedPackage|EncryptionInfo/.test(text + tail))
    return refusedDocument(
      "The document is encrypted: it opens only with a password.",
      "Ask for a copy without a password.",
    );
  return refusedDocument(
    "The document is in a format of Office 97 to 2003 (.doc, .xls, .ppt), which is not read.",
    "Save it as .docx, .xlsx or .pptx with an office program: soffice --headless --convert-to docx FILE.",
  );
}
