import type { RunDetails } from "@holdall/durable/port";
import { expect, test } from "vitest";
import { runText } from "./run-text.ts";

test("what a person is asked is shown with how to answer it", () => {
  const approval = { id: "a", sessionId: "s", tool: "bash", input: {}, access: [], prompt: "Run npm publish?" };
  const question = { sessionId: "s", callId: "c", path: [], questions: [{ question: "Which color?" }] };
  const asked = [
    { event: "approval a", callId: "c", approval },
    { event: "question b", callId: "c", question },
  ];
  const run: RunDetails = {
    ...{ id: "run_1", name: "scheduled_task", version: "1", queue: "default", priority: 0, state: "waiting" },
    ...{ attempt: 1, losses: 0, failures: 0, input: null, created: 0 },
    steps: asked.map((each, i) => ({
      ...{ position: String(i), name: "call", output: { asked: each as never }, failures: 0, ended: 1 },
    })),
    waits: asked.map(({ event }, i) => ({ position: String(i + 2), event })),
  };
  const text = runText(run);
  expect(text).toContain("asks: Run npm publish?\n    holdall runs answer run_1 'approval a' yes");
  expect(text).toContain("asks: Which color?");
  const [, json = ""] = /'question b' '(.*)'$/m.exec(text) ?? [];
  expect(JSON.parse(json)).toMatchObject({ outcome: "answered", answers: [{ question: "Which color?" }] });
});
