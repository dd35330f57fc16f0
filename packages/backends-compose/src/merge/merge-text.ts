import { isTooCostly, type Segment, segmentsOf } from "./anchors.ts";
import { mergeHunks } from "./merge-hunks.ts";
import { choose, mergedForm } from "./merged-form.ts";
import { readLines, showLines, type TextForm, type TextLines, withLineEnd, writeLines } from "./text-lines.ts";

/** Three versions of a file. `current` and `incoming` are both made from `base`; without one, both are new. */
export interface ThreeVersions {
  readonly base: Uint8Array | undefined;
  readonly current: Uint8Array;
  readonly incoming: Uint8Array;
}

/** Lines that both sides have changed, in different ways. Line numbers start at 1; of no lines, they name the line before which they would be. */
export interface ConflictLines {
  readonly line: { readonly base: number; readonly current: number; readonly incoming: number };
  readonly base: string;
  readonly current: string;
  readonly incoming: string;
}

/** Which side conflicting lines are taken from; `both` takes the current ones, then the incoming ones. */
export type TextChoice = "current" | "incoming" | "both";

export type TextMerge =
  | { readonly kind: "merged"; readonly bytes: Uint8Array }
  | {
      readonly kind: "conflict";
      readonly conflicts: readonly ConflictLines[];
      /** The file with every change that does not conflict, and one side of those that do. */
      resolve(choice: TextChoice): Uint8Array;
    }
  /** A side is not text or has more than 32 MiB, or the sides have different encodings. */
  | { readonly kind: "binary" };

interface MergedLines {
  readonly lines: readonly string[];
  readonly conflict?: Record<"base" | "current" | "incoming", readonly string[]> & {
    readonly at: ConflictLines["line"];
  };
}

/**
 * Merge two changes of one text file, line by line. Every byte that no side has changed is kept, in any encoding that extends
 * ASCII and in UTF-16 with a byte order mark. A changed line end or byte order mark of a whole file is a change of its own.
 */
export function mergeText({ base, current, incoming }: ThreeVersions): TextMerge {
  const files = [base ?? new Uint8Array(), current, incoming].map(readLines);
  const [was, now, other] = files;
  if (!was || !now || !other || now.unit !== other.unit || (base && was.unit !== now.unit)) return { kind: "binary" };
  const form = mergedForm(base && was, now, other);
  const parts = mergeLines(...sameEnds(was, now, other));
  const conflicts = parts.flatMap(({ conflict }) => {
    if (!conflict) return [];
    const { at, ...sides } = conflict;
    const shown = Object.fromEntries(Object.entries(sides).map(([side, lines]) => [side, showLines(form, lines)]));
    return [{ line: at, ...shown } as unknown as ConflictLines];
  });
  const take = (choice: TextChoice) =>
    writeLines(
      form,
      parts.flatMap(({ lines, conflict }) => (conflict ? chosen(conflict, choice, form) : lines)),
    );
  return conflicts.length === 0
    ? { kind: "merged", bytes: take("current") }
    : { kind: "conflict", conflicts, resolve: take };
}

function chosen(
  { current, incoming }: NonNullable<MergedLines["conflict"]>,
  choice: TextChoice,
  { lineEnd = "\n" }: TextForm,
): readonly string[] {
  if (choice === "current") return current;
  if (choice === "incoming") return incoming;
  const last = current.at(-1);
  // A last line without an end must not run into the next one.
  if (last === undefined || last.endsWith("\n") || incoming.length === 0) return [...current, ...incoming];
  return [...current.slice(0, -1), last + lineEnd, ...incoming];
}

/** Lines with the line ends of the result: if one side changed those of the whole file, the others get them, too. */
function sameEnds(
  ...files: [TextLines, TextLines, TextLines]
): [readonly string[], readonly string[], readonly string[]] {
  const [base, current, incoming] = files.map(({ lineEnd }) => lineEnd);
  const asTheyAre = files.map(({ lines }) => lines) as [readonly string[], readonly string[], readonly string[]];
  if (!base || !current || !incoming || (base === current && base === incoming)) return asTheyAre;
  const end = choose(base, current, incoming);
  return asTheyAre.map((lines) => withLineEnd(lines, end)) as [string[], string[], string[]];
}

/** Equal lines around all changes that are compared with them, since a change may begin earlier or later. */
const context = 100;

function mergeLines(base: readonly string[], current: readonly string[], incoming: readonly string[]): MergedLines[] {
  const sides = [base, current, incoming];
  const shortest = Math.min(...sides.map(({ length }) => length));
  let start = 0;
  while (start < shortest && base[start] === current[start] && base[start] === incoming[start]) start++;
  let end = 0;
  while (end < shortest - start && sides.every((side) => side.at(-1 - end) === base.at(-1 - end))) end++;
  [start, end] = [Math.max(start - context, 0), Math.max(end - context, 0)];
  const [was, now, other] = sides.map((side) => side.slice(start, side.length - end)) as [string[], string[], string[]];
  return [
    { lines: base.slice(0, start) },
    ...segmentsOf([was, now, other]).flatMap((segment) => mergeSegment(segment, start)),
    { lines: base.slice(base.length - end) },
  ];
}

function mergeSegment(segment: Segment, skipped: number): MergedLines[] {
  const { starts, sides } = segment;
  const [was, now, other] = sides;
  const at = (base: number, current: number, incoming: number): ConflictLines["line"] => ({
    base: skipped + starts[0] + base + 1,
    current: skipped + starts[1] + current + 1,
    incoming: skipped + starts[2] + incoming + 1,
  });
  if (isSame(was, other)) return [{ lines: now }];
  if (isSame(was, now)) return [{ lines: other }];
  if (isTooCostly(segment)) return unstable(was, now, other, at(0, 0, 0));
  return mergeHunks(was, now, other).flatMap((region): MergedLines[] => {
    if (region.kind === "merged") return [{ lines: region.lines }];
    const { base, current, incoming } = region;
    const place = at(base[0], current[0], incoming[0]);
    return unstable(was.slice(...base), now.slice(...current), other.slice(...incoming), place);
  });
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((line, index) => line === other[index]);

/** Lines that both sides have changed: the same change on both is none, and what both begin or end with is no conflict. */
function unstable(
  base: readonly string[],
  current: readonly string[],
  incoming: readonly string[],
  at: ConflictLines["line"],
): MergedLines[] {
  const shortest = Math.min(current.length, incoming.length);
  let start = 0;
  while (start < shortest && current[start] === incoming[start]) start++;
  if (start === current.length && start === incoming.length) return [{ lines: current }];
  let end = 0;
  while (end < shortest - start && current.at(-1 - end) === incoming.at(-1 - end)) end++;
  return [
    { lines: current.slice(0, start) },
    {
      lines: [],
      conflict: {
        base,
        current: current.slice(start, current.length - end),
        incoming: incoming.slice(start, incoming.length - end),
        at: { base: at.base, current: at.current + start, incoming: at.incoming + start },
      },
    },
    { lines: current.slice(current.length - end) },
  ];
}
