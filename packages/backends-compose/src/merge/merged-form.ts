import type { TextForm, TextLines } from "./text-lines.ts";

/** What changed, of a value that one side or both have changed. */
export const choose = <T>(base: T, current: T, incoming: T): T => (current === base ? incoming : current);

/**
 * The form of two changes of one text: a byte order mark and line ends are changes of their own. A file without a line end has
 * those of the others; where the ends of the result differ within it, there is none.
 */
export function mergedForm(base: TextLines | undefined, current: TextLines, incoming: TextLines): TextForm {
  const { unit } = current;
  const [was, is, other] = [base && endOf(base), endOf(current), endOf(incoming)];
  const [now, next] = [is ?? was ?? other, other ?? was ?? is];
  const end = was === undefined ? now : choose(was, now, next);
  return {
    unit,
    hasMark: base ? choose(base.hasMark, current.hasMark, incoming.hasMark) : current.hasMark || incoming.hasMark,
    lineEnd: end === "mixed" ? undefined : end,
  };
}

/** Undefined if no line has an end, as it may be of a last line only. */
const endOf = ({ lines, lineEnd }: TextLines): TextForm["lineEnd"] | "mixed" =>
  lineEnd ?? (lines[0]?.endsWith("\n") ? "mixed" : undefined);
