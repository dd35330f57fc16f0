import type { Approve, Session, StateKey } from "@holdall/tool-core";
import type { ModelMessage } from "ai";

type Asked = Extract<Awaited<ReturnType<Session["decide"]>>, { effect: "ask" }>;

/** Where a call stands in a conversation, as the SDK tells it to whoever decides about approvals. */
export interface CallPlace {
  readonly toolCallId: string;
  readonly messages: readonly ModelMessage[];
}

/** The session's questions that wait for an answer, by the call that they are about. */
const open: StateKey<Map<string, Asked>> = { name: "aiSdkQuestions", create: () => new Map() };
const maxOpen = 200;

/**
 * What a person has to be asked before a call, if anything. With their answer in the messages it is what this session asked
 * them, or where another has asked, what it would be now. A policy that fails asks nothing: the call itself reports it.
 */
export async function questionFor(
  session: Session,
  tool: string,
  input: unknown,
  { toolCallId, messages }: CallPlace = { toolCallId: "", messages: [] },
): Promise<Asked | undefined> {
  try {
    const questions = session.state(open);
    const asked = questions.get(toolCallId);
    if (asked && isApproved(messages, toolCallId)) return asked;
    const decision = await session.decide(tool, input);
    if (decision.effect !== "ask") return undefined;
    const [oldest] = questions.keys();
    if (oldest !== undefined && questions.size >= maxOpen) questions.delete(oldest);
    questions.set(toolCallId, decision);
    return decision;
  } catch {
    return undefined;
  }
}

/** Answers for the person who has approved a call in the SDK's messages; undefined where nobody has. */
export async function answerOf(
  session: Session,
  tool: string,
  input: unknown,
  place: CallPlace,
): Promise<Approve | undefined> {
  if (!isApproved(place.messages, place.toolCallId)) return undefined;
  const question = await questionFor(session, tool, input, place);
  return question && approvalOf(question);
}

/** Answers for the person who said yes to a question: yes to what it named, as it was then, no to what only shows itself mid-call. */
export function approvalOf({ access: granted }: Asked): Approve {
  const known = new Set(granted.map((access) => JSON.stringify(access)));
  return ({ access }) => {
    const beyond = access.filter((wanted) => !known.has(JSON.stringify(wanted)));
    const names = beyond.map(({ action, target }) => `${action} ${target}`).join(", ");
    return beyond.length === 0 || { approved: false, reason: `The approval did not cover ${names}.` };
  };
}

/** True when the SDK runs this call because a person approved it: its approval stands in the last message, and nowhere else. */
export function isApproved(messages: readonly ModelMessage[], toolCallId: string): boolean {
  const last = messages.at(-1);
  if (last?.role !== "tool") return false;
  const approved = new Set(
    last.content.flatMap((part) => (part.type === "tool-approval-response" && part.approved ? [part.approvalId] : [])),
  );
  return messages.some(
    ({ role, content }) =>
      role === "assistant" &&
      typeof content !== "string" &&
      content.some(
        (part) =>
          part.type === "tool-approval-request" && part.toolCallId === toolCallId && approved.has(part.approvalId),
      ),
  );
}
