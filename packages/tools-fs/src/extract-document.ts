import type { DocumentRange, DocumentText } from "./office/extract-document.ts";

export type { DocumentUnit } from "./office/document.ts";
export type { DocumentRange, DocumentText } from "./office/extract-document.ts";

export type ExtractDocument = (bytes: Uint8Array, range?: DocumentRange) => Promise<DocumentText | undefined>;

/**
 * Extract the Markdown of an office document part by part: pages of DOCX, ODT and RTF, slides of PPTX and ODP, sheets of XLSX
 * and ODS, chapters of EPUB. Undefined for archives that are not documents. Throws `unsupported` for documents that are
 * encrypted, made to harm or of the formats before 2007, `parse_error` for broken ones, `too_large` beyond 64 MB of one part,
 * and `unavailable` if htmlparser2 or hucre is not installed.
 */
export const extractDocument: ExtractDocument = async (bytes, range) =>
  (await import("./office/extract-document.ts")).documentText(bytes, range);
