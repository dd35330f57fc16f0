/** Find up to `count` candidates that resemble `name`, most similar first, by shared pairs of letters and ignoring case. */
export function nearest(name: string, candidates: readonly string[], count = 3): readonly string[] {
  const wanted = pairs(name);
  const likeness = (candidate: string) => {
    const own = pairs(candidate);
    return wanted.intersection(own).size / Math.min(wanted.size, own.size);
  };
  return candidates
    .filter((candidate) => likeness(candidate) >= 0.4)
    .sort((a, b) => likeness(b) - likeness(a))
    .slice(0, count);
}

/** Whether a name differs from another by so few letters that it may be a slip. */
export function isNear(name: string, other: string): boolean {
  const [a, b] = [name.slice(0, 99).toLowerCase(), other.slice(0, 99).toLowerCase()];
  return distance(a, b) <= Math.max(1, Math.floor(Math.min(a.length, b.length) / 4));
}

/** Letters to add, leave out, replace or swap with the next. */
function distance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : 99;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same, swapped));
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

function pairs(value: string): Set<string> {
  const padded = ` ${value.slice(0, 99).toLowerCase()} `;
  return new Set(Array.from(padded.slice(1), (letter, index) => padded[index] + letter));
}
