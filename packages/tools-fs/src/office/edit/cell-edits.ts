import { ToolError } from "@holdall/tool-core";
import { applySplices, type TextSplice } from "../../text/lines.ts";
import {
  attribute,
  below,
  child,
  isElement,
  parseXml,
  type TokenizerClass,
  textOf,
  type XmlElement,
} from "../container/xml.ts";
import { columnLetters, parseRef, unescapeCell } from "../sheets/grid.ts";
import { parseCellValue } from "./cell-value.ts";
import { escapeXml } from "./run-edits.ts";
import type { CellEdit } from "./targets.ts";

/** What a sheet's edits need of the workbook. */
export interface CellContext {
  readonly TokenizerOf: TokenizerClass;
  /** The source of the item of the shared strings with this number. */
  sharedString(index: number): string | undefined;
  /** The number format of a style. */
  format(style: number): string;
  readonly is1904: boolean;
}

export interface CellSplices {
  readonly splices: readonly TextSplice[];
  /** Cells that held a formula and hold none now. */
  readonly freed: readonly string[];
}

/** The splices of a worksheet's source that give cells other contents. The style of a cell is kept. */
export function cellSplices(source: string, edits: readonly CellEdit[], ctx: CellContext): CellSplices {
  const root = parseXml(ctx.TokenizerOf, source);
  const { cells, rows } = cellsOf(root, new Set(edits.map(({ place }) => parseRef(place.ref)?.row)));
  const freed: string[] = [];
  const splices = edits.map((edit): TextSplice => {
    const { ref } = edit.place;
    const cell = cells.get(ref);
    if (cell) return { start: cell.start, end: cell.end, text: changedCell(source, cell, edit, ctx, freed) };
    return newCell(source, rows, edit, ctx);
  });
  return { splices: splices.sort((a, b) => a.start - b.start), freed };
}

interface SheetElements {
  readonly cells: ReadonlyMap<string, XmlElement>;
  /** Rows, and whether all of their cells say where they are. */
  readonly rows: ReadonlyMap<number, { readonly element: XmlElement; readonly isNamed: boolean }>;
}

/** The wanted rows and their cells by their addresses; those without one follow the one in front of them. */
function cellsOf(root: XmlElement, wanted: ReadonlySet<number | undefined>): SheetElements {
  const cells = new Map<string, XmlElement>();
  const rows = new Map<number, { element: XmlElement; isNamed: boolean }>();
  let row = 0;
  for (const element of below(root, "row")) {
    row = Number(attribute(element, "r") ?? row + 1) || row + 1;
    if (!wanted.has(row)) continue;
    let column = -1;
    let isNamed = true;
    for (const cell of below(element, "c")) {
      const ref = attribute(cell, "r");
      column = parseRef(ref ?? "")?.column ?? column + 1;
      isNamed &&= ref !== undefined;
      cells.set(`${columnLetters(column)}${row}`, cell);
    }
    rows.set(row, { element, isNamed });
  }
  return { cells, rows };
}

function changedCell(source: string, cell: XmlElement, edit: CellEdit, ctx: CellContext, freed: string[]): string {
  const { ref, holds } = edit.place;
  const after = unescapeCell(edit.after);
  const formula = child(cell, "f");
  const prefix = /^<([\w.-]+:)?/.exec(source.slice(cell.start, cell.openEnd))?.[1] ?? "";
  if (holds === "formula") {
    const kind = formula && attribute(formula, "t");
    if (!formula || kind) throw refusedFormula(ref, kind ?? "none");
    if (after.startsWith("=")) {
      const open = source.slice(formula.start, formula.openEnd);
      return cellOf(source, cell, prefix, undefined, `${open}${escapeXml(after.slice(1))}</${prefix}f>`);
    }
    freed.push(ref);
    return valueCell(source, cell, prefix, after, "n", edit.before, ctx);
  }
  if (formula) throw holdsFormula(ref, textOf(formula));
  const type = attribute(cell, "t") ?? "n";
  if (type === "s" || type === "inlineStr") {
    const inner =
      type === "s"
        ? ctx.sharedString(Number(textOf(child(cell, "v") ?? cell)))
        : sourceInside(source, child(cell, "is"));
    const string = inner === undefined ? undefined : editString(inner, after, prefix, ctx);
    if (after !== "" && !after.startsWith("=") && string !== undefined)
      return cellOf(source, cell, prefix, "inlineStr", `<${prefix}is>${string}</${prefix}is>`);
    return valueCell(source, cell, prefix, after, "str", edit.before, ctx);
  }
  return valueCell(source, cell, prefix, after, type, edit.before, ctx);
}

const sourceInside = (source: string, element: XmlElement | undefined): string | undefined =>
  element && source.slice(element.openEnd, element.closeStart);

/** The content of a string with other text. Runs keep their formatting: what is the same at both ends stays where it is. */
function editString(inner: string, after: string, prefix: string, { TokenizerOf }: CellContext): string | undefined {
  const wrapped = `<x>${inner}</x>`;
  const root = parseXml(TokenizerOf, wrapped);
  const texts = [...below(root, "t", "rPh")].filter(({ tag }) => tag === "t");
  const before = texts.map(textOf).join("");
  if (texts.length < 2)
    return `<${prefix}t${/^\s|\s$|\n/.test(after) ? ' xml:space="preserve"' : ""}>${escapeXml(after)}</${prefix}t>`;
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const fresh = after.slice(head, after.length - tail);
  let at = 0;
  let isPlaced = false;
  const splices = texts.map((element): TextSplice => {
    const text = textOf(element);
    const [from, to] = [at, at + text.length];
    at = to;
    const [cutFrom, cutTo] = [Math.max(head, from), Math.min(before.length - tail, to)];
    const takes = !isPlaced && head <= to && (head < to || to === before.length);
    const middle = takes ? fresh : "";
    isPlaced ||= takes;
    const kept = cutFrom <= cutTo ? text.slice(0, cutFrom - from) + middle + text.slice(cutTo - from) : text;
    const open = wrapped.slice(element.start, element.openEnd).replace(/\/?>$/, "");
    const space = /\s$|^\s|\n/.test(kept) && !open.includes("xml:space") ? ' xml:space="preserve"' : "";
    const name = /^<([\w.:-]+)/.exec(open)![1]!;
    return { start: element.start, end: element.end, text: `${open}${space}>${escapeXml(kept)}</${name}>` };
  });
  const edited = applySplices(wrapped, splices).slice(3, -4);
  return edited.replace(/<(?:[\w.-]+:)?rPh\b[\s\S]*?<\/(?:[\w.-]+:)?rPh>|<(?:[\w.-]+:)?phoneticPr\b[^>]*\/>/g, "");
}

function valueCell(
  source: string,
  cell: XmlElement,
  prefix: string,
  after: string,
  type: string,
  before: string,
  ctx: CellContext,
): string {
  const style = Number(attribute(cell, "s") ?? 0);
  return cellOf(
    source,
    cell,
    prefix,
    ...content(prefix, after, type, before, ctx.format(style), ctx.is1904, attribute(cell, "r") ?? ""),
  );
}

/** The type and the content of a cell with this text. */
function content(
  prefix: string,
  after: string,
  type: string,
  before: string,
  format: string,
  is1904: boolean,
  ref: string,
): [string | undefined, string] {
  if (after === "") return [undefined, ""];
  if (after.startsWith("=") && after.length > 1)
    return [undefined, `<${prefix}f>${escapeXml(after.slice(1))}</${prefix}f>`];
  const value = type === "str" ? undefined : parseCellValue(after, { format, before, is1904, ref });
  if (typeof value === "number") return [undefined, `<${prefix}v>${value}</${prefix}v>`];
  if (typeof value === "boolean") return ["b", `<${prefix}v>${value ? 1 : 0}</${prefix}v>`];
  const space = /^\s|\s$|\n/.test(after) ? ' xml:space="preserve"' : "";
  return ["inlineStr", `<${prefix}is><${prefix}t${space}>${escapeXml(after)}</${prefix}t></${prefix}is>`];
}

/** A cell with its attributes, but another type and content. */
function cellOf(source: string, cell: XmlElement, prefix: string, type: string | undefined, inside: string): string {
  const open = source
    .slice(cell.start, cell.openEnd)
    .replace(/\s*\/?>$/, "")
    .replace(/\st=(?:"[^"]*"|'[^']*')/, "");
  const extension = cell.children
    .filter((each) => isElement(each) && each.tag === "extLst")
    .map((each) => source.slice(each.start, each.end))
    .join("");
  return `${open}${type ? ` t="${type}"` : ""}>${inside}${extension}</${prefix}c>`;
}

/** A cell that was not there, at its place in the row. */
function newCell(
  source: string,
  rows: SheetElements["rows"],
  { place, after, before }: CellEdit,
  { format, is1904 }: CellContext,
): TextSplice {
  const at = parseRef(place.ref)!;
  const { element: row, isNamed } = rows.get(at.row) ?? {};
  if (!row || !isNamed)
    throw new ToolError("unsupported", `Row ${at.row} of the sheet does not name its cells.`, {
      hint: "Save the workbook again with a spreadsheet program.",
    });
  const next = [...below(row, "c")].find((cell) => (parseRef(attribute(cell, "r") ?? "")?.column ?? -1) > at.column);
  const prefix = /^<([\w.-]+:)?/.exec(source.slice(row.start, row.openEnd))?.[1] ?? "";
  const [type, inside] = content(prefix, unescapeCell(after), "n", before, format(0), is1904, place.ref);
  const cell = `<${prefix}c r="${place.ref}"${type ? ` t="${type}"` : ""}>${inside}</${prefix}c>`;
  const start = next?.start ?? row.closeStart;
  return { start, end: start, text: cell };
}

const holdsFormula = (ref: string, formula: string): ToolError =>
  new ToolError(
    "invalid_input",
    `${ref} holds the formula ${formula ? `=${formula.slice(0, 80)}` : "that it shares with other cells"}; its result cannot be edited.`,
    {
      hint: formula
        ? `To change the formula, quote its line under "Formulas:" as old_string ("- ${ref}: =${formula.slice(0, 40)}").`
        : "Change the cells that it is computed from.",
      data: { cell: ref },
    },
  );

const refusedFormula = (ref: string, kind: string): ToolError =>
  new ToolError(
    "unsupported",
    `The formula of ${ref} is ${kind === "shared" ? "shared with other cells" : `of the kind "${kind}"`}, which is not edited.`,
    {
      hint: "Change it with a spreadsheet program.",
      data: { cell: ref },
    },
  );
