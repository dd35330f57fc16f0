type Sides<T> = readonly [base: T, current: T, incoming: T];

/** A part of three files that is compared on its own, by where it begins in each. */
export interface Segment {
  readonly starts: Sides<number>;
  readonly sides: Sides<readonly string[]>;
}

/** Pairs of equal lines up to which a comparison takes milliseconds. */
const maxPairs = 1_000_000;
/** Steps of a comparison that take a tenth of a second, up to which files are compared as a whole. */
const maxSteps = 100_000_000;
/** Steps of some seconds, up to which a part that cannot be split is compared. */
const maxPartSteps = 2_000_000_000;

/**
 * Split three files where comparing them as a whole takes too long: at lines that each of them has exactly once, in the
 * same order.
 */
export function segmentsOf(sides: Sides<readonly string[]>): Segment[] {
  const starts = [0, 0, 0] as const;
  if (!isCostly(sides, maxSteps)) return [{ starts, sides }];
  const anchors = endsOfRuns(anchorsOf(sides));
  const segments: Segment[] = [];
  let from: Sides<number> = starts;
  const ends = sides.map(({ length }) => length) as unknown as Sides<number>;
  for (const to of [...anchors, ends]) {
    const parts = sides.map((side, index) => side.slice(from[index], to[index])) as unknown as Sides<string[]>;
    segments.push({ starts: from, sides: parts });
    from = to;
  }
  return segments;
}

/** Whether comparing the lines of a segment takes too long, because they repeat so often. */
export const isTooCostly = ({ sides }: Segment): boolean => isCostly(sides, maxPartSteps);

/** Whether lines have too many equals, or too many lines have one: for each, all that were found before are searched. */
function isCostly([base, current, incoming]: Sides<readonly string[]>, most: number): boolean {
  let [pairs, steps] = [0, 0];
  for (const side of [current, incoming]) {
    const counts = countsOf(side);
    let matched = 0;
    for (const line of base) {
      const count = counts.get(line) ?? 0;
      pairs += count;
      if (count > 0) matched++;
    }
    steps += matched * Math.min(base.length, side.length);
  }
  return pairs > maxPairs || steps > most;
}

function countsOf(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** Where lines are that all sides have once, in an order that is the same on all. */
function anchorsOf(sides: Sides<readonly string[]>): Sides<number>[] {
  const [base, current, incoming] = sides.map(onceAt) as unknown as Sides<Map<string, number>>;
  const all = [...base].flatMap(([line, at]): Sides<number>[] => {
    const [now, other] = [current.get(line), incoming.get(line)];
    return now === undefined || other === undefined ? [] : [[at, now, other]];
  });
  return rising(rising(all, 1), 2);
}

/** Without those that have one directly before and one directly after them: a run of them is a part without a change. */
const endsOfRuns = (anchors: readonly Sides<number>[]): Sides<number>[] =>
  anchors.filter((at, index) => !isNext(anchors[index - 1], at) || !isNext(at, anchors[index + 1]));

const isNext = (one: Sides<number> | undefined, other: Sides<number> | undefined): boolean =>
  one !== undefined && other !== undefined && one.every((at, side) => at + 1 === other[side]);

function onceAt(lines: readonly string[]): Map<string, number> {
  const counts = countsOf(lines);
  return new Map(lines.flatMap((line, at) => (counts.get(line) === 1 ? [[line, at] as const] : [])));
}

/** The longest run of points, not necessarily next to each other, whose positions on one side rise. */
function rising(points: readonly Sides<number>[], side: 1 | 2): Sides<number>[] {
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, point] of points.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const end = points[ends[middle] ?? 0];
      if (end && end[side] < point[side]) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? ends[low - 1] : undefined;
    ends[low] = index;
  }
  const found: Sides<number>[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) found.push(points[at] as Sides<number>);
  return found.reverse();
}
