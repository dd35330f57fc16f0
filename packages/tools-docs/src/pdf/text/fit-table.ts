import { ToolError } from "@holdall/tool-core";
import { longestRun, widthOf } from "./fit-text.ts";

/** How a table fits a page. Lengths are in points. */
export interface TableFit {
  readonly size: number;
  readonly inset: number;
  /** On a page of its own, turned by a right angle. */
  readonly isTurned: boolean;
  /** Undefined where every column can be as wide as it wants. */
  readonly widths?: readonly number[];
}

export interface AvailableSpace {
  /** Points that text has from left to right, as the page is and turned. */
  readonly upright: number;
  /** Undefined where a table cannot have a page of its own. */
  readonly turned?: number | undefined;
}

interface Layout {
  readonly size: number;
  readonly inset: number;
  readonly isTurned: boolean;
}

const layouts: readonly Layout[] = [
  { size: 10.5, inset: 6, isTurned: false },
  { size: 9, inset: 5, isTurned: false },
  { size: 8, inset: 4, isTurned: false },
  { size: 9, inset: 5, isTurned: true },
  { size: 8, inset: 4, isTurned: true },
  { size: 7, inset: 3, isTurned: true },
  { size: 6, inset: 3, isTurned: true },
  { size: 7, inset: 3, isTurned: false },
  { size: 6, inset: 3, isTurned: false },
];

/** Words up to this width, in em, stay whole if any layout has room for them; then shorter ones. */
const wholeWords = [12, 7, 3.5];

/** Letters of a header are bold. */
const bold = 1.12;

/** Find the largest letters with which a table fits. Throws `too_large` for one that has too many columns. */
export function fitTable(rows: readonly (readonly string[])[], { upright, turned }: AvailableSpace): TableFit {
  const columns = rows[0]?.length ?? 0;
  const natural = Array<number>(columns).fill(0);
  const words = Array<number>(columns).fill(0);
  for (const [at, row] of rows.entries()) {
    for (const [column, cell] of row.entries()) {
      const factor = at === 0 ? bold : 1;
      for (const line of cell.split("\n")) natural[column] = Math.max(natural[column] ?? 0, widthOf(line) * factor);
      words[column] = Math.max(words[column] ?? 0, longestRun(cell) * factor);
    }
  }
  for (const whole of wholeWords) {
    for (const layout of layouts) {
      const room = layout.isTurned ? turned : upright;
      if (room === undefined) continue;
      const widths = shareWidths(
        natural,
        words.map((width) => Math.min(width, whole)),
        room,
        layout,
      );
      if (widths) return { ...layout, ...(widths.length > 0 && { widths }) };
    }
  }
  throw new ToolError("too_large", `A table of ${columns} columns does not fit the page.`, {
    hint: "Give it fewer columns, make several tables, or set paper to a3.",
    data: { columns },
  });
}

/** The width of each column, of which `natural` and `words` are in em; empty where all of them fit as they are, undefined where not even their words do. */
export function shareWidths(
  natural: readonly number[],
  words: readonly number[],
  room: number,
  { size, inset }: { readonly size: number; readonly inset: number },
): readonly number[] | undefined {
  const wanted = natural.map((width) => width * size + 2 * inset);
  const least = words.map((width) => Math.max(width, 1.1) * size + 2 * inset);
  const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);
  if (sum(wanted) <= room) return [];
  const left = room - sum(least);
  if (left < 0) return undefined;
  const more = wanted.map((width, at) => Math.max(0, width - (least[at] ?? 0)));
  const all = sum(more) || 1;
  return least.map((width, at) => width + Math.min(more[at] ?? 0, (left * (more[at] ?? 0)) / all));
}
