import type { DocumentBlock, DocumentPiece } from "../call-view.ts";
import { fieldOf, listOf, numberOf, textOf } from "../view/fields.ts";

/** Rows of one table that a view holds. */
const maxRows = 500;

/** The pages, slides, sheets or chapters that read_file has read. Undefined for an output that says no part. */
export function documentBlock(output: unknown): DocumentBlock | undefined {
  const part = fieldOf(output, "part");
  const [first, total] = [numberOf(part, "first"), numberOf(part, "total")];
  const unit = textOf(part, "unit");
  if (first === undefined || total === undefined || unit === undefined) return undefined;
  const parts = splitParts(textOf(output, "content") ?? "", unit, first);
  const notes = listOf(output, "notes").filter((note) => typeof note === "string");
  if (parts.length === 0) return undefined;
  const last = numberOf(part, "last") ?? total;
  const column = numberOf(output, "next_column");
  const cut = column === undefined ? [] : [`Not all of ${unit} ${last} was read: it goes on at column ${column}.`];
  return { kind: "document", unit, parts, total, more: Math.max(0, total - last), notes: [...notes, ...cut] };
}

/** The text between the heads `[page 3]`, which come in order: what looks like another head belongs to the text. */
function splitParts(content: string, unit: string, first: number): DocumentBlock["parts"] {
  const parts: { title: string; lines: string[] }[] = [];
  for (const line of content.split("\n")) {
    const [, found, number, rest = ""] = /^\[([a-z]+) (\d+)(.*)\]$/.exec(line) ?? [];
    if (found === unit && Number(number) === first + parts.length) {
      const name = `${unit.charAt(0).toUpperCase()}${unit.slice(1)} ${number}`;
      parts.push({ title: `${name}${rest}`, lines: [] });
    } else parts.at(-1)?.lines.push(line);
  }
  return parts.map(({ title, lines }) => ({ title, pieces: piecesOf(lines) }));
}

/** Tables of Markdown as tables, all else as the text that it is. */
function piecesOf(lines: readonly string[]): DocumentPiece[] {
  const pieces: DocumentPiece[] = [];
  let text: string[] = [];
  const endText = () => {
    const joined = text.join("\n").replace(/^\n+|\n+$/g, "");
    if (joined !== "") pieces.push({ kind: "text", text: joined });
    text = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (!line.startsWith("|") || !/^\|(?: ?:?-+:? ?\|)+$/.test(lines[at + 1] ?? "")) {
      text.push(line);
      continue;
    }
    endText();
    let end = at + 2;
    while (lines[end]?.startsWith("|")) end++;
    const rows = lines.slice(at + 2, end).map(cellsOf);
    pieces.push({
      kind: "table",
      head: cellsOf(line),
      rows: rows.slice(0, maxRows),
      more: Math.max(0, rows.length - maxRows),
    });
    at = end - 1;
  }
  endText();
  return pieces;
}

/** The cells of a row; a bar or a break in a cell is written as `\|` and `<br>`. */
const cellsOf = (line: string): string[] =>
  line
    .replace(/^\|\s?|\s?\|\s*$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|").replaceAll("<br>", "\n"));
