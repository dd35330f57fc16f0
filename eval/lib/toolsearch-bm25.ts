import type { ToolDocument } from "@holdall/tool-search";

const stops = new Set(
  `a an and any are as at be by can could do does for from get have how i if in is it its me my of on or our please so some
  that the their them there these they this to us was we were what when where which who will with would you your`.split(
    /\s+/,
  ),
);

/** Words as any search library would have them: identifiers split, lower case, no stop words, no plural s. */
function words(text: string): string[] {
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  const all = apart.match(/[\p{L}\p{N}]+/gu) ?? [];
  return all.filter((word) => !stops.has(word)).map((word) => word.replace(/(?<=\w{2}[^su])s$/, ""));
}

/** Plain BM25 (k1 1.2, b 0.75) over all texts of a tool: what a search without knowledge of tools finds. */
export function plainBm25(tools: readonly ToolDocument[]): (query: string, limit: number) => string[] {
  const documents = tools.map(({ name, description, parameters = [], namespace = "" }) => {
    return words([namespace, name, description, ...parameters].join(" "));
  });
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const counts = new Map<string, number>();
  for (const document of documents) {
    for (const word of new Set(document)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const gain = (document: readonly string[], word: string): number => {
    const frequency = document.filter((other) => other === word).length;
    const known = counts.get(word) ?? 0;
    const rarity = Math.log(1 + (tools.length - known + 0.5) / (known + 0.5));
    return (rarity * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * document.length) / mean));
  };
  return (query, limit) => {
    const asked = [...new Set(words(query))];
    const scored = documents.map((document, at) => {
      return { name: tools[at]!.name, score: asked.reduce((sum, word) => sum + gain(document, word), 0) };
    });
    const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
    return found.slice(0, limit).map(({ name }) => name);
  };
}
