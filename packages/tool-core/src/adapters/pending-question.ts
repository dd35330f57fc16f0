import { type Question, questionFor } from "../approvals.ts";
import type { Session } from "../session/session.ts";
import type { StateKey } from "../session/state.ts";

export interface PendingCall {
  /** The host's own id of the call. */
  readonly callId: string;
  /** True when a person has approved this call. */
  readonly approved?: boolean;
}

/** The session's questions that wait for an answer, by the call that they are about. */
const pending: StateKey<Map<string, Question>> = { name: "pendingQuestions", create: () => new Map() };
const maxPending = 200;

/**
 * The question about a call for hosts that ask before they run it and only say then whether it was approved. Once it is
 * approved it is the question that this session asked, or where another has asked, what it would ask now. Undefined where
 * nobody has to be asked.
 */
export async function pendingQuestion(
  session: Session,
  tool: string,
  input: unknown,
  { callId, approved = false }: PendingCall,
): Promise<Question | undefined> {
  const questions = session.state(pending);
  const asked = approved ? questions.get(callId) : undefined;
  if (asked) return asked;
  const question = await questionFor(session, tool, input, { callId: callId || undefined });
  if (!question) return undefined;
  const [oldest] = questions.keys();
  if (oldest !== undefined && questions.size >= maxPending) questions.delete(oldest);
  questions.set(callId, question);
  return question;
}
