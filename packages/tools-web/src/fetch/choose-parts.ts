import { type Span, splitsPair } from "./find-text.ts";

/** Characters of a part, about. */
const partLength = 1_500;

/** The parts of a long text that have most of a question's words, rare words first, in the order of the text; its start is always one. */
export function chooseParts(text: string, question: string, most: number): readonly Span[] {
  if (text.length <= most) return [{ offset: 0, end: text.length }];
  const parts = split(text);
  const words = wordsOf(question);
  const holds = parts.map(({ offset, end }) => {
    const part = text.slice(offset, end).toLowerCase();
    return words.map((word) => part.split(word, 6).length - 1);
  });
  const weights = words.map((_, word) => {
    const count = holds.filter((counts) => counts[word]! > 0).length;
    return Math.log(1 + parts.length / (count + 1));
  });
  const ranked = parts
    .map((part, index) => {
      const score = weights.reduce(
        (sum, weight, word) => sum + weight * (holds[index]![word]! / (holds[index]![word]! + 1)),
        0,
      );
      return { part, score: index === 0 ? Number.POSITIVE_INFINITY : score };
    })
    .sort((a, b) => b.score - a.score || a.part.offset - b.part.offset);
  const chosen: Span[] = [];
  let length = 0;
  for (const { part } of ranked) {
    if (length + part.end - part.offset > most) continue;
    chosen.push(part);
    length += part.end - part.offset;
  }
  return joined(chosen.sort((a, b) => a.offset - b.offset));
}

/** Parts that end with a paragraph, or with a line, where there is one. */
function split(text: string): Span[] {
  const parts: Span[] = [];
  for (let offset = 0; offset < text.length; ) {
    const end = offset + partLength;
    const line = text.lastIndexOf("\n\n", end);
    const stop = line > offset + partLength / 2 ? line + 2 : text.lastIndexOf("\n", end) + 1;
    const next = end >= text.length ? text.length : stop > offset ? stop : end - (splitsPair(text, end) ? 1 : 0);
    parts.push({ offset, end: next });
    offset = next;
  }
  return parts;
}

function wordsOf(question: string): string[] {
  const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(
    question.slice(0, 2_000).toLowerCase(),
  );
  const words = [...segments].flatMap(({ segment, isWordLike }) =>
    isWordLike && (segment.length > 2 || /[^\p{ASCII}]|\d/u.test(segment)) ? segment : [],
  );
  return [...new Set(words)].slice(0, 50);
}

function joined(spans: readonly Span[]): readonly Span[] {
  const result: { offset: number; end: number }[] = [];
  for (const { offset, end } of spans) {
    const last = result.at(-1);
    if (last?.end === offset) last.end = end;
    else result.push({ offset, end });
  }
  return result;
}
