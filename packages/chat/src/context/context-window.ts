/** Tokens that models of these names read and write at most together, as their makers say. */
const known: readonly (readonly [RegExp, number])[] = [
  [/claude/, 200_000],
  [/gemini/, 1_000_000],
  [/gpt-4\.1/, 1_000_000],
  [/gpt-5/, 272_000],
];

/** What is assumed of a model that is not known. */
const usual = 128_000;

/** Tokens of a model's context, by its name. */
export const contextWindowOf = (modelId: string): number =>
  known.find(([name]) => name.test(modelId.toLowerCase()))?.[1] ?? usual;
