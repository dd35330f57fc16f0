import { describeTools } from "@holdall/conformance";
import { interactTools } from "./interact-tools.ts";
import { think } from "./think.ts";

describeTools("interaction tools", () => ({
  tools: [
    ...interactTools({
      asker: {
        ask: ({ questions }) => ({
          outcome: "answered",
          answers: questions.map(({ question }) => ({ question, chosen: [], other: "yes" })),
        }),
        review: ({ planId }) => ({ outcome: "approved", planId }),
      },
    }),
    think(),
  ],
  samples: {
    ask_user_question: { questions: [{ question: "Which one?", options: [{ label: "red" }, { label: "blue" }] }] },
    enter_plan_mode: { reason: "a large change" },
    exit_plan_mode: { plan: "1. Look." },
    think: { thought: "The rules say no." },
  },
  async prepare(session, tool) {
    if (tool === "exit_plan_mode") await session.call("enter_plan_mode", {});
  },
  obvious: [
    "thought",
    "reason",
    "questions",
    "question",
    "label",
    "description",
    "multi_select",
    "options",
    "tool",
    "allow",
  ],
}));
