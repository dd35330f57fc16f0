import type { ExtractPdf } from "./read/pdf-text.ts";

export type { ExtractPdf, PdfRange, PdfText } from "./read/pdf-text.ts";

/**
 * Extract the text of a PDF page by page with unpdf. Throws `unsupported` if the document is encrypted or unpdf is not
 * installed, and `parse_error` if the document is broken.
 */
export const extractPdf: ExtractPdf = async (bytes, range) =>
  (await import("./read/pdf-text.ts")).pdfText(bytes, range);
