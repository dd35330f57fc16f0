import type { Asker, Question, QuestionAnswer, QuestionReply, QuestionRequest } from "@holdall/tools-interact/port";
import { renderMarkdown } from "../../render/markdown/markdown.ts";
import { plain } from "../../render/plain.ts";
import type { Screen } from "../../render/screen.ts";
import type { Choice, ChoiceEnd } from "../../terminal/choice.ts";

interface FormContext {
  readonly screen: Screen;
  readonly choose: (choice: Choice) => Promise<ChoiceEnd>;
  /** Lines that stay. */
  readonly show: (lines: readonly string[]) => void;
}

/** Who types a word that is in the list has chosen it. */
export const isWord = (text: string, word: string): boolean => text.toLowerCase() === word;

/**
 * Asks by lists on a live terminal. What the model says is after a bar, so that it cannot pass for a part of the form.
 */
export function formAsker(place: FormContext): Asker {
  return {
    ask: (request) => askQuestions(request, place),
    review: async ({ plan, planId, grants, path }) => {
      const { screen, choose, show } = place;
      const permitted = grants.map(({ tool, scope }) => `  - ${oneText(`${tool}: ${scope}`)}`);
      const lines = renderMarkdown(plan, { ...screen, width: screen.width - 2 });
      show([
        "",
        `${asker(path)}Plan`,
        ...lines.map((line) => `│ ${line}`.trimEnd()),
        ...(permitted.length > 0
          ? ["If you approve, these calls are permitted until the plan ends:", ...permitted]
          : []),
      ]);
      const title = ["Carry it out?"];
      const items = [
        { label: "Yes", key: "y" },
        { label: "No", key: "n" },
        { label: "Change this:", isText: true },
      ];
      const end = await choose({ title, items });
      if (end.end === "interrupted") return { outcome: "unavailable" };
      const text = end.end === "chosen" ? end.text : "";
      const isYes = end.end === "chosen" && (end.items[0] === 0 || isWord(text, "yes"));
      const feedback = isYes || isWord(text, "no") ? "" : text;
      show([`  → ${isYes ? "Yes" : feedback === "" ? "No" : `Change this: ${oneText(text)}`}`]);
      if (isYes) return { outcome: "approved", planId };
      return feedback === "" ? { outcome: "declined" } : { outcome: "changes", feedback };
    },
  };
}

type Answered = QuestionAnswer | undefined;

async function askQuestions({ questions, path }: QuestionRequest, { choose }: FormContext): Promise<QuestionReply> {
  const answers: Answered[] = questions.map(() => undefined);
  const isOne = questions.length === 1;
  for (let at = 0; at <= questions.length; ) {
    const question = questions[at];
    if (!question) {
      if (isOne) break;
      const end = await choose(reviewOf(questions, answers));
      if (end.end === "interrupted") return { outcome: "cancelled" };
      if (end.end === "cancelled") return { outcome: "declined" };
      const [item = 0] = end.end === "chosen" ? end.items : [questions.length];
      if (item === 0) break;
      at = item - 1;
      continue;
    }
    const number = isOne ? "" : `Question ${at + 1} of ${questions.length}. `;
    const head = [`${asker(path)}${number}${question.header ? oneText(question.header) : ""}`.trimEnd()];
    const choice = choiceOf(question, answers[at], !isOne);
    const end = await choose({ ...choice, title: head.filter(Boolean), quote: question.question, canGoBack: at > 0 });
    if (end.end === "interrupted") return { outcome: "cancelled" };
    if (end.end === "cancelled") return { outcome: "declined" };
    if (end.end === "chosen") answers[at] = answerFrom(question, end);
    at += end.end === "back" ? -1 : 1;
  }
  const given = answers.filter((answer) => answer !== undefined);
  if (given.length === 0) return { outcome: "declined" };
  return { outcome: given.length === questions.length ? "answered" : "partial", answers: given };
}

/** The question as a list that begins with what was answered before, or with its default. */
function choiceOf({ options = [], multiSelect, default: preset }: Question, known: Answered, canSkip: boolean): Choice {
  const labels = options.map(({ label }) => label);
  const isOption = preset !== undefined && labels.includes(preset);
  const chosen = known ? known.chosen : isOption ? [preset] : [];
  const text = known ? (known.other ?? "") : isOption ? "" : (preset ?? "");
  const marked = chosen.map((label) => labels.indexOf(label)).filter((index) => index >= 0);
  return {
    items: [
      ...options.map(({ label, description }) => ({ label, detail: description })),
      { label: options.length === 0 ? "Your answer:" : "Other:", isText: true },
      ...(canSkip ? [{ label: "Skip this question", isAlone: true }] : []),
    ],
    multiple: multiSelect === true && options.length > 0,
    at: marked[0] ?? (text === "" ? 0 : options.length),
    chosen: multiSelect ? marked : [],
    text,
  };
}

function answerFrom({ question, options = [] }: Question, end: Extract<ChoiceEnd, { end: "chosen" }>): Answered {
  if (end.items.includes(options.length + 1)) return undefined;
  const chosen = end.items.flatMap((item) => options[item]?.label ?? []);
  return { question, chosen, ...(end.text !== "" && { other: end.text }) };
}

function reviewOf(questions: readonly Question[], answers: readonly Answered[]): Choice {
  return {
    title: ["Your answers"],
    items: [
      { label: "Send them" },
      ...questions.map(({ question }, at) => ({
        label: `Change: ${plain(question)}`,
        detail: `→ ${textOf(answers[at])}`,
      })),
    ],
    canGoBack: true,
  };
}

const textOf = (answer: Answered): string =>
  answer === undefined ? "skipped" : oneText([...answer.chosen, ...(answer.other ? [answer.other] : [])].join(", "));

const oneText = (text: string): string => plain(text).replace(/\s+/g, " ");
const asker = (path: readonly string[]): string => (path.length === 0 ? "" : `${path.map(oneText).join(" > ")}: `);
