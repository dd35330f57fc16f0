import { diffIndices } from "node-diff3";

/** Lines of a base and of a side that differ: from a position up to another one, in each. */
export interface Hunk {
  readonly base: number;
  readonly baseEnd: number;
  readonly side: number;
  readonly sideEnd: number;
}

/**
 * What differs between two texts. Where equal lines leave a choice, inserted or removed lines begin as late as possible, as git
 * has it: so that changes of both sides touch less often.
 */
export function diffLines(base: readonly string[], side: readonly string[]): Hunk[] {
  const found = diffIndices([...base], [...side]).map(
    ({ buffer1: [was, removed], buffer2: [is, added] }): Hunk => ({
      base: was,
      baseEnd: was + removed,
      side: is,
      sideEnd: is + added,
    }),
  );
  const hunks: Hunk[] = [];
  let at = 0;
  for (let hunk = found[at]; hunk; hunk = found[at]) {
    const before = hunks.at(-1);
    const early = moved(base, side, hunk, -1, before ? hunk.base - before.baseEnd : hunk.base);
    if (before && early.base === before.baseEnd && kindOf(early) !== "replaced" && kindOf(early) === kindOf(before)) {
      hunks.pop();
      found[at] = joined(before, early);
      continue;
    }
    const next = found[++at];
    const late = moved(base, side, early, 1, (next?.base ?? base.length) - early.baseEnd);
    if (!next || late.baseEnd < next.base) hunks.push(late);
    else found[at] = joined(late, next);
  }
  return hunks;
}

const kindOf = ({ base, baseEnd, side, sideEnd }: Hunk) =>
  base === baseEnd ? "inserted" : side === sideEnd ? "removed" : "replaced";

const joined = (first: Hunk, second: Hunk): Hunk => ({
  base: first.base,
  baseEnd: second.baseEnd,
  side: first.side,
  sideEnd: second.sideEnd,
});

/** The same change where it begins earlier or later, as far as the lines allow, by up to `most` lines. */
function moved(base: readonly string[], side: readonly string[], hunk: Hunk, step: 1 | -1, most: number): Hunk {
  const kind = kindOf(hunk);
  if (kind === "replaced") return hunk;
  const [lines, start, end] = kind === "inserted" ? [side, hunk.side, hunk.sideEnd] : [base, hunk.base, hunk.baseEnd];
  let by = 0;
  const isSame = (at: number) =>
    step > 0 ? lines[start + at] === lines[end + at] : lines[start - at - 1] === lines[end - at - 1];
  while (by < most && isSame(by)) by++;
  const distance = by * step;
  return {
    base: hunk.base + distance,
    baseEnd: hunk.baseEnd + distance,
    side: hunk.side + distance,
    sideEnd: hunk.sideEnd + distance,
  };
}
