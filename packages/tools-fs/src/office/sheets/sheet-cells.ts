import type { Parts } from "../container/parts.ts";
import { attribute } from "../container/xml.ts";
import type { TextPiece } from "../pieces.ts";
import { type GridCell, type GridRow, parseRef } from "./grid.ts";
import type { NumberFormats } from "./number-format.ts";

/** Cells of a sheet at most, and characters of all of them; what follows is counted. */
const maxCells = 400_000;
const maxChars = 24_000_000;

/** What a cell shows whose formula has no result in the file. */
const notCalculated = "(not calculated)";

export interface SheetCells {
  readonly rows: readonly GridRow[];
  /** Formulas by address, in order. Those that follow another are named without text. */
  readonly formulas: readonly { readonly ref: string; readonly text: string }[];
  /** Ids of relationships of links, by address. */
  readonly links: ReadonlyMap<string, string>;
  /** Cells that are not in `rows`. */
  readonly leftOut: number;
}

/** The shown texts of a worksheet's cells. */
export async function readCells(
  parts: Parts,
  part: string,
  strings: readonly string[],
  formats: NumberFormats,
): Promise<SheetCells> {
  const rows: { number: number; cells: GridCell[] }[] = [];
  const formulas: { ref: string; text: string }[] = [];
  const links = new Map<string, string>();
  let [row, column, count, chars, leftOut] = [0, -1, 0, 0, 0];
  let [type, style, value, formula, hasFormula, isIn] = ["", 0, "", "", false, ""];
  const close = () => {
    const shown = value === "" && hasFormula ? notCalculated : shownText(type, value, style, strings, formats);
    const ref = `${letters(column)}${row}`;
    if (hasFormula && formula !== "") formulas.push({ ref, text: formula });
    if (shown === "" && !hasFormula) return;
    chars += shown.length;
    if (++count > maxCells || chars > maxChars) {
      leftOut++;
      return;
    }
    if (rows.at(-1)?.number !== row) rows.push({ number: row, cells: [] });
    const piece: TextPiece = { text: shown, place: { kind: "cell", part, ref, holds: "value" } };
    rows.at(-1)!.cells.push({ column, pieces: [piece] });
  };
  await parts.scan(part, {
    open(tag, attributes) {
      const at = { attributes };
      if (tag === "row") {
        row = Number(attributes.r ?? row + 1) || row + 1;
        column = -1;
      } else if (tag === "c") {
        const place = parseRef(attributes.r ?? "");
        column = place?.column ?? column + 1;
        row = place?.row ?? row;
        [type, style, value, formula, hasFormula, isIn] = [
          attributes.t ?? "n",
          Number(attributes.s ?? 0),
          "",
          "",
          false,
          "",
        ];
      } else if (tag === "f") {
        hasFormula = true;
        isIn = "f";
      } else if (tag === "v" || tag === "t") isIn = tag;
      else if (tag === "rPh") isIn = "skip";
      else if (tag === "hyperlink") {
        const id = attribute(at, "id");
        if (id !== undefined) links.set(attributes.ref ?? "", id);
      }
    },
    text(text) {
      if (isIn === "f") formula += text;
      else if (isIn === "v" || isIn === "t") value += text;
    },
    close(tag) {
      if (tag === "c") close();
      else if (tag === "f" || tag === "v" || tag === "t" || tag === "rPh") isIn = "";
    },
  });
  return { rows, formulas, links, leftOut };
}

const cache = new Map<number, string>();
function letters(column: number): string {
  let found = cache.get(column);
  if (found === undefined) {
    found =
      column < 26
        ? String.fromCharCode(65 + column)
        : letters(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26));
    if (cache.size < 20_000) cache.set(column, found);
  }
  return found;
}

function shownText(
  type: string,
  value: string,
  style: number,
  strings: readonly string[],
  formats: NumberFormats,
): string {
  if (value === "") return "";
  if (type === "s") return strings[Number(value)] ?? "";
  if (type === "b") return value === "1" || value === "true" ? "TRUE" : "FALSE";
  if (type !== "n") return value;
  const number = Number(value);
  return Number.isNaN(number) ? value : formats.show(number, style);
}

/** The shared strings of a workbook, without their phonetic readings. */
export async function readStrings(parts: Parts, part: string): Promise<readonly string[]> {
  const strings: string[] = [];
  let [text, isText, isReading] = ["", false, false];
  await parts.scan(part, {
    open(tag) {
      if (tag === "si") text = "";
      else if (tag === "rPh") isReading = true;
      else if (tag === "t") isText = !isReading;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(tag) {
      if (tag === "t") isText = false;
      else if (tag === "rPh") isReading = false;
      else if (tag === "si") strings.push(text);
    },
  });
  return strings.map(unescapeCharacters);
}

/** Control characters stand as `_x000D_` in strings of a workbook. */
const unescapeCharacters = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
