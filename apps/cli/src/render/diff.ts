import type { Screen } from "./screen.ts";
import { styleFor } from "./style.ts";
import { counted, oneLine } from "./text.ts";

export interface Replacement {
  readonly before: string;
  readonly after: string;
  /** Line of the file where both start, 1-based; numbers are left out without it. */
  readonly line?: number | undefined;
}

type Row = { readonly mark: " " | "-" | "+"; readonly text: string; readonly line: number };

/** A replacement as a diff: numbered lines, removed and added ones marked, at most `most` rows. */
export function renderDiff({ before, after, line }: Replacement, screen: Screen, most = 24): string[] {
  const style = styleFor(screen);
  const paint = { " ": style.dim, "-": style.red, "+": style.green };
  const rows = diffRows(linesOf(before), linesOf(after), line ?? 1);
  const digits = String(Math.max(...rows.map((row) => row.line), 1)).length;
  const shown = rows.slice(0, most).map((row) => {
    const number = line === undefined ? "" : `${String(row.line).padStart(digits)} `;
    return paint[row.mark](oneLine(`${number}${row.mark} ${row.text}`, screen.width));
  });
  const hidden = rows.length - shown.length;
  return hidden > 0 ? [...shown, style.dim(`… ${counted(hidden, "more line")}`)] : shown;
}

/** Lines added and removed by a replacement. */
export function countChanges({ before, after }: Replacement): { added: number; removed: number } {
  const rows = diffRows(linesOf(before), linesOf(after), 1);
  const count = (mark: Row["mark"]) => rows.filter((row) => row.mark === mark).length;
  return { added: count("+"), removed: count("-") };
}

const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/));

/** Longest common subsequence between equal ends; texts too big for that are shown as removed and added whole. */
function diffRows(before: readonly string[], after: readonly string[], first: number): Row[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const head = before.slice(0, start).map((text, i): Row => ({ mark: " ", text, line: first + i }));
  const tailAt = first + after.length - end;
  const tail = before.slice(before.length - end).map((text, i): Row => ({ mark: " ", text, line: tailAt + i }));
  const middle = changedRows(before.slice(start, before.length - end), after.slice(start, after.length - end), first + start);
  return [...head, ...middle, ...tail];
}

function changedRows(before: readonly string[], after: readonly string[], first: number): Row[] {
  const lengths = before.length * after.length <= 250_000 ? commonLengths(before, after) : undefined;
  const rows: Row[] = [];
  let b = 0;
  let a = 0;
  while (b < before.length || a < after.length) {
    const [old, fresh] = [before[b], after[a]];
    if (lengths && old !== undefined && old === fresh) {
      rows.push({ mark: " ", text: old, line: first + a });
      b++;
      a++;
    } else if (old !== undefined && (fresh === undefined || !lengths || at(lengths, b + 1, a) >= at(lengths, b, a + 1))) {
      rows.push({ mark: "-", text: old, line: first + b++ });
    } else {
      rows.push({ mark: "+", text: fresh ?? "", line: first + a++ });
    }
  }
  return rows;
}

const at = (lengths: readonly Uint16Array[], b: number, a: number): number => lengths[b]?.[a] ?? 0;

function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let b = before.length - 1; b >= 0; b--) {
    const row = lengths[b];
    for (let a = after.length - 1; row && a >= 0; a--) {
      row[a] = before[b] === after[a] ? at(lengths, b + 1, a + 1) + 1 : Math.max(at(lengths, b + 1, a), row[a + 1] ?? 0);
    }
  }
  return lengths;
}
