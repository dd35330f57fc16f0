import { type Backend, type FileBytes, type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { readTracker } from "../history/read-tracker.ts";
import { decodeFile, type TextFile } from "../text/codec.ts";
import { createDecoder } from "../text/decoder.ts";
import { plural } from "../text/lines.ts";
import { indentationOf, lineEndingsOf } from "../text/metadata.ts";
import { isUtf8 } from "../text/platform.ts";
import { sizeText } from "../text/size-text.ts";
import { unitEncoding } from "../text/unit-encoding.ts";
import { isWide } from "../text/wide.ts";
import { afterBreak } from "./count-breaks.ts";
import { bytesFrom, type LargeFile, lineCountOf, lineIndexes, readFromLine } from "./large-file.ts";
import {
  columnPart,
  cutNotes,
  fromEnd,
  lastWindow,
  pastEnd,
  type ReadWindow,
  type TextPart,
  versionNotes,
} from "./read-text.ts";
import { numberRows } from "./rows.ts";

/** The asked window of a file too large to be in memory, of which the beginning is given: only bytes around it are kept. Nothing when the file is no text. */
export async function readLargeText(
  path: Path,
  beginning: FileBytes,
  window: ReadWindow,
  backend: Backend,
  ctx: ToolContext,
): Promise<TextPart | undefined> {
  const { signal } = ctx;
  const { version, size } = beginning;
  const head = beginning.bytes.subarray(0, 64 * 1024);
  const unit = unitEncoding(head, window.encoding);
  if (unit) {
    throw new ToolError("too_large", `${path} is ${unit} of ${sizeText(size)}, which is not read in parts.`, {
      hint: `Convert it to UTF-8 first, such as with: iconv -f ${unit} -t utf-8`,
      data: { path, size },
    });
  }
  const decoded = decodeFile(head.subarray(0, head.lastIndexOf(10) + 1 || head.length), window.encoding);
  if (decoded.kind === "binary") return undefined;
  const file: LargeFile = { backend, path, version, size, signal, indexes: ctx.state(lineIndexes) };
  const notes = versionNotes(version);
  let { offset } = window;
  if (offset < 0) offset = fromEnd(offset, await lineCountOf(file));
  let found = await readFromLine(file, offset);
  if (!("bytes" in found)) {
    notes.unshift(pastEnd(offset, found.totalLines));
    offset = Math.max(1, found.totalLines - Math.min(window.limit, lastWindow) + 1);
    found = await readFromLine(file, offset);
    if (!("bytes" in found)) throw new Error("The last lines of a file lie behind its end.");
  }
  const { bytes, start, totalLines } = found;
  const atEnd = start + bytes.length >= size;
  const whole = atEnd ? bytes.length : bytes.lastIndexOf(10) + 1;
  const encoding = encodingOf(bytes.subarray(0, whole), decoded, window.encoding);
  const endings = lineEndingsOf(decoded.text);
  const facts = [
    decoded.bom > 0 ? `${encoding} bom` : encoding,
    endings !== "none" && endings,
    indentationOf(decoded.text),
    totalLines === undefined ? sizeText(size) : plural(totalLines, "line"),
    atEnd && bytes.at(-1) !== 10 && "no final newline",
    `version ${version}`,
  ]
    .filter(Boolean)
    .join(" · ");
  const shared = { path, version, facts, ...(totalLines !== undefined && { total_lines: totalLines }) };
  if (window.column !== undefined || whole === 0) {
    const { column = 1, maxChars, maxLine } = window;
    const max = window.column === undefined ? maxLine : maxChars;
    const { rest, more } = await restOfLine(file, start, encoding, column, max);
    const part = columnPart(rest, offset, column, max, more);
    ctx.state(readTracker).saw(path, version);
    if (window.column === undefined)
      notes.push(`Line ${offset} is longer than ${sizeText(bytes.length)}. The line after it: offset=${offset + 1}.`);
    return { ...shared, ...part, notes };
  }
  const asked = afterBreak(bytes, window.limit);
  const shown = bytes.subarray(0, asked < 0 ? whole : asked);
  const { text, malformed } = textOf(shown, encoding, start > 0);
  const { rows, lines, end, cut } = numberRows(text, offset, window.limit, window.maxChars, window.maxLine);
  const last = offset + lines - 1;
  const more = end < text.length || start + shown.length < size;
  ctx.state(readTracker).saw(path, version, { text: text.slice(0, end), firstLine: offset, lines });
  return {
    ...shared,
    content: rows,
    first_line: offset,
    last_line: last,
    ...(more && { next_offset: last + 1 }),
    notes: [...notes, ...malformedNotes(malformed), ...cutNotes(cut, window.maxLine)],
  };
}

/**
 * The encoding of some lines of a file: that of its beginning, unless the beginning was ASCII and they tell that it is
 * another one.
 */
function encodingOf(lines: Uint8Array, beginning: TextFile, asked: string | undefined): string {
  const { encoding, text, bytes } = beginning;
  if (asked !== undefined || encoding !== "utf-8" || text.length < bytes.length || isUtf8(lines)) return encoding;
  const file = decodeFile(lines);
  return file.kind === "text" && !isWide(file.encoding) ? file.encoding : encoding;
}

/** The text of some lines; bytes that are not UTF-8 stand in it as they do in a file that is read whole. */
function textOf(lines: Uint8Array, encoding: string, isInside: boolean): Pick<TextFile, "text" | "malformed"> {
  if (encoding !== "utf-8" || isUtf8(lines))
    return { text: createDecoder(encoding, { ignoreBOM: isInside }).decode(lines) };
  const file = decodeFile(lines, encoding);
  return file.kind === "text" ? file : { text: "" };
}

const malformedNotes = (malformed = 0): string[] =>
  malformed > 0 ? [`${plural(malformed, "byte")} of these lines ${malformed === 1 ? "is" : "are"} not utf-8.`] : [];

/** A line from a column on, at least `length` characters and one more where it has them; and whether a line follows. */
async function restOfLine(file: LargeFile, start: number, encoding: string, column: number, length: number) {
  const decoder = createDecoder(encoding, { ignoreBOM: start > 0 });
  let [at, skip, rest] = [start, column - 1, ""];
  for await (const bytes of bytesFrom(file, start)) {
    at += bytes.length;
    const text = decoder.decode(bytes, { stream: at < file.size });
    const end = text.indexOf("\n");
    const line = end < 0 ? text : text.slice(0, end);
    rest += line.slice(skip);
    skip = Math.max(0, skip - line.length);
    if (end >= 0) return { rest: rest.replace(/\r$/, ""), more: end + 1 < text.length || at < file.size };
    if (rest.length > length) break;
  }
  return { rest, more: false };
}
