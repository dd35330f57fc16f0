import type { Approve, Session, ToolSpec } from "@holdall/tool-core";
import { approvalOf, type Question, questionFor } from "@holdall/tool-kit/adapters";

/** The payload of a suspension: the question to the user before a call runs. Plain data, stored with the run. */
export interface SuspendedQuestion extends Question {
  /** Random, so that a model, which can write resume data into its own arguments, does not know it. */
  readonly token: string;
}

/** The value that resumes the run: the token of the question and the answer, such as `{ ...suspendPayload, approved: true }`. */
export interface ApprovalAnswer extends Pick<SuspendedQuestion, "token"> {
  readonly approved: boolean;
  /** The reason for a denial, shown to the model. */
  readonly reason?: string;
}

/** The state of a call: its suspension payload, and the answer after it was resumed. */
export interface Suspension {
  readonly suspend: (question: SuspendedQuestion) => Promise<unknown>;
  readonly suspendPayload?: unknown;
  readonly resumeData?: unknown;
}

/**
 * Get the `approve` for a call: the answer of the user who resumed the run, or undefined if the user need not be asked.
 * `suspended` if the run waits for the answer, with the value that Mastra expects.
 */
export async function approveBySuspension(
  session: Session,
  { tool }: ToolSpec,
  input: unknown,
  { suspend, suspendPayload, resumeData, callId }: Suspension & { readonly callId: string | undefined },
): Promise<{ suspended: unknown } | { approve: Approve | undefined }> {
  if (isQuestion(suspendPayload)) return { approve: readAnswer(suspendPayload, resumeData) };
  const question = await questionFor(session, tool, input, { callId });
  if (!question) return { approve: undefined };
  return { suspended: await suspend({ ...question, token: crypto.randomUUID() }) };
}

function readAnswer({ token, ...question }: SuspendedQuestion, resumeData: unknown): Approve {
  const answer = (resumeData ?? {}) as Partial<ApprovalAnswer>;
  if (answer.token !== token) return () => ({ approved: false, reason: unnamed });
  const { approved, reason } = answer;
  return approvalOf(question, { approved: approved === true, ...(typeof reason === "string" && { reason }) });
}

const unnamed = "The answer did not have the token of the question ({ token, approved }), so it counts as declined.";

const isQuestion = (value: unknown): value is SuspendedQuestion => {
  const { id, token, access } = (value ?? {}) as Partial<SuspendedQuestion>;
  return typeof id === "string" && typeof token === "string" && Array.isArray(access);
};
