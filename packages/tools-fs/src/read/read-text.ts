import type { Path, ToolContext } from "@holdall/tool-core";
import { readTracker } from "../history/read-tracker.ts";
import type { TextFile } from "../text/codec.ts";
import { fileMetadata, lineCount, renderMetadata } from "../text/metadata.ts";
import { numberRows, splitsPair, startOfLine } from "./rows.ts";

export interface ReadWindow {
  /** From 1, or from the end below 0. */
  readonly offset: number;
  readonly limit: number;
  readonly column: number | undefined;
  readonly encoding: string | undefined;
  readonly maxChars: number;
  readonly maxLine: number;
}

/** A part of a text file, as rows, with what is needed to continue. */
export interface TextPart {
  readonly path: Path;
  readonly version: string;
  readonly content: string;
  readonly line: number;
  readonly end_line: number;
  /** Absent when a large file was not scanned to its end. */
  readonly total?: number;
  readonly next_offset?: number;
  readonly next_column?: number;
  readonly facts: string;
  readonly notes: readonly string[];
}

/** Lines shown of the end when an offset is after it. */
export const lastWindow = 100;

/** The first of `total` lines, cells or pages that is meant: below 0, it counts from the end. */
export const fromEnd = (offset: number, total: number): number =>
  offset < 0 ? Math.max(1, total + offset + 1) : offset;

/** The asked window of a text that is in memory. Tells the read tracker what was shown. */
export function readText(file: TextFile, path: Path, version: string, window: ReadWindow, ctx: ToolContext): TextPart {
  const { text } = file;
  const facts = fileMetadata(file, version, lineCount(file));
  const total = facts.lines;
  const past = window.offset > total && total > 0;
  const offset = past ? Math.max(1, total - Math.min(window.limit, lastWindow) + 1) : fromEnd(window.offset, total);
  const shared = {
    path,
    version,
    total,
    facts: renderMetadata(facts),
  };
  const notes = [...(past ? [pastEnd(window.offset, total)] : []), ...versionNotes(version)];
  const start = Math.max(0, startOfLine(text, offset));
  if (window.column !== undefined) {
    const found = text.indexOf("\n", start);
    const line = text.slice(start, found < 0 ? text.length : found).replace(/\r$/, "");
    ctx.state(readTracker).saw(path, version);
    return {
      ...shared,
      ...columnPart(line.slice(window.column - 1), offset, window.column, window.maxChars, offset < total),
      notes,
    };
  }
  const { rows, lines, end, cut } = numberRows(
    text.slice(start),
    offset,
    window.limit,
    window.maxChars,
    window.maxLine,
  );
  const last = offset + lines - 1;
  const shown = { text: text.slice(start, start + end), firstLine: offset };
  ctx.state(readTracker).saw(path, version, shown, offset === 1 && last >= total && cut.length === 0);
  return {
    ...shared,
    content: rows,
    line: Math.min(offset, Math.max(1, total)),
    end_line: last,
    ...(last < total && { next_offset: last + 1 }),
    notes: [...notes, ...cutNotes(cut, window.maxLine)],
  };
}

/** One line from a column on (from 1, UTF-16 units); `rest` is the line from there, or at least more of it than is shown. */
export function columnPart(rest: string, number: number, column: number, maxChars: number, more: boolean) {
  const wanted = Math.min(rest.length, maxChars);
  const to = wanted < rest.length && splitsPair(rest, wanted) ? wanted - 1 : wanted;
  return {
    content: `${number}  ${rest.slice(0, to)}`,
    line: number,
    end_line: number,
    ...(to < rest.length ? { next_offset: number, next_column: column + to } : more && { next_offset: number + 1 }),
  };
}

export function cutNotes(cut: readonly number[], maxLine: number): string[] {
  const [first] = cut;
  if (first === undefined) return [];
  const which =
    cut.length === 1
      ? `Line ${first} is`
      : `${cut.length} lines (${cut.slice(0, 5).join(", ")}${cut.length > 5 ? ", …" : ""}) are`;
  return [`${which} cut at ${maxLine} characters. To continue line ${first}: offset=${first}, column=${maxLine + 1}.`];
}

export const pastEnd = (offset: number, total: number): string =>
  `offset ${offset} is past the end: the file has ${total} lines. These are the last ones.`;

/** What a version is, if it differs from what the model might assume. */
export const versionNotes = (version: string): string[] =>
  version.startsWith("~")
    ? ["The version covers the file's size and times, not its content: the file is too large to hash."]
    : [];
