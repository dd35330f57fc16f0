import { ToolError } from "@holdall/tool-core";

/** The lines of a text without their ends; a line break at the end of the text begins no further one. */
export function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Lines with their numbers, as the memory tool of Anthropic writes them: six wide, then a tab. */
export const numbered = (lines: readonly string[], first = 1): string =>
  lines.map((line, i) => `${String(first + i).padStart(6)}\t${line}`).join("\n");

/** The lines that a replacement has changed, with two around them. */
export function snippetOf(text: string, start: number, length: number): string {
  const before = text.slice(0, start).split("\n").length;
  const last = before + text.slice(start, start + length).split("\n").length - 1;
  const first = Math.max(1, before - 2);
  return numbered(linesOf(text).slice(first - 1, last + 2), first);
}

/** The part of a note that `view_range` names, numbered. An end of -1 is the last line. */
export function rangeOf(text: string, range: readonly number[] | undefined): string {
  const lines = linesOf(text);
  if (!range) return numbered(lines);
  const [start = 1, end = -1] = range;
  const last = end === -1 ? lines.length : end;
  if (start < 1 || start > Math.max(1, lines.length) || last < start) {
    throw new ToolError("invalid_input", `Invalid \`view_range\` parameter: [${start}, ${end}].`, {
      hint: `The note has lines 1 to ${lines.length}; an end of -1 is the last.`,
    });
  }
  return numbered(lines.slice(start - 1, last), start);
}

/** Text put in behind a line, as lines of its own. Every other byte stays. */
export function insertBehind(text: string, line: number, inserted: string): string {
  const count = linesOf(text).length;
  if (line < 0 || line > count) {
    throw new ToolError(
      "invalid_input",
      `Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${count}]`,
    );
  }
  let at = 0;
  for (let i = 0; i < line; i++) at = text.indexOf("\n", at) + 1 || text.length + 1;
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  if (at > text.length) return text + end + (inserted || end);
  return text.slice(0, at) + inserted + (inserted.endsWith("\n") ? "" : end) + text.slice(at);
}

/** Where a text occurs in another, overlapping ones too. */
export function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) places.push(at);
  return places;
}

/** The line of a place, from 1. */
export const lineAt = (text: string, place: number): number => text.slice(0, place).split("\n").length;
