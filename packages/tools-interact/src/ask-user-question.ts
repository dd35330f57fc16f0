import { defineTool, type Tool, ToolError, type ToolErrorCode } from "@holdall/tool-core";
import * as z from "zod";
import { declinedQuestions, nameOf } from "./_declined.ts";
import { questionAliases } from "./_question-aliases.ts";
import { type AskedQuestion, answerSchema, questionSchema } from "./_question-schema.ts";
import { type ReplyOutcome, replyOutcome } from "./_reply-outcome.ts";
import type { InteractToolsOptions } from "./options.ts";
import { askerOf, type QuestionOutcome, type QuestionReply, type QuestionRequest } from "./port/index.ts";

export type AskUserQuestionInput = z.infer<typeof input>;
export type AskUserQuestionOutput = z.infer<typeof output>;

const input = z.object({
  questions: z
    .array(questionSchema)
    .min(1)
    .max(4)
    .refine(
      (questions) => new Set(questions.map(({ question }) => question)).size === questions.length,
      "two questions are the same",
    ),
});

const output = z.object({
  outcome: z.enum(["answered", "partial"]),
  answers: z.array(answerSchema),
  feedback: z.string().optional(),
});

/**
 * Create the tool `ask_user_question`: asks the user. Any outcome except an answer is a failure whose text tells the model
 * what not to do.
 */
export function askUserQuestion({
  asker: usual,
  useDefaults = false,
}: InteractToolsOptions = {}): Tool<
  AskUserQuestionInput,
  AskUserQuestionOutput,
  "ask_user_question",
  z.input<typeof input>
> {
  return defineTool({
    name: "ask_user_question",
    category: "interaction",
    description:
      "Ask the user what only they can decide. They may always answer in their own words: no option for that. For permission, make the call itself.",
    guidance: [
      "{ask_user_question} is for choices that change the work and that files, the web and sensible defaults do not settle. Ask before the work, and all at once.",
      "An answer to {ask_user_question} permits nothing: calls that need permission still ask for it.",
    ].join("\n"),
    examples: ["ask me before you decide", "which of these do you want", "let me choose"],
    input,
    output,
    hints: { readOnly: true, idempotent: false, openWorld: false },
    alwaysLoad: true,
    program: "never",
    aliases: questionAliases,
    access: () => [],
    async execute({ questions }, ctx) {
      const declined = ctx.state(declinedQuestions);
      if (questions.every((question) => declined.has(nameOf(question))))
        throw failureOf({ outcome: "declined", answers: [] });
      const asker = askerOf(ctx) ?? usual;
      const { sessionId, callId, signal } = ctx;
      const request: QuestionRequest = { sessionId, callId, path: [], questions: questions.map(shown) };
      const settled = replyOutcome(questions, await replyOf(request), useDefaults);
      const { outcome, answers, feedback } = settled;
      if (outcome === "declined") for (const question of questions) declined.add(nameOf(question));
      if (outcome !== "answered" && outcome !== "partial") throw failureOf(settled);
      return { outcome, answers: [...answers], ...(feedback !== undefined && { feedback }) };

      async function replyOf(asked: QuestionRequest): Promise<QuestionReply> {
        if (!asker) return { outcome: "unavailable" };
        try {
          return await asker.ask(asked, { signal });
        } catch {
          signal.throwIfAborted();
          return { outcome: "cancelled" };
        }
      }
    },
    render: ({ answers, feedback }, { questions }) =>
      [
        ...questions.map(({ question }) => {
          const answer = answers.find((each) => each.question === question);
          if (!answer) return `${question}\n  (no answer: do not assume one)`;
          const words = [...answer.chosen, ...(answer.other === undefined ? [] : [answer.other])].join(", ");
          return `${question}\n  ${words}${answer.from === "default" ? " (the default: no answer)" : ""}`;
        }),
        ...(feedback === undefined ? [] : [`The user adds: ${feedback}`]),
      ].join("\n"),
  });
}

const shown = ({ question, header, options, multi_select, default: preset }: AskedQuestion) => ({
  question,
  ...(header !== undefined && { header: header.slice(0, 12) }),
  ...(options && { options }),
  ...(multi_select !== undefined && { multiSelect: multi_select }),
  ...(preset !== undefined && { default: preset }),
});

type Failure = Exclude<QuestionOutcome, "answered" | "partial">;

const failures: Readonly<Record<Failure, readonly [code: ToolErrorCode, what: string, next: string]>> = {
  declined: [
    "aborted",
    "The user does not want to answer.",
    "Do not ask this again and do not guess an answer. Do what does not depend on it, and say what you left open.",
  ],
  cancelled: [
    "aborted",
    "The question was dismissed; there is no answer.",
    "Do not guess one. Do what does not depend on it, and end with the question.",
  ],
  timeout: [
    "timeout",
    "The user did not answer in time.",
    "Do not guess an answer and do not ask again now. Do what does not depend on it, and end with the question.",
  ],
  unavailable: [
    "unavailable",
    "The user cannot answer here.",
    "Do not guess an answer. Do what does not depend on it, and end with the question.",
  ],
  deferred: [
    "unavailable",
    "The question was forwarded. The answer arrives later, as a message from the user.",
    "Do not guess it and do not wait. Do what does not depend on it, and end your turn.",
  ],
};

function failureOf({ outcome, questionId, feedback }: ReplyOutcome): ToolError {
  const [code, what, hint] = failures[outcome as Failure] ?? failures.cancelled;
  const said = feedback === undefined ? "" : ` They said: ${feedback}`;
  const named = questionId === undefined ? "" : ` It will name the question ${questionId}.`;
  return new ToolError(code, `${what}${said}${named}`, {
    hint,
    data: { outcome, answers: [], ...(questionId !== undefined && { question_id: questionId }) },
  });
}
