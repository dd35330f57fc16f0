import type { ViewBlock } from "../call-view.ts";
import { counted, fieldOf, listOf, textOf } from "../view/fields.ts";
import type { Handler } from "./handler.ts";

const questionsOf = (input: unknown): readonly unknown[] => {
  const listed = listOf(input, "questions");
  return listed.length > 0 || fieldOf(input, "question") === undefined ? listed : [input];
};

/** A question with its options, a line each. */
function asked(question: unknown): string {
  const options = listOf(question, "options").map((option) => {
    const label = typeof option === "string" ? option : (textOf(option, "label") ?? "");
    const description = textOf(option, "description");
    return `- ${label}${description === undefined ? "" : `: ${description}`}`;
  });
  return [textOf(question, "question") ?? "", ...options].join("\n");
}

function answered(answer: unknown): ViewBlock {
  const other = textOf(answer, "other");
  const words = [...listOf(answer, "chosen").filter((label) => typeof label === "string"), ...(other ? [other] : [])];
  const from = textOf(answer, "from") === "default" ? " (the default: no answer)" : "";
  return { kind: "text", text: `${textOf(answer, "question") ?? ""}\n${words.join(", ")}${from}` };
}

function planBlocks(input: unknown): ViewBlock[] {
  const permitted = listOf(input, "allow", "allowedPrompts").map(
    (each) => `- ${textOf(each, "tool") ?? ""}: ${textOf(each, "scope", "prompt") ?? ""}`,
  );
  const plan: ViewBlock = { kind: "markdown", text: textOf(input, "plan") ?? "" };
  return permitted.length === 0
    ? [plan]
    : [plan, { kind: "text", text: ["Permitted with it:", ...permitted].join("\n") }];
}

/** How questions and plans are shown: all that the user has to know to answer, before they do. */
export const interactHandlers: Readonly<Record<string, Handler>> = {
  ask_user_question: {
    title: "Question",
    category: "interaction",
    subject: (input) => textOf(questionsOf(input)[0], "question"),
    outcome: (output) => counted(listOf(output, "answers").length, "answer"),
    preview: (input) => questionsOf(input).map((question) => ({ kind: "text", text: asked(question) })),
    blocks: (output) => listOf(output, "answers").map(answered),
  },
  enter_plan_mode: {
    title: "Enter plan mode",
    category: "interaction",
    subject: (input) => textOf(input, "reason") ?? "",
    blocks: () => [],
  },
  exit_plan_mode: {
    title: "Plan",
    category: "interaction",
    subject: () => "",
    outcome: (output) => textOf(output, "outcome") ?? "",
    preview: planBlocks,
    blocks: (output, input) => {
      const feedback = textOf(output, "feedback");
      return [...planBlocks(input), ...(feedback === undefined ? [] : [{ kind: "text", text: feedback } as const])];
    },
  },
  think: {
    title: "Think",
    category: "interaction",
    subject: () => "",
    preview: (input) => [{ kind: "text", text: textOf(input, "thought") ?? "" }],
    blocks: (_output, input) => [{ kind: "text", text: textOf(input, "thought") ?? "" }],
  },
};
