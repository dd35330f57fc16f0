import { type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { readTracker } from "../history/read-tracker.ts";
import type { OfficeDocument } from "../office/document.ts";
import { type DocumentRange, documentError, documentText } from "../office/extract-document.ts";
import { plural, sizeText } from "../text/lines.ts";
import { parsePages } from "./page-range.ts";
import { fromEnd } from "./read-text.ts";
import { fillParts } from "./rows.ts";

/** Pages, slides or chapters of one answer when none are asked for, and sheets. */
const usualParts = { page: 10, slide: 20, chapter: 5, sheet: 5 } as const;

export interface DocumentRequest {
  readonly path: Path;
  readonly bytes: Uint8Array;
  readonly version: string;
  /** A range such as `2-4`, or the name of a sheet. */
  readonly pages: string | undefined;
  readonly offset: number;
  readonly limit: number;
  readonly column: number | undefined;
  readonly maxChars: number;
}

/**
 * The Markdown of some parts of an office document; undefined for archives that are none. Throws `invalid_input` for parts that
 * do not exist, and what `extractDocument` throws.
 */
export async function readDocument(request: DocumentRequest, ctx: ToolContext) {
  const { path, bytes, version, column, maxChars } = request;
  let asked = { first: 1, last: 1 };
  const rangeOf = (document: OfficeDocument): DocumentRange => {
    asked = rangeIn(document, request);
    return { ...asked, maxChars: maxChars + (column ?? 0), signal: ctx.signal };
  };
  const text = await documentText(bytes, rangeOf).catch((error: unknown) => {
    throw documentError(error, path);
  });
  if (!text) return undefined;
  const { format, unit, total, parts, notes } = text;
  const wanted = Math.min(asked.last, total);
  const window = { first: asked.first, last: Math.min(wanted, asked.first + parts.length - 1), column, maxChars };
  const shown = fillParts(window, (number) => parts[number - asked.first] ?? { head: "", body: "" });
  const next = shown.next ?? (shown.last < total ? { part: shown.last + 1 } : undefined);
  const last = next && Math.min(total, Math.max(next.part, shown.next ? wanted : next.part + usualParts[unit] - 1));
  ctx.state(readTracker).saw(path, version);
  const names =
    unit === "sheet" && total > 1 ? [`Sheets: ${text.names.slice(0, 40).join(", ")}${total > 40 ? ", …" : ""}.`] : [];
  return {
    kind: "document" as const,
    path,
    version,
    content: shown.text,
    part: { unit, first: asked.first, last: shown.last, total },
    ...(next && { next_pages: next.part === last ? String(next.part) : `${next.part}-${last}` }),
    ...(next?.column !== undefined && { next_column: next.column }),
    facts: `${format} · ${plural(total, unit)} · ${sizeText(bytes.length)} · version ${version}`,
    notes: [...names, ...notes],
  };
}

function rangeIn(document: OfficeDocument, { path, pages: named, offset, limit }: DocumentRequest) {
  const { unit, parts } = document;
  const total = parts.length;
  const usual = usualParts[unit];
  const index =
    named === undefined
      ? -1
      : parts.findIndex(({ name }) => name !== "" && name.toLowerCase() === named.trim().toLowerCase());
  if (index >= 0) return { first: index + 1, last: index + 1 };
  if (named !== undefined && unit === "sheet" && !/^\s*\d/.test(named)) {
    throw new ToolError("invalid_input", `${path} has no sheet "${named.slice(0, 60)}".`, {
      hint: `Its sheets are: ${parts
        .slice(0, 40)
        .map(({ name }) => name)
        .join(", ")}.`,
      data: { path, sheets: parts.slice(0, 40).map(({ name }) => name) },
    });
  }
  const from = offset < 0 ? fromEnd(offset, total) : offset;
  const asked =
    named === undefined ? { first: from, last: from + Math.min(limit, usual) - 1 } : parsePages(named, usual);
  if (asked.first > Math.max(1, total)) {
    throw new ToolError("invalid_input", `${path} has ${plural(total, unit)}; there is no ${unit} ${asked.first}.`, {
      hint: `Ask for ${unit}s from 1 to ${total}.`,
      data: { path, [`${unit}s`]: total },
    });
  }
  return asked;
}
