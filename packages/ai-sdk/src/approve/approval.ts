import type { Approve, Session, StateKey } from "@holdall/tool-core";
import { approvalOf, questionFor as ask, type Question } from "@holdall/tool-kit/adapters";
import type { ModelMessage } from "ai";

/** The position of a call in a conversation, as the SDK passes it to approval functions. */
export interface CallPlace {
  readonly toolCallId: string;
  readonly messages: readonly ModelMessage[];
}

/** The session's questions that wait for an answer, by the call that they are about. */
const open: StateKey<Map<string, Question>> = { name: "aiSdkQuestions", create: () => new Map() };
const maxOpen = 200;

/** The approvals that a call has run with: each counts once, however often its messages are sent. */
const used: StateKey<Set<string>> = {
  name: "aiSdkUsedApprovals",
  create: () => new Set(),
  snapshot: (ids) => [...ids],
  restore: (ids) => new Set(Array.isArray(ids) ? ids.map(String) : []),
};

const usedUp = {
  approved: false,
  reason: "This approval was already used: it counts for one run of the call. Call the tool again to ask again.",
} as const;

/**
 * What the user has to be asked before a call, if anything. With their answer in the messages it is what this session asked
 * them, or where another has asked, what it would be now. A policy that fails asks nothing: the call itself reports it.
 */
export async function questionFor(
  session: Session,
  tool: string,
  input: unknown,
  { toolCallId, messages }: CallPlace = { toolCallId: "", messages: [] },
): Promise<Question | undefined> {
  try {
    const questions = session.state(open);
    const asked = questions.get(toolCallId);
    if (asked && isApproved(messages, toolCallId)) return asked;
    const question = await ask(session, tool, input, { callId: toolCallId || undefined });
    if (!question) return undefined;
    const [oldest] = questions.keys();
    if (oldest !== undefined && questions.size >= maxOpen) questions.delete(oldest);
    questions.set(toolCallId, question);
    return question;
  } catch {
    return undefined;
  }
}

/** The approval of a call in the messages of the SDK, which counts once; undefined without one. */
export async function answerOf(
  session: Session,
  tool: string,
  input: unknown,
  place: CallPlace,
): Promise<Approve | undefined> {
  const approval = approvalIdOf(place.messages, place.toolCallId);
  if (approval === undefined) return undefined;
  const ids = session.state(used);
  if (ids.has(approval)) return () => usedUp;
  ids.add(approval);
  const question = await questionFor(session, tool, input, place);
  return question && approvalOf(question);
}

/** True if the SDK runs this call because a user approved it. */
export const isApproved = (messages: readonly ModelMessage[], toolCallId: string): boolean =>
  approvalIdOf(messages, toolCallId) !== undefined;

/** The approval by which the SDK runs this call: its answer is in the last message. */
function approvalIdOf(messages: readonly ModelMessage[], toolCallId: string): string | undefined {
  const last = messages.at(-1);
  if (last?.role !== "tool") return undefined;
  const approved = new Set(
    last.content.flatMap((part) => (part.type === "tool-approval-response" && part.approved ? [part.approvalId] : [])),
  );
  const requests = messages.flatMap(({ role, content }) =>
    role === "assistant" && typeof content !== "string"
      ? content.filter((part) => part.type === "tool-approval-request")
      : [],
  );
  return requests.find((part) => part.toolCallId === toolCallId && approved.has(part.approvalId))?.approvalId;
}
