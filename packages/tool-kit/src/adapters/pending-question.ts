import type { Session, StateKey } from "@holdall/tool-core";
import { type Question, questionFor } from "./approvals.ts";

export interface PendingCall {
  /** The host's own id of the call. */
  readonly callId: string;
  /** True if the user has approved this call. */
  readonly approved?: boolean;
}

/** The session's questions that wait for an answer, by the call that they are about. */
const pending: StateKey<Map<string, Question>> = { name: "pendingQuestions", create: () => new Map() };
const maxPending = 200;

/**
 * Get the question of a call for hosts that ask before they run it and report the answer afterwards. For an approved call,
 * returns the question that this session asked, or, if another session asked, the question it would ask now. Returns undefined
 * if the user need not be asked.
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
