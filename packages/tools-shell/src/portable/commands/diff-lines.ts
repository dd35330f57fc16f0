/** A run of changed lines, with lines around it. Positions count from 0. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  /** Lines of the first text in it, and of the second. */
  readonly removed: number;
  readonly added: number;
  readonly lines: readonly { readonly sign: " " | "-" | "+"; readonly text: string }[];
}

interface Change {
  readonly from: number;
  readonly to: number;
  readonly removed: number;
  readonly added: number;
}

const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Steps of the search for the shortest change; beyond them everything between the same start and end counts as changed. */
const maxSteps = 4_000;

/** How two texts differ, line by line; lines with the same key are the same. */
export function hunksOf(one: string, other: string, keyOf: (line: string) => string, context: number): Hunk[] {
  const [a, b] = [splitLines(one), splitLines(other)];
  const changes = changesOf(a.map(keyOf), b.map(keyOf));
  const groups: Change[][] = [];
  for (const change of changes) {
    const before = groups.at(-1)?.at(-1);
    if (before && context > 0 && change.from - (before.from + before.removed) <= 2 * context)
      groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups.map((group) => hunkOf(group, a, b, context));
}

function hunkOf(group: readonly Change[], a: readonly string[], b: readonly string[], context: number): Hunk {
  const [first, last] = [group[0] as Change, group.at(-1) as Change];
  const from = Math.max(0, first.from - context);
  const end = Math.min(a.length, last.from + last.removed + context);
  const lines: { sign: " " | "-" | "+"; text: string }[] = [];
  let at = from;
  for (const change of group) {
    for (; at < change.from; at++) lines.push({ sign: " ", text: a[at] ?? "" });
    for (; at < change.from + change.removed; at++) lines.push({ sign: "-", text: a[at] ?? "" });
    for (let i = 0; i < change.added; i++) lines.push({ sign: "+", text: b[change.to + i] ?? "" });
  }
  for (; at < end; at++) lines.push({ sign: " ", text: a[at] ?? "" });
  const added = lines.filter(({ sign }) => sign !== "-").length;
  return { from, to: first.to - (first.from - from), removed: end - from, added, lines };
}

/** The shortest change from one list to the other, by the greedy algorithm of Myers. */
function changesOf(a: readonly string[], b: readonly string[]): Change[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const [n, m] = [endA - start, endB - start];
  if (n === 0 && m === 0) return [];
  const trace: Map<number, number>[] = [];
  let furthest = new Map<number, number>([[1, 0]]);
  for (let d = 0; d <= Math.min(n + m, maxSteps); d++) {
    trace.push(new Map(furthest));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
      let x = down ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1;
      let y = x - k;
      while (x < n && y < m && a[start + x] === b[start + y]) {
        x++;
        y++;
      }
      furthest.set(k, x);
      if (x >= n && y >= m) return backtrack(trace, d, n, m, start);
    }
    furthest = new Map(furthest);
  }
  return [{ from: start, to: start, removed: n, added: m }];
}

function backtrack(
  trace: readonly ReadonlyMap<number, number>[],
  depth: number,
  n: number,
  m: number,
  start: number,
): Change[] {
  const changes: Change[] = [];
  let [x, y] = [n, m];
  for (let d = depth; d > 0; d--) {
    const furthest = trace[d] as ReadonlyMap<number, number>;
    const k = x - y;
    const down = k === -d || (k !== d && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
    const before = down ? k + 1 : k - 1;
    const fromX = furthest.get(before) ?? 0;
    const fromY = fromX - before;
    const change = { from: start + fromX, to: start + fromY, removed: down ? 0 : 1, added: down ? 1 : 0 };
    const next = changes[0];
    if (next && next.from === change.from + change.removed && next.to === change.to + change.added)
      changes[0] = {
        from: change.from,
        to: change.to,
        removed: change.removed + next.removed,
        added: change.added + next.added,
      };
    else changes.unshift(change);
    [x, y] = [fromX, fromY];
  }
  return changes;
}
