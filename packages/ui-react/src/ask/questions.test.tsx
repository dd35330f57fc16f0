import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { interactTools } from "@holdall/tools-interact";
import { answerWith, type PlanRequest, type Question, type QuestionRequest } from "@holdall/tools-interact/port";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PlanForm } from "./plan-form.tsx";
import { QuestionForm } from "./question-form.tsx";
import { createQuestions, type Questions } from "./questions.ts";
import { readQuestionForm } from "./read-question-form.ts";

const asked: Question[] = [
  { question: "Which one?", options: [{ label: "red" }, { label: "blue", description: "like the sky" }] },
  { question: "Which parts?", options: [{ label: "roof" }, { label: "door" }], multiSelect: true, default: "door" },
  { question: "When?", default: "today" },
];
const place = { sessionId: "s", callId: "c", path: ["painter"] };

function open(): { questions: Questions; session: ReturnType<typeof openSession> } {
  const questions = createQuestions();
  const session = openSession(createRegistry(interactTools()), { policy: allow() });
  answerWith(session, questions);
  return { questions, session };
}

const waiting = async (questions: Questions, count = 1) => {
  await expect.poll(() => questions.pending().length).toBe(count);
  return questions.pending();
};

test("questions and plans wait in one list, and each answer reaches its call", async () => {
  const { questions, session } = open();
  const first = session.call("ask_user_question", { questions: [{ question: "One?" }] });
  const [one] = await waiting(questions);
  const second = session.call("ask_user_question", { questions: [{ question: "Two?" }] });
  const [, two] = await waiting(questions, 2);
  const answer = (question: string, other: string) => ({
    outcome: "answered" as const,
    answers: [{ question, chosen: [], other }],
  });
  expect(questions.decide(one!.id, { outcome: "approved", planId: "x" })).toBe(false);
  expect(questions.answer(two!.id, answer("Two?", "2"))).toBe(true);
  expect(questions.answer(one!.id, answer("One?", "1"))).toBe(true);
  expect(await Promise.all([first, second])).toMatchObject([
    { output: { answers: [{ other: "1" }] } },
    { output: { answers: [{ other: "2" }] } },
  ]);

  await session.call("enter_plan_mode", {});
  const exit = session.call("exit_plan_mode", { plan: "1. Paint." });
  const [plan] = await waiting(questions);
  if (plan?.kind !== "plan") throw new Error("A plan should wait.");
  questions.decide(plan.id, { outcome: "approved", planId: plan.request.planId });
  expect(await exit).toMatchObject({ output: { outcome: "approved" } });
  expect(questions.pending()).toEqual([]);
});

test("a cancelled call takes its question with it", async () => {
  const { questions, session } = open();
  const stop = new AbortController();
  const call = session.call("ask_user_question", { questions: [{ question: "One?" }] }, { signal: stop.signal });
  await waiting(questions);
  stop.abort();
  expect((await call).ok).toBe(false);
  expect(questions.pending()).toEqual([]);
});

test("a form shows every option, who asks, and names what hides", () => {
  const request: QuestionRequest = { ...place, questions: [...asked, { question: "Ok\u202E?" }] };
  const html = renderToStaticMarkup(<QuestionForm request={request} onReply={() => {}} />);
  expect(html).toContain("<legend>painter: Which one?</legend>");
  expect(html).toContain("like the sky");
  expect(html).toContain("Ok&lt;U+202E&gt;?");
  expect(html.match(/type="radio"/g)).toHaveLength(3);
  expect(html.match(/type="checkbox"/g)).toHaveLength(2);
  expect(html.match(/checked=""/g)).toHaveLength(1);
});

test("the fields of a form become answers; an empty form answers nothing", () => {
  const form = new FormData();
  expect(readQuestionForm(asked, form)).toEqual({ outcome: "declined" });
  form.append("q1", "0");
  form.append("q1", "1");
  form.append("q0-other", " green ");
  expect(readQuestionForm(asked, form)).toEqual({
    outcome: "partial",
    answers: [
      { question: "Which one?", chosen: [], other: "green" },
      { question: "Which parts?", chosen: ["roof", "door"] },
    ],
  });
  form.append("q2-other", "today");
  expect(readQuestionForm(asked, form).outcome).toBe("answered");
});

test("a plan is shown whole, with what it permits, and only its own button approves it", () => {
  const grants = [{ tool: "bash", scope: "npm test", targets: ["npm test"] }];
  const request: PlanRequest = { ...place, planId: "abc", plan: "1. Paint <all>.", grants };
  const html = renderToStaticMarkup(<PlanForm request={request} onReply={() => {}} />);
  expect(html).toContain("1. Paint &lt;all&gt;.");
  expect(html).toContain("<code>npm test</code>");
  expect(html).toMatch(/<button type="button" data-answer="approve">/);
  expect(html.match(/type="submit"/g)).toHaveLength(1);
  expect(html).toMatch(/<button type="submit" data-answer="changes">/);
});
