import type { Question, QuestionAnswer, QuestionReply } from "@holdall/tools-interact/port";

/** Names of a question's fields in a form: its options, and the person's own words. */
export const fieldNames = (index: number) => ({ chosen: `q${index}`, other: `q${index}-other` });

/** The answers in the fields of a `QuestionForm`. Empty fields mean a denial. */
export function readQuestionForm(questions: readonly Question[], form: FormData): QuestionReply {
  const answers = questions.flatMap(({ question, options = [] }, index): QuestionAnswer[] => {
    const names = fieldNames(index);
    const picked = new Set(form.getAll(names.chosen).map(Number));
    const chosen = options.filter((_, at) => picked.has(at)).map(({ label }) => label);
    const other = String(form.get(names.other) ?? "").trim();
    return chosen.length > 0 || other !== "" ? [{ question, chosen, ...(other !== "" && { other }) }] : [];
  });
  if (answers.length === 0) return { outcome: "declined" };
  return { outcome: answers.length === questions.length ? "answered" : "partial", answers };
}
