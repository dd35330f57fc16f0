/** Up to `count` candidates that resemble `name`, the most alike first, by the pairs of letters they share; case aside. */
export function nearest(name: string, candidates: readonly string[], count = 3): readonly string[] {
  const wanted = pairs(name);
  return candidates
    .map((candidate) => {
      const own = pairs(candidate);
      return { candidate, alike: wanted.intersection(own).size / Math.min(wanted.size, own.size) };
    })
    .filter(({ alike }) => alike >= 0.4)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

function pairs(value: string): Set<string> {
  const padded = ` ${value.slice(0, 99).toLowerCase()} `;
  return new Set(Array.from(padded.slice(1), (letter, index) => padded[index] + letter));
}
