import type { RunDetails } from "@holdall/durable/port";
import { expect, test } from "vitest";
import { checkAnswer } from "./check-answer.ts";

const question = {
  ...{ sessionId: "s", callId: "c", path: [] },
  questions: [{ question: "Which color?", options: [{ label: "red" }, { label: "blue" }] }, { question: "Why?" }],
};
const plan = { sessionId: "s", callId: "c", path: [], planId: "p1", plan: "Paint it.", grants: [] };
const asked = [
  { event: "question 1", callId: "c", question },
  { event: "plan 1", callId: "c", plan },
];
const run: RunDetails = {
  ...{ id: "run_1", name: "paint", version: "1", queue: "default", priority: 0, state: "waiting" },
  ...{ attempt: 1, losses: 0, failures: 0, input: null, created: 0 },
  steps: asked.map((each, i) => ({
    ...{ position: String(i), name: "call", output: { asked: each as never }, failures: 0, ended: 1 },
  })),
  waits: [{ position: "2", event: "question 1" }, { position: "3", event: "plan 1" }, { position: "4" }].concat([
    { position: "5", event: "child/run_2" },
    { position: "6", event: "go" },
  ]),
};

test.each([
  ["question 1", { outcome: "answered", answers: [{ question: "Which color?", chosen: ["red"] }] }],
  ["question 1", { outcome: "partial", answers: [{ question: "Why?", chosen: [], other: "Because." }] }],
  ["question 1", { outcome: "cancelled" }],
  ["plan 1", { outcome: "approved", planId: "p1" }],
  ["plan 1", { outcome: "changes", feedback: "Blue." }],
  ["go", { any: [1, null] }],
])("%s takes %j", async (event, payload) => {
  expect(await checkAnswer(run, { event, payload })).toEqual({ event, payload });
});

test.each([
  ["question 1", true],
  ["question 1", { outcome: "answered", answers: [] }],
  ["question 1", { outcome: "answered", answers: [{ question: "Which color?", chosen: ["green"] }] }],
  ["question 1", { outcome: "answered", answers: [{ question: "Who?", chosen: [], other: "Me." }] }],
  ["plan 1", true],
  ["plan 1", { outcome: "approved", planId: "p2" }],
  ["plan 1", { outcome: "approved" }],
])("%s does not take %j", async (event, payload) => {
  await expect(checkAnswer(run, { event, payload })).rejects.toMatchObject({ code: "invalid_input" });
});

test.each([
  [{ event: 1, payload: null }, "The request is not an answer: event takes text, not 1."],
  [{ event: "plan 1", payload: "x".repeat(9_000) }, /^The answer does not fit the question: .{20,600}\.$/],
  [
    { event: "question 1", payload: Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`key ${i}`, i])) },
    /^The answer does not fit the question: .{20,600}\.$/,
  ],
])("a refusal is one sentence, however much was sent (%#)", async (body, told) => {
  const error = await checkAnswer(run, body).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "invalid_input", message: expect.stringMatching(told) });
});

test.each(["child/run_2", "approval 1", ""])("%j is not waited for", async (event) => {
  await expect(checkAnswer(run, { event, payload: true })).rejects.toMatchObject({
    code: "stale",
    hint: expect.stringContaining('"question 1", "plan 1", "go"'),
  });
});
