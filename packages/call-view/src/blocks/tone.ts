/** The meaning of a word, for a color in addition to it, never instead of it. */
export type Tone = "good" | "bad" | "caution" | "neutral";
