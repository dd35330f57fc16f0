/** Get the words of a text for search: normalized, without plural endings. In scripts without spaces, pairs of characters. */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase();
  return (folded.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]+|[\p{L}\p{N}\p{M}]+/gu) ?? []).flatMap(partsOf);
}

function partsOf(word: string): string[] {
  if (!/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u.test(word)) return [word.replace(/(?<=\w{3}[^s])s$/, "")];
  const characters = [...word];
  return characters.length === 1 ? characters : characters.slice(1).map((character, i) => characters[i] + character);
}

const [k1, b] = [1.2, 0.75];

/** Rank documents for a query with BM25. The score is 0 if a document has none of the words. Source: Robertson and Zaragoza, 2009. */
export function rankByWords(documents: readonly (readonly string[])[], query: readonly string[]): number[] {
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length || 1;
  const counts = documents.map((words) => {
    const count = new Map<string, number>();
    for (const word of words) count.set(word, (count.get(word) ?? 0) + 1);
    return count;
  });
  const weights = [...new Set(query)].map((word) => {
    const having = counts.filter((count) => count.has(word)).length;
    return [word, Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))] as const;
  });
  return counts.map((count, i) => {
    const norm = k1 * (1 - b + (b * documents[i]!.length) / average);
    return weights.reduce((score, [word, weight]) => {
      const times = count.get(word) ?? 0;
      return score + (weight * times * (k1 + 1)) / (times + norm);
    }, 0);
  });
}
