import type { Access, Approve, Session } from "@holdall/tool-core";
import type { ModelMessage } from "ai";

type Asked = Extract<Awaited<ReturnType<Session["decide"]>>, { effect: "ask" }>;

/** What a person has to be asked before a call, if anything. A policy that fails asks nothing: the call itself reports it. */
export async function questionFor(session: Session, tool: string, input: unknown): Promise<Asked | undefined> {
  try {
    const decision = await session.decide(tool, input);
    return decision.effect === "ask" ? decision : undefined;
  } catch {
    return undefined;
  }
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

/** Answers for the person who said yes to a question: yes to what it named, no to what only shows itself mid-call. */
export function approvalOf({ access: granted }: Asked): Approve {
  const isGranted = ({ action, target }: Access) =>
    granted.some((access) => access.action === action && access.target === target);
  return ({ access }) => {
    const beyond = access.filter((wanted) => !isGranted(wanted)).map(({ action, target }) => `${action} ${target}`);
    return beyond.length === 0 || { approved: false, reason: `The approval did not cover ${beyond.join(", ")}.` };
  };
}
