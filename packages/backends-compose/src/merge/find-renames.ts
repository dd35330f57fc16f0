import { readLines } from "./text-lines.ts";

export type Files = ReadonlyMap<string, Uint8Array>;

/** Share of equal lines from which a removed and an added file count as one that was renamed and edited. */
const minSimilarity = 0.5;
/** Pairs of a removed and an added file whose lines are compared. */
const maxPairs = 10_000;

/** The new paths of renamed files by their old ones, on both sides. */
export type Renames = Readonly<Record<"current" | "incoming", ReadonlyMap<string, string>>>;

/** The renames of both sides. Comparing many files takes seconds. */
export const renamesOf = ({ base, current, incoming }: Readonly<Record<"base" | keyof Renames, Files>>): Renames => ({
  current: findRenames(base, current),
  incoming: findRenames(base, incoming),
});

/** The new paths of files that one side has renamed, edited or not, by their old ones. */
function findRenames(base: Files, side: Files): Map<string, string> {
  const removed = [...base].filter(([path, bytes]) => !side.has(path) && bytes.length > 0);
  const added = [...side].filter(([path]) => !base.has(path));
  const renames = new Map<string, string>();
  if (removed.length === 0 || added.length === 0) return renames;
  const taken = new Set<string>();
  const pair = (from: string, to: string) => {
    renames.set(from, to);
    taken.add(to);
  };
  for (const [from, bytes] of removed) {
    const equal = added.filter(([to, other]) => !taken.has(to) && isEqual(bytes, other));
    const found = equal.find(([to]) => nameOf(to) === nameOf(from)) ?? equal[0];
    if (found) pair(from, found[0]);
  }
  const rest = removed.filter(([from]) => !renames.has(from));
  const open = added.filter(([to]) => !taken.has(to));
  if (rest.length * open.length > maxPairs) return renames;
  const counts = new Map(open.map(([to, bytes]) => [to, countLines(bytes)]));
  const pairs = rest.flatMap(([from, bytes]) => {
    const own = countLines(bytes);
    return [...counts].map(([to, other]) => ({ from, to, similarity: similarityOf(own, other) }));
  });
  const best = pairs
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity);
  for (const { from, to } of best) if (!renames.has(from) && !taken.has(to)) pair(from, to);
  return renames;
}

export const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

interface LineCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly size: number;
}

function countLines(bytes: Uint8Array): LineCounts | undefined {
  const lines = readLines(bytes)?.lines;
  if (!lines) return undefined;
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return { counts, size: bytes.length };
}

/** The share of bytes in equal lines, of the larger file. */
function similarityOf(one: LineCounts | undefined, other: LineCounts | undefined): number {
  if (!one || !other || Math.min(one.size, other.size) * 2 < Math.max(one.size, other.size)) return 0;
  let equal = 0;
  for (const [line, count] of one.counts) equal += line.length * Math.min(count, other.counts.get(line) ?? 0);
  return equal / Math.max(one.size, other.size);
}
