import { diffLines, type Hunk } from "./diff-lines.ts";

type Range = readonly [start: number, end: number];

/** Lines that are the same in both, or that only one side has changed; or those that both have changed. */
export type Region =
  | { readonly kind: "merged"; readonly lines: readonly string[] }
  | { readonly kind: "both"; readonly base: Range; readonly current: Range; readonly incoming: Range };

/** Merge two changes of a list of lines. Changes that overlap or touch are one region of both. */
export function mergeHunks(base: readonly string[], current: readonly string[], incoming: readonly string[]): Region[] {
  const sides = { current, incoming };
  const hunks = { current: diffLines(base, current), incoming: diffLines(base, incoming) };
  /** How many of them were taken. */
  const taken = { current: 0, incoming: 0 };
  /** How far a side is ahead of the base. */
  const ahead = { current: 0, incoming: 0 };
  const regions: Region[] = [];
  let at = 0;
  const startOf = (side: keyof typeof hunks): number => hunks[side][taken[side]]?.base ?? Number.POSITIVE_INFINITY;
  const take = (side: keyof typeof hunks): Hunk | undefined => {
    const hunk = hunks[side][taken[side]++];
    if (hunk) ahead[side] = hunk.sideEnd - hunk.baseEnd;
    return hunk;
  };
  for (;;) {
    const first = startOf("current") <= startOf("incoming") ? "current" : "incoming";
    const start = startOf(first);
    if (start === Number.POSITIVE_INFINITY) break;
    regions.push({ kind: "merged", lines: base.slice(at, start) });
    const begin = { current: start + ahead.current, incoming: start + ahead.incoming };
    let end = start;
    const changed = new Set<keyof typeof hunks>();
    for (let side: keyof typeof hunks | undefined = first; side; ) {
      end = Math.max(end, take(side)?.baseEnd ?? end);
      changed.add(side);
      side = startOf("current") <= end ? "current" : startOf("incoming") <= end ? "incoming" : undefined;
    }
    at = end;
    const ranges = {
      current: [begin.current, end + ahead.current],
      incoming: [begin.incoming, end + ahead.incoming],
    } as const;
    if (changed.size === 2) regions.push({ kind: "both", base: [start, end], ...ranges });
    else regions.push({ kind: "merged", lines: sides[first].slice(...ranges[first]) });
  }
  return [...regions, { kind: "merged", lines: base.slice(at) }];
}
