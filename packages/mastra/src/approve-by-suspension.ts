import type { Approve, Session, ToolSpec } from "@holdall/tool-core";
import { approvalOf, type Question, questionFor } from "@holdall/tool-core/approvals";

/** The payload of a suspension: what a person is asked before a call runs. Plain data, stored with the run. */
export interface SuspendedQuestion extends Question {
  /** Random: a model, which can write resume data into its own arguments, does not know it. */
  readonly token: string;
}

/** What resumes the run: the token of the question and the answer. `{ ...suspendPayload, approved: true }` is one. */
export interface ApprovalAnswer extends Pick<SuspendedQuestion, "token"> {
  readonly approved: boolean;
  /** Shown to the model, for a no. */
  readonly reason?: string;
}

/** Where a call stands: what it was suspended with and the answer, once it is resumed. */
export interface Suspension {
  readonly suspend: (question: SuspendedQuestion) => Promise<unknown>;
  readonly suspendPayload?: unknown;
  readonly resumeData?: unknown;
}

/**
 * How the session's questions about a call are answered: by the person who resumed it, or undefined where nobody has to be
 * asked. `suspended` where the run waits for the answer from here on, with what Mastra wants back.
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

const unnamed = "The answer did not have the token of the question ({ token, approved }), so it counts as a no.";

const isQuestion = (value: unknown): value is SuspendedQuestion => {
  const { id, token, access } = (value ?? {}) as Partial<SuspendedQuestion>;
  return typeof id === "string" && typeof token === "string" && Array.isArray(access);
};
