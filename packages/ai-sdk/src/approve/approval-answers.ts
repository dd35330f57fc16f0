import { contentText, type Session, type StateKey } from "@holdall/tool-core";
import { type Asker, answerWith, type PlanReply, type QuestionReply } from "@holdall/tools-interact/port";
import type { ModelMessage } from "ai";

type ToolContent = Extract<ModelMessage, { role: "tool" }>["content"];
type ToolPart = ToolContent[number];
type ToolOutput = Extract<ToolPart, { type: "tool-result" }>["output"];

/** What answers came to, by the call: an answer counts once. */
const settled: StateKey<Map<string, ToolOutput>> = {
  name: "aiSdkAnswers",
  create: () => new Map(),
  snapshot: (outputs) => JSON.parse(JSON.stringify([...outputs])),
  restore: (json) => new Map(Array.isArray(json) ? (json as object as [string, ToolOutput][]) : []),
};

/**
 * Replace the outputs that a client gave for `clientTools` with the results of the tools: a `QuestionReply` for questions, a
 * `PlanReply` for a plan. The answer to a plan counts once, in the last message, and for the plan of its call. Pass the
 * messages through before every generation.
 */
export async function applyApprovalAnswers(
  session: Session,
  messages: readonly ModelMessage[],
): Promise<ModelMessage[]> {
  const inputs = inputsOf(messages);
  const settle = async (part: ToolPart, isLast: boolean): Promise<ToolPart> => {
    if (part.type !== "tool-result") return part;
    const tool = session.registry.get(part.toolName)?.name;
    if (tool !== "ask_user_question" && tool !== "exit_plan_mode") return part;
    const { toolCallId: callId, output } = part;
    const known = session.state(settled).get(callId);
    if (known) return { ...part, output: known };
    // Text is what a session has said before.
    if (output.type !== "json") return part;
    const reply = tool === "exit_plan_mode" && !isLast ? { outcome: "unavailable" } : output.value;
    const end = answerWith(session, askerFrom(reply), { callId });
    try {
      const { ok, content } = await session.call(tool, inputs.get(callId), { callId });
      const told: ToolOutput = { type: ok ? "text" : "error-text", value: contentText(content) };
      session.state(settled).set(callId, told);
      return { ...part, output: told };
    } finally {
      end();
    }
  };
  const all: ModelMessage[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role !== "tool") {
      all.push(message);
      continue;
    }
    const content: ToolContent = [];
    for (const part of message.content) content.push(await settle(part, index === messages.length - 1));
    all.push({ ...message, content });
  }
  return all;
}

/** Returns the answer that was given; anything that is not a reply was dismissed. */
function askerFrom(value: unknown): Asker {
  const { outcome } = Object(value) as { readonly outcome?: unknown };
  return {
    ask: () => (isOneOf(outcome, questionOutcomes) ? (value as QuestionReply) : { outcome: "cancelled" }),
    review: () => (isOneOf(outcome, planOutcomes) ? (value as PlanReply) : { outcome: "unavailable" }),
  };
}

const questionOutcomes = ["answered", "partial", "declined", "cancelled", "timeout", "unavailable", "deferred"];
const planOutcomes = ["approved", "changes", "declined", "unavailable"];

const isOneOf = (value: unknown, all: readonly string[]): boolean => all.some((one) => one === value);

function inputsOf(messages: readonly ModelMessage[]): ReadonlyMap<string, unknown> {
  const inputs = new Map<string, unknown>();
  for (const { role, content } of messages) {
    if (role !== "assistant" || typeof content === "string") continue;
    for (const part of content) if (part.type === "tool-call") inputs.set(part.toolCallId, part.input);
  }
  return inputs;
}
