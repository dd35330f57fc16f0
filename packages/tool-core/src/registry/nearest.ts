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

function pairs(value: string): Set<string> {
  const padded = ` ${value.slice(0, 99).toLowerCase()} `;
  return new Set(Array.from(padded.slice(1), (letter, index) => padded[index] + letter));
}
