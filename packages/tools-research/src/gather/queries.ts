import { wordsOf } from "@holdall/tool-kit/text";

const common = new Set(
  "the a an of in on at to for by with from and or is are was were be been did do does has have had it its this that these those what which who whom whose when where why how many much not no never n't there their as than then about into can could will would should".split(
    " ",
  ),
);

/** Words that carry the topic of a text. */
export const keywordsOf = (text: string): string[] => wordsOf(text).filter((word) => !common.has(word));

/** The search queries: those given, or the question and its key words, which also omit a claim's "not". */
export function queriesOf(question: string, given: readonly string[] = []): string[] {
  const wanted = given.length > 0 ? given : [question, keywordsOf(question).join(" ")];
  const lines = wanted.map((query) => query.replace(/\s+/gu, " ").trim().slice(0, 400)).filter((query) => query !== "");
  const seen = new Set<string>();
  return lines.filter((query) => {
    const key = wordsOf(query).join(" ");
    return !seen.has(key) && seen.add(key);
  });
}
