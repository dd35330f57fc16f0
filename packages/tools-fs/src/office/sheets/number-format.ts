import type { Parts } from "../container/parts.ts";
import { attribute, below, type XmlElement } from "../container/xml.ts";

/** Show a number as a cell with this style does. */
export type ShowNumber = (value: number, style: number) => string;

export type FormatValue = (value: unknown, format: string, options?: { is1904?: boolean }) => string;

/** Formats without text of their own in a file, by id. */
const builtIn: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "m/d/yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "m/d/yyyy h:mm",
  37: "#,##0;(#,##0)",
  38: "#,##0;(#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;(#,##0.00)",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
  49: "@",
};

export interface NumberFormats {
  readonly show: ShowNumber;
  /** The format of a style. */
  format(style: number): string;
}

/** The number formats of a workbook's styles. */
export async function readFormats(
  parts: Parts,
  name: string | undefined,
  { formatValue, is1904 }: { readonly formatValue: FormatValue; readonly is1904: boolean },
): Promise<NumberFormats> {
  const root = name === undefined ? undefined : await parts.xml(name);
  const own = new Map<number, string>();
  for (const each of root ? below(root, "numFmt") : [])
    own.set(Number(attribute(each, "numFmtId")), attribute(each, "formatCode") ?? "General");
  const styles = stylesOf(root).map((id) => own.get(id) ?? builtIn[id] ?? "General");
  const format = (style: number) => styles[style] ?? "General";
  return {
    format,
    show(value, style) {
      const code = format(style);
      if (code === "General" || code === "@") return generalNumber(value);
      try {
        const zero = value === 0 ? zeroText(code) : undefined;
        return zero ?? formatValue(value, plainSymbols(code), { is1904 }).trim();
      } catch {
        return generalNumber(value);
      }
    },
  };
}

const stylesOf = (root: XmlElement | undefined): number[] => {
  const list = root && [...below(root, "cellXfs")][0];
  return list ? [...below(list, "xf")].map((xf) => Number(attribute(xf, "numFmtId") ?? 0)) : [];
};

/** What a format says of zero where that is text alone: accounting formats show a dash, others nothing. */
function zeroText(code: string): string | undefined {
  const section = /^\[=0\]([^;]*)/.exec(code)?.[1] ?? code.split(";")[2];
  if (section === undefined || /[0#]|[ymdhs]/i.test(section.replace(/"[^"]*"|\\./g, ""))) return undefined;
  return section
    .replace(/[_*\\]?./g, (found) => (found.length > 1 ? (found[0] === "\\" ? found[1]! : "") : found))
    .replace(/["?@]|\[[^\]]*\]/g, "")
    .trim();
}

/** Symbols of currencies stand in brackets, with the number of a language. */
const plainSymbols = (code: string): string =>
  code.replace(/\[\$([^\]-]*)(?:-[0-9A-Fa-f]+)?\]/g, (_, symbol: string) => (symbol ? `"${symbol}"` : ""));

/** A number as programs show it without a format, with all digits that a file keeps. */
function generalNumber(value: number): string {
  const plain = String(value);
  if (plain.length <= 15 && !plain.includes("e")) return plain;
  return String(Number(value.toPrecision(15)))
    .replace(/e([+-])(\d)$/, "E$10$2")
    .replace("e", "E");
}
