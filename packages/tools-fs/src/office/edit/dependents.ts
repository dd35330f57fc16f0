import { parseRef } from "../sheets/grid.ts";

/** A formula of a workbook. */
export interface Formula {
  readonly sheet: string;
  readonly ref: string;
  /** Undefined for one that follows another. */
  readonly text: string | undefined;
}

interface Area {
  readonly sheet: string;
  readonly from: { readonly column: number; readonly row: number };
  readonly to: { readonly column: number; readonly row: number };
}

/** Formulas of a workbook above which all are taken for dependent. */
const maxFormulas = 4_000;

/** A cell, a range of cells, or of columns, with the name of its sheet. */
const reference =
  /(?<![\p{L}\p{N}_.$])(?:(?:'((?:[^']|'')+)'|([\p{L}\p{N}_.]+))!)?\$?([A-Z]{1,3})(?:\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?|:\$?([A-Z]{1,3}))(?![\p{L}\p{N}_.(!])/gu;

/**
 * The formulas whose results may change with some cells, directly or through others. A formula that names more than cells (names,
 * tables, computed addresses) counts as dependent.
 */
export function dependentFormulas(
  formulas: readonly Formula[],
  changed: readonly { readonly sheet: string; readonly ref: string }[],
): Formula[] {
  if (formulas.length > maxFormulas) return [...formulas];
  const left = new Map(formulas.map((formula) => [formula, areasOf(formula)]));
  const dependent: Formula[] = [];
  const queue = changed.map(({ sheet, ref }) => ({ sheet: sheet.toLowerCase(), ref }));
  const take = (formula: Formula) => {
    left.delete(formula);
    dependent.push(formula);
    queue.push({ sheet: formula.sheet.toLowerCase(), ref: formula.ref });
  };
  for (const [formula, areas] of left) if (!areas) take(formula);
  for (const cell of queue) {
    const at = parseRef(cell.ref);
    if (at)
      for (const [formula, areas] of left)
        if (areas?.some((area) => area.sheet === cell.sheet && holds(area, at))) take(formula);
  }
  return dependent;
}

const holds = ({ from, to }: Area, at: { readonly column: number; readonly row: number }): boolean =>
  at.row >= from.row && at.row <= to.row && at.column >= from.column && at.column <= to.column;

/** What a formula refers to; undefined where that is not certain. */
function areasOf({ sheet, text }: Formula): Area[] | undefined {
  if (text === undefined || /\[|INDIRECT|OFFSET|\d:\$?\d/i.test(text)) return undefined;
  const plain = text.replace(/"(?:[^"]|"")*"/g, '""');
  const areas: Area[] = [];
  const rest = plain.replace(reference, (...found: (string | undefined)[]) => {
    const [, quoted, named, first = "", row, second, rowTo, lastColumn] = found;
    const column = (letters: string) => parseRef(`${letters}1`)?.column ?? 0;
    const rows = row === undefined ? [1, 9_999_999] : [Number(row), Number(rowTo ?? row)];
    const columns = [column(first), column(lastColumn ?? second ?? first)];
    areas.push({
      sheet: (quoted?.replaceAll("''", "'") ?? named ?? sheet).toLowerCase(),
      from: { column: Math.min(...columns), row: Math.min(...rows) },
      to: { column: Math.max(...columns), row: Math.max(...rows) },
    });
    return "0";
  });
  // What is left besides functions, numbers and constants is a name.
  const names = rest
    .replace(/[\p{L}_][\p{L}\p{N}_.]*\(/gu, "(")
    .replace(/\b(?:TRUE|FALSE)\b/gi, "")
    .replace(/\d(?:\.\d+)?E[+-]?\d+/gi, "");
  return /[\p{L}_!]/u.test(names) ? undefined : areas;
}
