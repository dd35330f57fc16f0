import { modelMessageSchema as schema6 } from "ai6";
import { type ModelMessage, modelMessageSchema as schema7 } from "ai7";
import fc from "fast-check";
import { expect, test } from "vitest";
import { conversation } from "./_conversations.fixture.ts";
import { type Compaction, compact } from "./compact.ts";
import { cutPoints } from "./cut-points.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { partsOf } from "./message.ts";
import { pastOf } from "./past.ts";

const options = fc.record({
  budget: fc.integer({ min: 50, max: 6000 }),
  keep: fc.record({ results: fc.integer({ min: 0, max: 6 }), messages: fc.integer({ min: 1, max: 8 }) }),
  repeats: fc.boolean(),
});

type Check = (messages: readonly ModelMessage[], done: Compaction<ModelMessage>) => void | Promise<void>;

/** Check an invariant on many conversations. */
const always = (check: Check) =>
  fc.assert(
    fc.asyncProperty(conversation, options, async (messages, { repeats, ...given }) => {
      const isRepeatable = (tool: string) => repeats && tool !== "bash";
      await check(messages, await compact({ messages, isRepeatable, ...given }));
    }),
    { numRuns: 150 },
  );

const firstOf = (messages: readonly ModelMessage[]) => messages.findIndex(({ role }) => role !== "system");

const idsOf = (messages: readonly ModelMessage[], type: string) =>
  messages.flatMap((message) => partsOf(message).flatMap((part) => (part.type === type ? [part.toolCallId] : [])));

test("every call keeps its result, or both go", () =>
  always((messages, done) => {
    const kept = new Set(idsOf(done.messages, "tool-call"));
    const answered = new Set(idsOf(messages, "tool-result"));
    expect(new Set(idsOf(done.messages, "tool-result"))).toEqual(new Set([...kept].filter((id) => answered.has(id))));
  }));

test("a call that waits for its result is never cut away", () =>
  always((messages, done) => {
    const answered = new Set(idsOf(messages, "tool-result"));
    const waiting = idsOf(messages, "tool-call").filter((id) => !answered.has(id));
    expect(idsOf(done.messages, "tool-call")).toEqual(expect.arrayContaining(waiting));
  }));

test("an approval stays with its call", () =>
  always((_, done) => {
    const kept = new Set(idsOf(done.messages, "tool-call"));
    for (const id of idsOf(done.messages, "tool-approval-request")) expect(kept.has(id)).toBe(true);
    const asked = done.messages
      .flatMap((message) => partsOf(message))
      .flatMap((part) => (part.type === "tool-approval-request" ? [(part as { approvalId?: string }).approvalId] : []));
    const answers = done.messages
      .flatMap((message) => partsOf(message))
      .flatMap((part) =>
        part.type === "tool-approval-response" ? [(part as { approvalId?: string }).approvalId] : [],
      );
    expect(asked).toEqual(expect.arrayContaining(answers));
  }));

test("roles alternate where the notes stand, and nothing begins with a result", () =>
  always((_, done) => {
    const at = done.messages.findIndex(pastOf);
    if (at < 0) return;
    expect(done.messages.slice(0, at).every(({ role }) => role === "system")).toBe(true);
    expect(done.messages[at + 1]?.role ?? "assistant").toBe("assistant");
  }));

test("the messages of the user after the cut are the same ones, and system messages all stay", () =>
  always((messages, done) => {
    const after = done.messages.filter((message) => message.role === "user" && !pastOf(message));
    expect(after).toEqual(messages.slice(done.cut).filter(({ role }) => role === "user"));
    for (const [i, message] of after.entries()) expect(messages).toContain(after[i] ?? message);
    const systems = (list: readonly ModelMessage[]) => list.filter(({ role }) => role === "system");
    expect(systems(done.messages)).toEqual(systems(messages));
  }));

test("the cut never falls inside a step", () =>
  always((messages, done) => {
    if (done.cut > 0) expect(messages[done.cut]?.role ?? "user").not.toBe("tool");
  }));

test("it is below the budget afterwards, or says so when nothing more can go", () =>
  fc.assert(
    fc.asyncProperty(conversation, options, async (messages, { budget, keep }) => {
      const done = await compact({ messages, budget, keep });
      const after = done.messages.reduce((sum, message) => sum + estimateTokens(message), 0);
      expect(done.tokens.after).toBe(after);
      expect(done.fits).toBe(after <= budget);
      // What was not cut has to stay: the newest messages, and what hangs together with them.
      if (!done.fits && done.cut === 0)
        expect(
          cutPoints(messages).filter((point) => point > firstOf(messages) && point <= messages.length - keep.messages),
        ).toEqual([]);
    }),
    { numRuns: 150 },
  ));

test("twice is once", () =>
  fc.assert(
    fc.asyncProperty(conversation, options, async (messages, { repeats, ...given }) => {
      const isRepeatable = () => repeats;
      const once = await compact({ messages, isRepeatable, ...given });
      const twice = await compact({ messages: once.messages, isRepeatable, ...given });
      expect(twice.messages).toEqual(once.messages);
    }),
    { numRuns: 150 },
  ));

test("the same input gives the same output, and is not changed", () =>
  always(async (messages, done) => {
    const copy = structuredClone(messages);
    expect((await compact({ messages, budget: 100 })).messages).toEqual(
      (await compact({ messages: copy, budget: 100 })).messages,
    );
    expect(messages).toEqual(copy);
    expect(done.messages === messages).toBe(done.steps.length === 0);
  }));

test("the first and the last request are in the notes, word for word", () =>
  always((messages, done) => {
    const notes = done.messages.find(pastOf);
    if (!notes) return;
    const requests = messages.slice(0, done.cut).filter(({ role }) => role === "user");
    for (const request of [requests[0], requests.at(-1)]) {
      if (!request) continue;
      const text = typeof request.content === "string" ? request.content : (partsOf(request)[0]?.text as string);
      expect(notes.content).toContain(text.slice(0, 8000));
    }
  }));

test.each([
  ["6", schema6],
  ["7", schema7],
])("what comes out is a conversation of ai %s", (_, schema) =>
  always((_messages, done) => {
    for (const message of done.messages) {
      const checked = schema.safeParse(message);
      expect(checked.error?.issues ?? []).toEqual([]);
    }
  }),
);
