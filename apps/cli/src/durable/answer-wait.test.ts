import type { RunDetails } from "@holdall/durable/port";
import type { PersonAsked } from "@holdall/tools-agents/port";
import { expect, test } from "vitest";
import type { ChoiceEnd } from "../terminal/choice.ts";
import type { TypeAhead } from "../terminal/type-ahead.ts";
import { answerWait } from "./answer-wait.ts";

const place = { sessionId: "s", callId: "c", path: [] };
const approval = { id: "q", sessionId: "s", tool: "delete_file", input: { path: "a\u001b[2J" }, prompt: "Delete a?" };
const access = [{ action: "delete", target: "/a" }] as const;
const question = { ...place, questions: [{ question: "When?", options: [{ label: "now" }, { label: "later" }] }] };
const asked: Readonly<Record<string, PersonAsked>> = {
  approval: { event: "e", callId: "c", approval: { ...approval, access } },
  question: { event: "e", callId: "c", question },
  plan: { event: "e", callId: "c", plan: { ...place, planId: "p1", plan: "1. Go", grants: [] } },
};

/** What a run gets when a person ends its lists like this, one after the other. */
async function answered(kind: string, ends: readonly ChoiceEnd[]) {
  let written = "";
  const left = [...ends];
  const output = asked[kind] && { asked: asked[kind] };
  const steps = output ? [{ position: "0", name: "call", output, failures: 0 }] : [];
  const run = { id: "r", steps, waits: [{ position: "1", event: "e" }] } as unknown as RunDetails;
  const terminal = {
    screen: { width: 80, colour: false },
    keys: { choose: async () => left.shift() ?? { end: "cancelled" as const }, typeAhead: {} as TypeAhead },
    read: async () => undefined,
    write(text: string) {
      written += text;
    },
  };
  return { answer: await answerWait(run, "e", terminal, new AbortController().signal), written };
}

const take = (item: number, text = ""): ChoiceEnd => ({ end: "chosen", items: [item], text });

test.each([
  ["approval", take(0), true],
  ["approval", take(1), { approved: false }],
  ["approval", take(2, "not today"), { approved: false, reason: "They said: not today" }],
  ["question", take(1), { outcome: "answered", answers: [{ question: "When?", chosen: ["later"] }] }],
  ["plan", take(0), { outcome: "approved", planId: "p1" }],
  ["plan", take(2, "slower"), { outcome: "changes", feedback: "slower" }],
  ["an event of its own", take(0), true],
  ["an event of its own", take(2, '{"n":1}'), { n: 1 }],
] as const)("%s, %j: %j", async (kind, end, answer) => expect((await answered(kind, [end])).answer).toEqual(answer));

test.each(["approval", "question", "plan", "an event of its own"])("%s is left open with Esc", async (kind) => {
  expect((await answered(kind, [{ end: "cancelled" }])).answer).toBeUndefined();
});

test("what is not JSON is asked again, and what is asked about is shown without control characters", async () => {
  const again = await answered("own", [take(2, "{no"), take(1)]);
  expect(again).toMatchObject({ answer: false, written: expect.stringContaining("The answer is not JSON.") });
  const { written } = await answered("approval", [take(1)]);
  expect(written).toContain("delete_file wants to delete /a\npath: a\\u{1b}[2J");
});
