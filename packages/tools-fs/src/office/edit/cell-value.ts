import { ToolError } from "@holdall/tool-core";

export interface CellNotation {
  /** The number format of the cell. */
  readonly format: string;
  /** What it showed. */
  readonly before: string;
  readonly is1904: boolean;
  readonly ref: string;
}

const isDateFormat = (format: string): boolean =>
  /[ymdhs]/i.test(format.replace(/"[^"]*"|\\.|\[[^\]]*\]|General/gi, ""));

const day = 86_400_000;

/**
 * What a text means in a cell: a number as the cell shows numbers (`1,234.50`, `12 %`, `$5`), a date in ISO 8601 where it shows
 * dates, or a boolean. Undefined for text. Throws `invalid_input` for a date in another notation.
 */
export function parseCellValue(
  text: string,
  { format, before, is1904, ref }: CellNotation,
): number | boolean | undefined {
  const trimmed = text.trim();
  if (/^(?:TRUE|FALSE)$/.test(trimmed)) return trimmed === "TRUE";
  if (isDateFormat(format)) {
    const [, y, m, d, h = "0", min = "0", s = "0"] =
      /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?$/.exec(trimmed) ?? [];
    if (y) {
      const time = Date.UTC(Number(y), Number(m) - 1, Number(d), Number(h), Number(min), Number(s));
      return (time - Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30)) / day;
    }
    if (/\d/.test(trimmed))
      throw new ToolError(
        "invalid_input",
        `${ref} shows a date as ${format}; "${trimmed.slice(0, 40)}" cannot be read as one for certain.`,
        {
          hint: "Write the date as YYYY-MM-DD, or YYYY-MM-DD hh:mm:ss. Quote the whole cell in old_string.",
          data: { cell: ref, format },
        },
      );
    return undefined;
  }
  const isPercent = trimmed.endsWith("%") && format.includes("%");
  const isNegative = /^\(.*\)$/.test(trimmed) && /\(.*\)/.test(format);
  // A symbol of a currency is part of the number where the cell shows one.
  const symbols = before.replace(/[\d.,\s()%+-]/g, "");
  const bare = trimmed
    .replace(/^\(|\)$|%$/g, "")
    .replace(symbols && /^\D+$/.test(symbols) ? symbols : "", "")
    .trim();
  if (!/^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(bare) || !/\d/.test(bare)) return undefined;
  // Digits of a code are text: a leading zero would be lost.
  if (/^0\d/.test(bare) && !/^0+$/.test(format)) return undefined;
  const value = Number(bare.replaceAll(",", ""));
  if (!Number.isFinite(value)) return undefined;
  return (isNegative ? -value : value) / (isPercent ? 100 : 1);
}
