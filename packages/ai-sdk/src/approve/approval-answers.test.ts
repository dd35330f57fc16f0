import { allow, createRegistry, openSession, planModeKey, type Session, type SessionOptions } from "@holdall/tool-core";
import { interactTools } from "@holdall/tools-interact";
import { planIdOf } from "@holdall/tools-interact/port";
import type { ModelMessage } from "ai";
import { describe, expect, it } from "vitest";
import { loadSdk, type Message } from "../_sdks.fixture.ts";

const open = (options: Partial<SessionOptions> = {}): Session =>
  openSession(createRegistry(interactTools()), { policy: allow(), ...options });
const user: Message = { role: "user", content: "go" };
const questions = [{ question: "Which one?", options: ["red", "blue"] }, { question: "When?" }];
const clientTools = ["ask_user_question", "exit_plan_mode"] as const;

/** What a client's `addToolResult` leaves in the messages. */
const answer = (toolName: string, value: unknown): Message => ({
  role: "tool",
  content: [{ type: "tool-result", toolCallId: "c1", toolName, output: { type: "json", value } }],
});

const outputs = (messages: readonly Message[] | undefined) =>
  (messages ?? []).flatMap(({ role, content }) =>
    role === "tool" && typeof content !== "string" ? content.flatMap(({ output }) => (output ? [output] : [])) : [],
  );

describe.each([6, 7] as const)("answers of a client, ai %i", async (version) => {
  const { toAiTools, applyApprovalAnswers, run } = await loadSdk(version);

  async function ask(session: Session, name: string, input: object, value: unknown) {
    const tools = toAiTools(session, { clientTools });
    const asked = await run([[{ name, input, id: "c1" }]], { tools });
    expect(asked.messages.filter(({ role }) => role === "tool")).toEqual([]);
    const messages = [user, ...asked.messages, answer(name, value)];
    const told = (await applyApprovalAnswers(session, messages as object as ModelMessage[])) as object as Message[];
    const done = await run(["done"], { tools, messages: told });
    return { outputs: outputs(done.prompts[0]), messages };
  }

  const both = [
    { question: "Which one?", chosen: ["red"] },
    { question: "When?", chosen: [], other: "today" },
  ];
  it.each([
    ["answered", { outcome: "answered", answers: both }, "text", "Which one?\n  red\nWhen?\n  today"],
    ["partial", { outcome: "partial", answers: both.slice(1) }, "text", "no answer: do not assume one"],
    ["declined", { outcome: "declined" }, "error-text", "does not want to answer"],
    ["cancelled", { outcome: "cancelled" }, "error-text", "was dismissed"],
    ["timeout", { outcome: "timeout" }, "error-text", "The user did not answer in time"],
    ["unavailable", { outcome: "unavailable" }, "error-text", "The user cannot answer here"],
    ["deferred", { outcome: "deferred", questionId: "q7" }, "error-text", "q7"],
    ["answered, with nothing in it", { outcome: "answered", answers: [] }, "error-text", "does not want to answer"],
    ["what is no reply", "yes", "error-text", "was dismissed"],
  ])("questions: %s", async (_name, value, type, words) => {
    const { outputs: told } = await ask(open(), "ask_user_question", { questions }, value);
    expect(told).toMatchObject([{ type, value: expect.stringContaining(words) }]);
  });

  it("a plan is approved by its hash, once, and by no other", async () => {
    const plan = "1. Paint it.";
    const exit = { outcome: "approved", planId: await planIdOf(plan) };
    const session = open();
    await session.call("enter_plan_mode", {});
    const other = await ask(session, "exit_plan_mode", { plan: `${plan} And sell it.` }, exit);
    expect(other.outputs).toMatchObject([{ type: "error-text", value: expect.stringContaining("is not this one") }]);
    expect(session.state(planModeKey).active).toBe(true);

    const second = open();
    await second.call("enter_plan_mode", {});
    const { outputs: told, messages } = await ask(second, "exit_plan_mode", { plan }, exit);
    expect(told).toMatchObject([{ type: "text", value: expect.stringContaining("approved this plan") }]);
    expect(second.state(planModeKey)).toMatchObject({ active: false, plan: { text: plan } });

    // The same history again, later and in another session that plans: it approves nothing.
    await second.call("enter_plan_mode", {});
    const later = [...messages, { role: "user", content: "again" }] as object as ModelMessage[];
    await applyApprovalAnswers(second, later);
    expect(second.state(planModeKey).active).toBe(true);
    const third = open();
    await third.call("enter_plan_mode", {});
    await applyApprovalAnswers(third, later);
    expect(third.state(planModeKey).active).toBe(true);
  });
});
