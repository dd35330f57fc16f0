import { type Element, elementsOf, firstOf, type Node, sizeOf } from "../tree.ts";

/** Cells of a grid for one that is written down, and in any case; beyond them spans count as one. */
const maxRepeats = 20;
const maxCells = 10_000;

export interface TableGrid<T> {
  readonly caption: Element | undefined;
  readonly header: readonly T[];
  readonly rows: readonly (readonly T[])[];
}

/** The cells of a table as a grid: what spans columns or rows is repeated there, and `make` gets that information. */
export function tableGrid<T>(table: Element, make: (cell: Element, isRepeat: boolean) => T): TableGrid<T> {
  const lines = rowsOf(table);
  const grid: T[][] = [];
  const below: { cell: Element; rows: number }[] = [];
  let headers = 0;
  let left = maxCells + maxRepeats * lines.reduce((sum, { cells }) => sum + cells.length, 0);
  for (const { cells, isHead } of lines) {
    const row: T[] = [];
    const takeBelow = () => {
      for (let span = below[row.length]; span && span.rows > 0; span = below[row.length]) {
        span.rows = left-- > 0 ? span.rows - 1 : 0;
        row.push(make(span.cell, true));
      }
    };
    for (const cell of cells) {
      takeBelow();
      const rows = spanOf(cell.attributes.rowspan, left > 0 ? lines.length : 1) - 1;
      const columns = spanOf(cell.attributes.colspan, Math.max(1, Math.min(left, 1_000)));
      left -= columns;
      for (let i = 0; i < columns; i++) {
        if (rows > 0) below[row.length] = { cell, rows };
        row.push(make(cell, i > 0));
      }
    }
    takeBelow();
    const isHeader =
      grid.length === headers &&
      headers === 0 &&
      (isHead || (cells.length > 1 && cells.every(({ tag }) => tag === "th")));
    if (isHeader) headers = 1;
    grid.push(row);
  }
  const caption = table.children.find(
    (child): child is Element => typeof child !== "string" && child.tag === "caption",
  );
  return { caption, header: headers > 0 ? grid[0]! : [], rows: grid.slice(headers) };
}

/**
 * Whether a table holds data rather than arranging the page: more than one row and column, and cells without blocks of their
 * own. A table that says what its cells are is one whatever is in them, unless they hold a part of the page.
 */
export function isDataTable(table: Element): boolean {
  const { role } = table.attributes;
  if (role === "presentation" || role === "none") return false;
  const lines = rowsOf(table);
  const widest = Math.max(0, ...lines.slice(0, 100).map(({ cells }) => cells.length));
  if (widest < 2 || lines.length < 2) return false;
  if (namesCells(table, lines)) return !lines.some(({ cells }) => cells.some(holdsPart));
  for (const { tag, attributes } of elementsOf(table)) {
    if (/^(table|h[1-6]|pre|blockquote|article|section)$/.test(tag) && attributes.role !== "presentation") return false;
  }
  return true;
}

/** Cells that are headers, a caption, or a role that says so. */
function namesCells(table: Element, lines: readonly Line[]): boolean {
  if (/^(table|grid|treegrid)$/.test(table.attributes.role ?? "")) return true;
  const hasCaption = table.children.some((child) => typeof child !== "string" && child.tag === "caption");
  return hasCaption || lines.some(({ cells, isHead }) => isHead || cells.some(({ tag }) => tag === "th"));
}

/** Characters of a cell that are more than a cell. */
const maxCell = 4_000;

/** Whether a cell is a part of the page rather than a value. */
function holdsPart(cell: Element): boolean {
  return firstOf(cell, "h1", "article", "main", "nav") !== undefined || sizeOf(cell).characters > maxCell;
}

interface Line {
  readonly cells: readonly Element[];
  readonly isHead: boolean;
}

function rowsOf(table: Element): readonly Line[] {
  const lines: Line[] = [];
  const visit = (children: readonly Node[], isHead: boolean): void => {
    for (const child of children) {
      if (typeof child === "string") continue;
      if (child.tag === "tr") {
        const cells = child.children.filter(
          (cell): cell is Element => typeof cell !== "string" && (cell.tag === "td" || cell.tag === "th"),
        );
        if (cells.length > 0) lines.push({ cells, isHead });
      } else if (child.tag === "thead" || child.tag === "tbody" || child.tag === "tfoot") {
        visit(child.children, child.tag === "thead");
      }
    }
  };
  visit(table.children, false);
  return lines;
}

function spanOf(value: string | undefined, max: number): number {
  const span = Number.parseInt(value ?? "1", 10);
  return Number.isFinite(span) ? Math.min(Math.max(1, span), max) : 1;
}
