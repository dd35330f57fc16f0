import type { Screen } from "./screen.ts";
import { styleFor } from "./style.ts";
import { counted, oneLine } from "./text.ts";

/** A diff as the file tools write it, one row a line: number, mark, text. */
const signOf = (row: string): string => /^ *\d+ ([-+])/.exec(row)?.[1] ?? " ";

/** The rows of a diff, removed and added ones coloured, at most `most` of them. */
export function renderDiff(diff: string, screen: Screen, most = 20): string[] {
  const { red, green, dim } = styleFor(screen);
  const rows = diff.split("\n");
  const shown = rows.slice(0, most).map((row) => {
    const line = oneLine(row, screen.width);
    const sign = signOf(row);
    return sign === "-" ? red(line) : sign === "+" ? green(line) : dim(line);
  });
  const hidden = rows.length - shown.length;
  return hidden > 0 ? [...shown, dim(`… ${counted(hidden, "more row")}`)] : shown;
}

/** `+2 −1`: rows added and removed. */
export function countChanges(diff: string): string {
  const signs = diff.split("\n").map(signOf);
  const count = (wanted: string) => signs.filter((sign) => sign === wanted).length;
  return `+${count("+")} −${count("-")}`;
}
