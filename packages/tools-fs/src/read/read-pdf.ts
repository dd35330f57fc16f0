import { type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { type ExtractPdf, extractPdf } from "../extract-pdf.ts";
import { readTracker } from "../history/read-tracker.ts";
import { plural, sizeText } from "../text/lines.ts";
import { parsePages } from "./page-range.ts";
import { fromEnd } from "./read-text.ts";
import { fillParts } from "./rows.ts";

/** Pages of one answer when none are asked for. */
const USUAL_PAGES = 10;

export interface PdfRequest {
  readonly path: Path;
  readonly bytes: Uint8Array;
  readonly version: string;
  readonly pages: string | undefined;
  /** What counts when no pages are asked for: the first page, and how many at most. */
  readonly offset: number;
  readonly limit: number;
  readonly column: number | undefined;
  readonly maxChars: number;
  readonly pdf?: ExtractPdf | undefined;
}

/** The text of some pages of a PDF. Throws `unsupported` for an encrypted one, `parse_error` for a broken one, `invalid_input` for pages that are none. */
export async function readPdf(
  { path, bytes, version, pages, offset, limit, column, maxChars, pdf = extractPdf }: PdfRequest,
  ctx: ToolContext,
) {
  const from =
    offset < 0
      ? fromEnd(offset, (await pdf(bytes, { first: 1, last: 1, maxChars: 1, signal: ctx.signal })).pages)
      : offset;
  const usual = { first: from, last: from + Math.min(limit, USUAL_PAGES) - 1 };
  const asked = pages === undefined ? usual : parsePages(pages, USUAL_PAGES);
  const max = maxChars + (column ?? 0);
  const { pages: total, texts } = await pdf(bytes, { ...asked, maxChars: max, signal: ctx.signal }).catch(
    (error: unknown) => {
      throw ToolError.is(error)
        ? new ToolError(error.code, `${path}: ${error.message}`, { hint: error.hint, data: { path }, cause: error })
        : error;
    },
  );
  if (asked.first > total) {
    throw new ToolError("invalid_input", `${path} has ${plural(total, "page")}; there is no page ${asked.first}.`, {
      hint: `Ask for pages from 1 to ${total}.`,
      data: { path, pages: total },
    });
  }
  const wanted = Math.min(asked.last, total);
  const window = { first: asked.first, last: Math.min(wanted, asked.first + texts.length - 1), column, maxChars };
  const shown = fillParts(window, (page) => {
    const body = texts[page - asked.first]?.trim() ?? "";
    return { head: body ? `[page ${page}]` : `[page ${page}: no text, perhaps an image]`, body };
  });
  const next = shown.next ?? (shown.last < total ? { part: shown.last + 1 } : undefined);
  ctx.state(readTracker).saw(path, version);
  const last = next && Math.min(total, Math.max(next.part, shown.next ? wanted : next.part + USUAL_PAGES - 1));
  const silent = texts.length > 0 && texts.every((text) => text.trim() === "");
  return {
    kind: "pdf" as const,
    path,
    version,
    content: shown.text,
    part: { unit: "page" as const, first: asked.first, last: shown.last, total },
    ...(next && { next_pages: next.part === last ? String(next.part) : `${next.part}-${last}` }),
    ...(next?.column !== undefined && { next_column: next.column }),
    facts: `PDF · ${plural(total, "page")} · ${sizeText(bytes.length)} · version ${version}`,
    notes: silent ? ["These pages have no text. The PDF may be scanned: read it with a tool for images."] : [],
  };
}
