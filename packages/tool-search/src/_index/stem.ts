/**
 * The stem that forms of an English word share: `converting`, `converter` and `conversions` mostly meet. Made for short
 * technical text: it strips one plural and one ending, never looks a word up, and leaves short words, words with digits and other scripts alone.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const single = withoutPlural(word);
  return tidied(withoutEnding(single));
}

function withoutPlural(word: string): string {
  if (!word.endsWith("s")) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:sses|shes|ches|xes|zes)$/.test(word)) return word.slice(0, -2);
  return /(?:ss|us|is)$/.test(word) ? word : word.slice(0, -1);
}

/** Endings, those that contain another first; `[ending, letters that must remain, what replaces it]`. */
const endings: readonly (readonly [ending: string, least: number, instead: string])[] = [
  ["ational", 4, ""],
  ["ation", 4, ""],
  ["ically", 3, ""],
  ["ator", 4, ""],
  ["ating", 4, ""],
  ["ated", 4, ""],
  ["ate", 4, ""],
  ["mment", 2, "mment"],
  ["ment", 3, ""],
  ["ness", 3, ""],
  ["ingly", 3, ""],
  ["edly", 3, ""],
  ["ally", 3, ""],
  ["able", 3, ""],
  ["ible", 3, ""],
  ["ical", 3, ""],
  ["ing", 3, ""],
  ["ied", 2, "y"],
  ["ier", 3, "y"],
  ["ily", 3, "y"],
  ["ion", 3, ""],
  ["ive", 3, ""],
  ["est", 4, ""],
  ["ed", 3, ""],
  ["er", 3, ""],
  ["or", 3, ""],
  ["al", 4, ""],
  ["ly", 3, ""],
];

const byLastLetter = Map.groupBy(endings, ([ending]) => ending.at(-1));

function withoutEnding(word: string): string {
  for (const [ending, least, instead] of byLastLetter.get(word.at(-1)) ?? []) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    if (rest.length < least || !/[aeiouy]/.test(rest)) continue;
    return undoubled(rest + instead);
  }
  return word;
}

/** `running` loses its second n. */
const undoubled = (word: string): string => (/([bdfgmnprt])\1$/.test(word) ? word.slice(0, -1) : word);

/** A last e goes and a last y becomes i, so that `create` meets `creating` and `query` meets `queries`. */
function tidied(word: string): string {
  if (word.length > 3 && word.endsWith("e")) return word.slice(0, -1);
  return word.length > 3 && /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}i` : word;
}
