import type { Approve, Session, ToolSpec } from "@holdall/tool-core";
import { approvalOf, type Question, questionFor } from "@holdall/tool-kit/adapters";
import { loadLanggraph } from "./_load-langgraph.ts";

/** The value that resumes the graph: `{ ...question, approved: true }`. The approval covers the call and the accesses in it. */
export interface ApprovalAnswer extends Question {
  readonly approved: boolean;
  /** The reason for a denial, shown to the model. */
  readonly reason?: string;
}

export interface AskOptions {
  readonly callId: string | undefined;
  /** Called before the graph is interrupted. */
  readonly onInterrupt: (() => void) | undefined;
}

/**
 * Ask the user by interrupting the graph if the policy returns `ask`. The answer approves what the question names. Returns
 * undefined if the user need not be asked. Interrupts of a task are answered by position, so an answer to another call is skipped.
 * Throws LangGraph's errors outside of a graph and without a checkpointer.
 */
export async function askByInterrupt(
  session: Session,
  { tool }: ToolSpec,
  input: unknown,
  { callId, onInterrupt }: AskOptions,
): Promise<Approve | undefined> {
  const question = await questionFor(session, tool, input, { callId });
  if (!question) return undefined;
  const { interrupt } = await loadLanggraph();
  for (;;) {
    onInterrupt?.();
    const answer: unknown = interrupt(question);
    if (!isAnswer(answer)) return () => ({ approved: false, reason: unreadable });
    if (answer.callId === callId) return approvalOf(answer, answer);
  }
}

const unreadable =
  "The answer to the question was not { ...question, approved: true or false }, so it counts as declined.";

function isAnswer(value: unknown): value is ApprovalAnswer {
  const { id, access, approved } = (value ?? {}) as Partial<ApprovalAnswer>;
  return typeof id === "string" && Array.isArray(access) && typeof approved === "boolean";
}
