import { type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { decodeFile, type TextFile } from "./_codec.ts";
import { sizeText } from "./_directory.ts";
import { factsLine, fileFacts, indentationOf, lineEndingsOf } from "./_facts.ts";
import { type LargeFile, lineIndexes, readBytes, readFromLine } from "./_large-file.ts";
import { readLedger } from "./_ledger.ts";
import { plural } from "./_lines.ts";
import { numberRows, splitsPair, startOfLine } from "./_rows.ts";

export interface ReadWindow {
  readonly offset: number;
  readonly limit: number;
  readonly column: number | undefined;
  readonly encoding: string | undefined;
  readonly maxChars: number;
  readonly maxLine: number;
}

/** A part of a text file, as rows, with what it takes to go on. */
export interface TextPart {
  readonly path: Path;
  readonly version: string;
  readonly content: string;
  readonly first_line: number;
  readonly last_line: number;
  /** Absent when a large file was not scanned to its end. */
  readonly total_lines?: number;
  readonly next_offset?: number;
  readonly next_column?: number;
  readonly facts: string;
  readonly notes: readonly string[];
}

const lastWindow = 100;

/** The asked window of a text that is in memory. Tells the ledger what was shown. */
export function readText(file: TextFile, path: Path, version: string, window: ReadWindow, ctx: ToolContext): TextPart {
  const { text } = file;
  const facts = fileFacts(file, version);
  const total = facts.lines;
  const past = window.offset > total && total > 0;
  const offset = past ? Math.max(1, total - Math.min(window.limit, lastWindow) + 1) : window.offset;
  const shared = {
    path,
    version,
    total_lines: total,
    facts: factsLine(facts),
  };
  const notes = past
    ? [`offset ${window.offset} is past the end: the file has ${total} lines. These are the last ones.`]
    : [];
  const start = Math.max(0, startOfLine(text, offset));
  if (window.column !== undefined) {
    const found = text.indexOf("\n", start);
    const line = text.slice(start, found < 0 ? text.length : found).replace(/\r$/, "");
    ctx.state(readLedger).saw(path, version);
    return { ...shared, ...columnPart(line, offset, window.column, window.maxChars, offset < total), notes };
  }
  const { rows, lines, end, cut } = numberRows(
    text.slice(start),
    offset,
    window.limit,
    window.maxChars,
    window.maxLine,
  );
  const last = offset + lines - 1;
  ctx
    .state(readLedger)
    .saw(
      path,
      version,
      { text: text.slice(start, start + end), firstLine: offset },
      offset === 1 && last >= total && cut.length === 0,
    );
  return {
    ...shared,
    content: rows,
    first_line: Math.min(offset, Math.max(1, total)),
    last_line: last,
    ...(last < total && { next_offset: last + 1 }),
    notes: [...notes, ...cutNotes(cut, window.maxLine)],
  };
}

/** The asked window of a file too large to be in memory: only bytes around it are read. */
export async function readLargeText(
  path: Path,
  size: number,
  window: ReadWindow,
  backend: LargeFile["backend"],
  ctx: ToolContext,
): Promise<TextPart | undefined> {
  const file: LargeFile = { backend, path, size, signal: ctx.signal, indexes: ctx.state(lineIndexes) };
  const head = (await backend.read(path, { range: { start: 0, end: 64 * 1024 }, signal: ctx.signal })).bytes;
  const decoded = decodeFile(head.subarray(0, head.lastIndexOf(10) + 1 || head.length), window.encoding);
  if (decoded.kind === "binary") return undefined;
  const { encoding, bom } = decoded;
  if (/^utf-(16|32)|^iso-2022/.test(encoding)) {
    throw new ToolError("too_large", `${path} is ${encoding} and too large to be read in parts.`, {
      hint: "Convert it to UTF-8 first, or search it with {grep_files}.",
    });
  }
  let found = await readFromLine(file, window.offset);
  let offset = window.offset;
  const notes: string[] = [];
  if (!("bytes" in found)) {
    notes.push(`offset ${offset} is past the end: the file has ${found.totalLines} lines. These are the last ones.`);
    offset = Math.max(1, found.totalLines - Math.min(window.limit, lastWindow) + 1);
    found = await readFromLine(file, offset);
    if (!("bytes" in found))
      throw new ToolError("stale", `${path} changed while it was being read.`, { hint: "Read it again." });
  }
  const { bytes, start, version, totalLines } = found;
  const atEnd = start + bytes.length >= size;
  const whole = atEnd ? bytes.length : bytes.lastIndexOf(10) + 1 || bytes.length;
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, whole));
  const endings = lineEndingsOf(decoded.text);
  const facts = [
    bom > 0 ? `${encoding} bom` : encoding,
    ...(endings === "none" ? [] : [endings]),
    indentationOf(decoded.text),
    totalLines === undefined ? sizeText(size) : plural(totalLines, "line"),
    atEnd && !text.endsWith("\n") && "no final newline",
    `version ${version}`,
  ]
    .filter(Boolean)
    .join(" · ");
  const shared = { path, version, facts, ...(totalLines !== undefined && { total_lines: totalLines }) };
  if (window.column !== undefined) {
    const line = await longLine(file, version, encoding, start, window.column + window.maxChars);
    ctx.state(readLedger).saw(path, version);
    return { ...shared, ...columnPart(line, offset, window.column, window.maxChars, !atEnd), notes };
  }
  const { rows, lines, end, cut } = numberRows(text, offset, window.limit, window.maxChars, window.maxLine);
  const last = offset + lines - 1;
  const more = totalLines === undefined ? !atEnd || end < text.length : last < totalLines;
  ctx.state(readLedger).saw(path, version, { text: text.slice(0, end), firstLine: offset });
  return {
    ...shared,
    content: rows,
    first_line: offset,
    last_line: last,
    ...(more && { next_offset: last + 1 }),
    notes: [...notes, ...cutNotes(cut, window.maxLine)],
  };
}

/** A line of a large file, as far as `length` characters need it. */
async function longLine(
  file: LargeFile,
  version: string,
  encoding: string,
  start: number,
  length: number,
): Promise<string> {
  const decoder = new TextDecoder(encoding);
  const step = 1024 * 1024;
  let line = "";
  for (let at = start; at < file.size && line.length <= length; at += step) {
    line += decoder.decode(await readBytes(file, version, at, at + step), { stream: true });
    const end = line.indexOf("\n");
    if (end >= 0) return line.slice(0, end).replace(/\r$/, "");
  }
  return line;
}

/** One line from a column on (from 1, UTF-16 units). */
function columnPart(line: string, number: number, column: number, maxChars: number, more: boolean) {
  const from = Math.min(column - 1, line.length);
  const wanted = Math.min(line.length, from + maxChars);
  const to = wanted < line.length && splitsPair(line, wanted) ? wanted - 1 : wanted;
  return {
    content: `${number}  ${line.slice(from, to)}`,
    first_line: number,
    last_line: number,
    ...(to < line.length ? { next_offset: number, next_column: to + 1 } : more && { next_offset: number + 1 }),
  };
}

function cutNotes(cut: readonly number[], maxLine: number): string[] {
  const [first] = cut;
  if (first === undefined) return [];
  const which =
    cut.length === 1
      ? `Line ${first} is`
      : `${cut.length} lines (${cut.slice(0, 5).join(", ")}${cut.length > 5 ? ", …" : ""}) are`;
  return [`${which} cut at ${maxLine} characters. To go on in line ${first}: offset=${first}, column=${maxLine + 1}.`];
}
