/** How a word is meant: for a color beside it, never in its place. */
export type Tone = "good" | "bad" | "caution" | "neutral";
