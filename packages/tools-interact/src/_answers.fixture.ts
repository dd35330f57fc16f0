import type { PlanReply, QuestionReply } from "./port/index.ts";

export const questions = [
  { question: "Which one?", options: [{ label: "red" }, { label: "blue" }] },
  { question: "Which parts?", options: ["roof", "door"], multi_select: true },
];

/** Every way in which asking ends, and what the model reads. */
export const endings: readonly (readonly [
  name: string,
  reply: QuestionReply,
  code: string | undefined,
  words: string,
])[] = [
  [
    "answered",
    {
      outcome: "answered",
      answers: [
        { question: "Which one?", chosen: ["red"] },
        { question: "Which parts?", chosen: ["roof", "door"] },
      ],
    },
    undefined,
    "Which one?\n  red\nWhich parts?\n  roof, door",
  ],
  [
    "partial",
    { outcome: "answered", answers: [{ question: "Which one?", chosen: [], other: "green" }] },
    undefined,
    "Which one?\n  green\nWhich parts?\n  (no answer: do not assume one)",
  ],
  ["declined", { outcome: "declined" }, "aborted", "does not want to answer"],
  ["cancelled", { outcome: "cancelled" }, "aborted", "was dismissed"],
  ["timeout", { outcome: "timeout" }, "timeout", "The user did not answer in time"],
  ["unavailable", { outcome: "unavailable" }, "unavailable", "The user cannot answer here"],
  ["deferred", { outcome: "deferred", questionId: "q-7" }, "unavailable", "It will name the question q-7."],
];

export const planReplies: readonly (readonly [PlanReply["outcome"], PlanReply])[] = [
  ["changes", { outcome: "changes", feedback: "Leave the door." }],
  ["declined", { outcome: "declined" }],
  ["unavailable", { outcome: "unavailable" }],
];
