import { ToolError } from "@holdall/tool-core";
import { lineEndingAt, listNumbers, type TextSplice } from "../text/lines.ts";
import { anchorRows } from "./anchor.ts";
import type { Hunk, PatchRow } from "./patch.ts";

/** Carry rows out from an index on, where the old ones stand line for line: what stays is not touched. */
export function rowSplices(text: string, start: number, rows: readonly PatchRow[]): TextSplice[] {
  const splices: TextSplice[] = [];
  const written = rows.some((row) => row.text.endsWith("\r"));
  let [at, from] = [start, start];
  let added: string[] = [];
  const close = (): void => {
    if (at === from && added.length === 0) return;
    const above = at === from && from > 0 ? from - 1 : from;
    const eol = written ? "\n" : lineEndingAt(text, above);
    const fresh = added.map((line) => line + eol).join("");
    splices.push(finalLine(text, { start: from, end: at, text: fresh }, rows));
    added = [];
  };
  for (const { sign, text: line } of rows) {
    if (sign === "+") added.push(line);
    else {
      if (sign === " ") close();
      at = nextLine(text, at);
      if (sign === " ") from = at;
    }
  }
  close();
  return splices;
}

const BREAK = /\r\n?|\n/g;

function nextLine(text: string, at: number): number {
  BREAK.lastIndex = at;
  return BREAK.test(text) ? BREAK.lastIndex : text.length;
}

/** The file keeps its final newline, or the lack of it, unless the patch says otherwise. */
function finalLine(text: string, splice: TextSplice, rows: readonly PatchRow[]): TextSplice {
  if (splice.end < text.length || splice.text === "") return splice;
  const closed = text === "" || /[\r\n]$/.test(text);
  const wasOpen = rows.findLast(({ sign }) => sign !== "+")?.open ?? false;
  const isOpen = rows.findLast(({ sign }) => sign !== "-")?.open ?? false;
  const eol = /\r\n?$/.exec(splice.text)?.[0] ?? "\n";
  const opens = closed ? isOpen : isOpen || !wasOpen;
  const lead = !closed && splice.start === text.length ? eol : "";
  return { ...splice, text: lead + (opens ? splice.text.slice(0, -eol.length) : splice.text) };
}

/** New lines without any old ones: below the anchor or a stated line, at the end where the patch says so, or into an empty file; else nowhere. */
export function insertion(text: string, hunk: Hunk, path: string): TextSplice {
  const lines = text.split("\n");
  const rows = anchorRows(lines, hunk.anchors);
  let start = text === "" || hunk.atEnd ? text.length : undefined;
  if (hunk.anchors.length > 0 && !hunk.atEnd) {
    if (rows.length !== 1)
      throw badAnchor(
        hunk,
        path,
        rows.map(({ row }) => row + 1),
      );
    start = lines.slice(0, rows[0]!.row + 1).reduce((sum, line) => sum + line.length + 1, 0);
  }
  start ??= startBelow(text, hunk.below);
  if (start === undefined) {
    throw new ToolError(
      "ambiguous",
      `The hunk at line ${hunk.line} of the patch only adds lines, and does not say where in ${path}. Nothing was changed.`,
      {
        hint: 'Add a line of context, name the line above with @@, or end the hunk with "*** End of File".',
        data: { path, patchLine: hunk.line },
      },
    );
  }
  return rowSplices(text, Math.min(start, text.length), hunk.rows)[0]!;
}

/** The index below a line; undefined where the file has no such line. */
function startBelow(text: string, line: number | undefined): number | undefined {
  if (line === undefined) return undefined;
  let at = 0;
  for (let row = 0; row < line; row++) {
    if (at >= text.length) return undefined;
    at = nextLine(text, at);
  }
  return at;
}

function badAnchor({ anchors, line }: Hunk, path: string, rows: readonly number[]): ToolError {
  const what = anchors.map((anchor) => JSON.stringify(anchor)).join(", ");
  const where =
    rows.length === 0 ? `is not in ${path}` : `is in ${path} at lines ${listNumbers(rows.slice(0, 20), rows.length)}`;
  return new ToolError(
    rows.length === 0 ? "no_match" : "ambiguous",
    `The hunk at line ${line} of the patch: ${what} ${where}. Nothing was changed.`,
    {
      hint: "Add a line of context next to the new lines, copied exactly.",
      data: { path, patchLine: line, lines: rows },
    },
  );
}

/** The content that rows alone make. */
export const contentOf = (rows: readonly PatchRow[]): string =>
  rows.map((row, i) => row.text + (row.open && i === rows.length - 1 ? "" : "\n")).join("");
