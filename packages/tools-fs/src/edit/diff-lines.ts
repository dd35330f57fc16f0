import type { TextSplice } from "../text/text-splice.ts";
import { changedRange } from "./diff.ts";
import { alignItems } from "./lcs.ts";

/** The difference between two texts as splices of whole lines; bounded in cost, so that a large one may be one splice. */
export function diffLines(before: string, after: string): TextSplice[] {
  const { start, oldEnd, newEnd } = changedRange(before, after);
  if (start === oldEnd && start === newEnd) return [];
  const from = start === 0 ? 0 : before.lastIndexOf("\n", start - 1) + 1;
  const more = lineRest(before, oldEnd, after, newEnd);
  const old = linesOf(before.slice(from, oldEnd + more));
  const fresh = linesOf(after.slice(from, newEnd + more));
  const partner = alignItems(old, fresh);
  const splices: TextSplice[] = [];
  let [at, row] = [from, 0];
  let added: string[] = [];
  const keep = (kept: number): void => {
    let end = at;
    while (row < kept) end += old[row++]!.length;
    if (end > at || added.length > 0) splices.push({ start: at, end, text: added.join("") });
    added = [];
    at = end + (old[row++]?.length ?? 0);
  };
  for (const [i, line] of fresh.entries()) {
    if (partner[i] === -1) added.push(line);
    else keep(partner[i]!);
  }
  keep(old.length);
  return splices;
}

/** Lines with their line endings. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** What is left of the line that both texts end differently in front of. */
function lineRest(before: string, oldEnd: number, after: string, newEnd: number): number {
  const starts = (text: string, at: number) => at === 0 || text.charCodeAt(at - 1) === 10;
  if (starts(before, oldEnd) && starts(after, newEnd)) return 0;
  const next = before.indexOf("\n", oldEnd);
  return (next === -1 ? before.length : next + 1) - oldEnd;
}
