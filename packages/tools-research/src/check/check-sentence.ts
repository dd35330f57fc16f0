import { sentencesOf } from "../passages/sentences.ts";
import { follows } from "./sentence-match.ts";

/** A sentence as a model wrote it, with the ids of the passages that it cites. */
export interface Written {
  readonly text: string;
  readonly cites: readonly string[];
}

export type Checked =
  | { readonly kept: true; readonly text: string; readonly cites: readonly string[] }
  | { readonly kept: false; readonly why: string };

/** Longer ones are not read. */
const maxLength = 1_000;

/**
 * Keep the sentences of a model that occur in one of the passages that they cite; `cites` are those passages. See `follows`
 * for the words that may differ.
 */
export function checkSentence({ text, cites }: Written, passages: ReadonlyMap<string, string>): Checked {
  const line = text.replace(/\s+/gu, " ").trim();
  if (line === "") return { kept: false, why: "It is empty." };
  if (line.length > maxLength) return { kept: false, why: `It has more than ${maxLength} characters.` };
  if (cites.length === 0) return { kept: false, why: "It cites no passage." };
  const unknown = cites.filter((id) => !passages.has(id));
  if (unknown.length > 0)
    return { kept: false, why: `There is no passage ${unknown.slice(0, 3).join(", ").slice(0, 60)}.` };
  const parts = sentencesOf(line).map(({ start, end }) => line.slice(start, end));
  const holding = [...new Set(cites)].filter((id) => {
    const passage = passages.get(id) ?? "";
    const sources = sentencesOf(passage).map(({ start, end }) => passage.slice(start, end));
    return parts.every((part) => sources.some((source) => follows(part, source)));
  });
  return holding.length > 0
    ? { kept: true, text: line, cites: holding }
    : { kept: false, why: "It does not stand in a passage that it cites, word for word." };
}
