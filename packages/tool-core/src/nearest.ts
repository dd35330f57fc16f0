/** Up to `count` candidates that resemble `name`, the most alike first; by edit distance and by shared start or part. */
export function nearest(name: string, candidates: readonly string[], count = 3): readonly string[] {
  const wanted = name.toLowerCase().slice(0, 64);
  return candidates
    .map((candidate) => ({ candidate, cost: cost(wanted, candidate.toLowerCase().slice(0, 64)) }))
    .filter(({ cost }) => cost <= 0.5)
    .sort((a, b) => a.cost - b.cost)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

function cost(a: string, b: string): number {
  const part = a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a)) ? 0.4 : 1;
  return Math.min(part, editDistance(a, b) / Math.max(a.length, b.length, 1));
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
