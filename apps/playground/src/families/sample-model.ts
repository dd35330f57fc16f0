import type { TextModel } from "@holdall/tool-kit/text";

/** What no sample page says. */
export const inventedSentence = "The harbor bridge of Larkhaven won a prize for its design in 1935.";

interface Passage {
  readonly id: string;
  readonly sentences: readonly string[];
}

function passagesIn(prompt: string): Passage[] {
  const marks = /<untrusted-(\w+) source="([^"]*)">\n[^\n]*\n([\s\S]*?)\n<\/untrusted-\1>/g;
  return [...prompt.matchAll(marks)].map(([, , id = "", text = ""]) => ({
    id,
    sentences: text.match(/[^.!?\n]+[.!?](?=\s|$)/g)?.map((sentence) => sentence.trim()) ?? [],
  }));
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[a-z]{4,}/g));
const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((word) => b.has(word)).length;
const yearIn = (text: string): string | undefined => /\b1\d{3}\b|\b20\d{2}\b/.exec(text)?.[0];

/** The sentences that share the most words with a question, the best first. */
function bestSentences(question: string, passages: readonly Passage[]) {
  const wanted = wordsOf(question);
  return passages
    .flatMap(({ id, sentences }) => sentences.map((text) => ({ id, text, score: shared(wanted, wordsOf(text)) })))
    .filter(({ score }) => score > 1)
    .sort((a, b) => b.score - a.score);
}

/**
 * Stands in for a model in research: repeats the sentences that fit best, and slips in one that it made up. Of a claim
 * it says what the years in it say. No model and no network: what happens to its answers is the point.
 */
export const sampleModel: TextModel = async ({ system, prompt }) => {
  const asked = prompt.split("\n", 1)[0] ?? "";
  const passages = passagesIn(prompt);
  const best = bestSentences(asked, passages);
  if (system.includes("stances")) {
    const year = yearIn(asked);
    const stances = passages.map(({ id }) => {
      const found = best.find((sentence) => sentence.id === id && yearIn(sentence.text) !== undefined);
      if (!found || year === undefined || found.score < 4) return { id, stance: "neutral", quote: "" };
      return { id, stance: yearIn(found.text) === year ? "supports" : "refutes", quote: found.text };
    });
    return JSON.stringify({ stances });
  }
  const sentences = best.slice(0, 3).map(({ id, text }) => ({ text, cites: [id] }));
  const invented = { text: inventedSentence, cites: [best[0]?.id ?? "P1"] };
  return JSON.stringify({ sentences: [...sentences, invented] });
};
