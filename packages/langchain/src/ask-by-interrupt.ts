import type { Access, Approve, Session, ToolSpec } from "@holdall/tool-core";
import { approvalOf } from "@holdall/tool-core/adapters";

/** The value of an interrupt: what a person is asked before a call runs. Plain data. */
export interface ApprovalQuestion {
  readonly type: "approval";
  readonly callId: string;
  /** The tool's name, as the model called it. */
  readonly tool: string;
  readonly input: unknown;
  readonly prompt: string;
  /** What the call would touch, as it was when it was asked. */
  readonly access: readonly Access[];
}

/** What resumes the graph: `{ ...question, approved: true }`. The approval covers the accesses in it. */
export interface ApprovalAnswer extends Pick<ApprovalQuestion, "callId" | "access"> {
  readonly approved: boolean;
  /** Shown to the model, for a no. */
  readonly reason?: string | undefined;
}

export interface AskOptions {
  readonly callId: string | undefined;
  /** Called before the graph is left. */
  readonly onInterrupt: (() => void) | undefined;
}

/**
 * Asks a person by interrupting the graph where the policy says ask; the answer approves what the question named. Undefined
 * where nobody has to be asked. Interrupts of a task are answered by position, so that an answer may be that to another
 * call: it is passed over. Throws LangGraph's errors outside of a graph and without a checkpointer.
 */
export async function askByInterrupt(
  session: Session,
  { tool, name }: ToolSpec,
  input: unknown,
  { callId = "", onInterrupt }: AskOptions,
): Promise<Approve | undefined> {
  // A policy that fails asks nothing: the call itself reports it.
  const decision = await session.decide(tool, input).catch(() => undefined);
  if (decision?.effect !== "ask") return undefined;
  const { prompt, access } = decision;
  const question: ApprovalQuestion = { type: "approval", callId, tool: name, input, prompt, access };
  const { interrupt } = await import("@langchain/langgraph");
  for (;;) {
    onInterrupt?.();
    const answer: unknown = interrupt(question);
    if (!isAnswer(answer)) return () => ({ approved: false, reason: unreadable });
    if (answer.callId !== callId) continue;
    const { approved, reason } = answer;
    return approved ? approvalOf(answer) : () => ({ approved: false, ...(reason !== undefined && { reason }) });
  }
}

const unreadable = "The answer to the question was not { ...question, approved: true or false }, so it counts as a no.";

function isAnswer(value: unknown): value is ApprovalAnswer {
  const { callId, access, approved } = (value ?? {}) as Partial<ApprovalAnswer>;
  return typeof callId === "string" && Array.isArray(access) && typeof approved === "boolean";
}
