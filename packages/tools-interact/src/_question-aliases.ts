import type { Aliases } from "@holdall/tool-core";

/** How other agents spell asking: Gemini's and VS Code's lists, and the single question of Cline, Roo and others. */
export const questionAliases: Aliases = {
  claude: { name: "AskUserQuestion", params: { multi_select: "multiSelect" } },
  names: ["ask_user", "question", "ask_question", "ask_questions", "ask_followup_question", "request_user_input"],
  foreign: {
    question(value, { input }) {
      const options = [input.options, input.follow_up, input.suggestions, input.choices].find(Array.isArray);
      return {
        input: { questions: [{ question: value, ...(options?.length && { options: options.map(asOption) }) }] },
      };
    },
    questions: (value) => ({ input: { questions: Array.isArray(value) ? value.map(asQuestion) : value } }),
    options: "",
    follow_up: "",
    suggestions: "",
    choices: "",
    answers: "Answers come from the person; those that were sent are not used.",
    annotations: "",
    metadata: "",
  },
};

/** `multiple` and `allowFreeformInput` of others; the user can always answer in their own words. */
function asQuestion(value: unknown): unknown {
  if (typeof value === "string") return { question: value };
  if (typeof value !== "object" || value === null) return value;
  const {
    type: _type,
    id: _id,
    multiple,
    allowFreeformInput: _free,
    placeholder: _hint,
    ...rest
  } = value as Record<string, unknown>;
  const options = Array.isArray(rest.options) && rest.options.length > 0 ? rest.options.map(asOption) : undefined;
  const { options: _options, ...question } = rest;
  return {
    ...question,
    ...(options && { options }),
    ...(multiple !== undefined && { multi_select: multiple }),
  };
}

function asOption(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { label, text, description } = value as Record<string, unknown>;
  return { label: label ?? text, ...(description !== undefined && { description }) };
}
