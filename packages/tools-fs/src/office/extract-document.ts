import { abortedError, ToolError } from "@holdall/tool-core";
import { type DocumentUnit, type OfficeDocument, partHead } from "./document.ts";
import { openDocument } from "./open-document.ts";
import { piecesText } from "./pieces.ts";

export interface DocumentRange {
  /** The first part, starting at 1. */
  readonly first?: number;
  /** The last part. Limited to the last part of the document. */
  readonly last?: number;
  /** Stops after the part that reaches this number of characters. */
  readonly maxChars?: number;
  readonly signal?: AbortSignal;
}

export interface DocumentText {
  /** `DOCX`, `PPTX`, `XLSX`, `ODT`, `ODP`, `ODS`, `EPUB` or `RTF`. */
  readonly format: string;
  /** What the document is divided into. */
  readonly unit: DocumentUnit;
  readonly total: number;
  /** The names of all sheets, in order. Empty strings for parts without names. */
  readonly names: readonly string[];
  /** The parts that were read, in order: a line such as `[sheet 2: Costs]`, and Markdown. */
  readonly parts: readonly { readonly head: string; readonly body: string }[];
  /** Macros, signatures, and other facts of the whole document. */
  readonly notes: readonly string[];
}

/** The Markdown of some parts of a document. See `extractDocument`. */
export async function documentText(
  bytes: Uint8Array,
  range: DocumentRange | ((document: OfficeDocument) => DocumentRange) = {},
): Promise<DocumentText | undefined> {
  const document = await openDocument(bytes);
  if (!document) return undefined;
  const {
    first = 1,
    last = Number.POSITIVE_INFINITY,
    maxChars = Number.POSITIVE_INFINITY,
    signal,
  } = typeof range === "function" ? range(document) : range;
  const parts: { head: string; body: string }[] = [];
  let length = 0;
  for (let number = first; number <= Math.min(last, document.parts.length) && length < maxChars; number++) {
    if (signal?.aborted) throw abortedError(signal.reason);
    const body = piecesText(await document.parts[number - 1]!.pieces()).toWellFormed();
    const head = partHead(document, number);
    parts.push({ head: body.trim() === "" ? `${head.slice(0, -1)}: empty]` : head, body });
    length += body.length;
  }
  const { format, unit, notes } = document;
  return { format, unit, total: document.parts.length, names: document.parts.map(({ name }) => name), parts, notes };
}

/** The errors of a document, with its path. */
export function documentError(error: unknown, path: string): unknown {
  if (!ToolError.is(error) || error.message.startsWith(path)) return error;
  const { code, message, hint, data } = error;
  return new ToolError(code, `${path}: ${message}`, { hint, data: { ...data, path }, cause: error });
}
