import { type StateKey, ToolError } from "@holdall/tool-core";
import type { AskedQuestion } from "./_question-schema.ts";

/** Questions that the person did not want to answer, which are not asked again in the session. */
export const declinedQuestions: StateKey<Set<string>> = {
  name: "declinedQuestions",
  create: () => new Set(),
  snapshot: (questions) => [...questions],
  restore(json) {
    if (Array.isArray(json) && json.every((one) => typeof one === "string")) return new Set(json);
    throw new ToolError("parse_error", "The saved list of declined questions cannot be read.", {
      hint: "Tell the user, and start a session without the snapshot.",
    });
  },
};

/** The same question in other spacing, case or punctuation is the same. */
export const nameOf = ({ question }: AskedQuestion): string =>
  question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim() || question;
