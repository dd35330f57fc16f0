/** How alike texts are to one, from 0 to 1: the pairs of letters that both have (Dice's coefficient). */
export function similarityTo(wanted: string): (text: string) => number {
  const own = pairsOf(wanted);
  return (text) => {
    if (text.length > 2 * wanted.length + 8) return 0;
    const other = pairsOf(text);
    return (2 * own.intersection(other).size) / (own.size + other.size);
  };
}

function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>();
  for (let i = 0; i < text.length; i++) pairs.add(text.slice(i, i + 2));
  return pairs;
}
