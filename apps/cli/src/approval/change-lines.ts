import { type DiffRow, type ViewBlock, viewCall } from "@holdall/call-view";
import type { ApprovalRequest } from "@holdall/tool-core";
import { wrapped } from "./visible.ts";

/** Rows of a change that are shown. */
const shownRows = 60;
const marks = { same: " ", added: "+", removed: "-", gap: " " } as const;

/**
 * The change that a dry run of the call has made, with the lines around it and their numbers; empty where there was none or
 * it is not a change of text.
 */
export function previewLines({ tool, input, preview }: ApprovalRequest): string[] {
  if (preview === undefined) return [];
  const { blocks } = viewCall({ id: "", tool, state: "success", input, output: preview });
  const diffs = blocks.filter((block): block is Extract<ViewBlock, { kind: "diff" }> => block.kind === "diff");
  // A diff without numbers is made of the input, not of the file.
  if (diffs.length < blocks.length || !diffs.every(({ rows }) => rows.some(({ before, after }) => before ?? after)))
    return [];
  return diffs.flatMap(({ path, rows, added, removed }) => {
    const of = diffs.length > 1 && path !== undefined ? `${path}: ` : "";
    const all = rows.flatMap((row) => rowLines(row, numberWidth(rows)));
    const cut = all.length - shownRows;
    return [
      ...wrapped(`change: ${of}+${added} −${removed} ${added + removed === 1 ? "line" : "lines"}`),
      ...all.slice(0, shownRows),
      ...(cut > 0 ? [`  … ${cut} more lines`] : []),
    ];
  });
}

const numberWidth = (rows: readonly DiffRow[]): number =>
  Math.max(...rows.map(({ before, after }) => String(after ?? before ?? "").length));

function rowLines(row: DiffRow, width: number): string[] {
  const number = String((row.kind === "removed" ? row.before : row.after) ?? "").padStart(width);
  return wrapped(row.text).map((part, at) => {
    const margin = at === 0 ? number : " ".repeat(width);
    return `  ${margin} ${marks[row.kind]} ${part}`.trimEnd();
  });
}

/** The lines that an edit takes out and puts in, and those around them in its input, where no dry run could be made. */
export function inputChange(before: string, after: string): string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const marked = (mark: string, lines: readonly string[]) => {
    const all = lines.flatMap(wrapped).map((line) => `  ${mark} | ${line}`);
    const cut = all.length - 20;
    return cut > 0 ? [...all.slice(0, 20), `  … ${cut} more lines`] : all;
  };
  return [
    "change:",
    ...marked(" ", old.slice(0, start)),
    ...marked("-", old.slice(start, old.length - end)),
    ...marked("+", now.slice(start, now.length - end)),
    ...marked(" ", old.slice(old.length - end)),
  ];
}
