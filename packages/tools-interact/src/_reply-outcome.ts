import type { AskedQuestion, SettledAnswer } from "./_question-schema.ts";
import type { QuestionOutcome, QuestionReply } from "./port/index.ts";

export interface ReplyOutcome {
  readonly outcome: QuestionOutcome;
  readonly answers: readonly SettledAnswer[];
  readonly questionId?: string | undefined;
  readonly feedback?: string | undefined;
}

/**
 * The outcome of a reply, whatever its asker reports: answers belong to questions that were asked and are not empty,
 * text that is not an option is the user's own, and without answers nothing was answered.
 */
export function replyOutcome(
  questions: readonly AskedQuestion[],
  reply: QuestionReply,
  useDefaults: boolean,
): ReplyOutcome {
  const { outcome, questionId, feedback } = reply;
  const told = feedback?.trim() ? { feedback } : {};
  if (useDefaults && (outcome === "timeout" || outcome === "unavailable")) {
    const answers = questions.flatMap(defaultOf);
    if (answers.length === questions.length) return { outcome: "answered", answers, ...told };
  }
  if (outcome !== "answered" && outcome !== "partial") {
    return { outcome, answers: [], ...told, ...(outcome === "deferred" && { questionId }) };
  }
  const answers = questions.flatMap((question) => readAnswer(question, reply));
  if (answers.length === 0) return { outcome: "declined", answers, ...told };
  return { outcome: answers.length === questions.length ? "answered" : "partial", answers, ...told };
}

function defaultOf({ question, options, default: preset }: AskedQuestion): SettledAnswer[] {
  if (preset === undefined) return [];
  return [{ question, chosen: options ? [preset] : [], ...(!options && { other: preset }), from: "default" }];
}

function readAnswer({ question, options = [], multi_select }: AskedQuestion, reply: QuestionReply): SettledAnswer[] {
  const given = reply.answers?.find((answer) => answer.question === question);
  const labels = new Set(options.map(({ label }) => label));
  const words = [...new Set(given?.chosen ?? [])].filter((word) => word.trim() !== "");
  const known = words.filter((word) => labels.has(word));
  const chosen = multi_select ? known : known.slice(0, 1);
  const other = [...words.filter((word) => !chosen.includes(word)), given?.other ?? ""]
    .filter((text) => text.trim() !== "")
    .join(", ");
  if (chosen.length === 0 && other === "") return [];
  return [{ question, chosen, ...(other !== "" && { other }), from: "person" }];
}
