import type { Access, Approve, Session, ToolSpec } from "@holdall/tool-core";
import { approvalOf } from "@holdall/tool-core/adapters";

/** The payload of a suspension: what a person is asked before a call runs. Plain data, stored with the run. */
export interface ApprovalQuestion {
  readonly type: "approval";
  /** Not known to the model, which can write resume data into its own arguments. */
  readonly id: string;
  /** The tool's name, as the model called it. */
  readonly tool: string;
  readonly input: unknown;
  readonly prompt: string;
  /** What the call would touch, as it was when it was asked. */
  readonly access: readonly Access[];
}

/** What resumes the run: the id of the question and the answer. `{ ...suspendPayload, approved: true }` is one. */
export interface ApprovalAnswer extends Pick<ApprovalQuestion, "id"> {
  readonly approved: boolean;
  /** Shown to the model, for a no. */
  readonly reason?: string | undefined;
}

/** Where a call stands: what it was suspended with and the answer, once it is resumed. */
export interface Suspension {
  readonly suspend: (question: ApprovalQuestion) => Promise<unknown>;
  readonly suspendPayload?: unknown;
  readonly resumeData?: unknown;
}

/**
 * How the session's questions about a call are answered: by the person who resumed it, or undefined where nobody has to be
 * asked. `suspended` where the run waits for the answer from here on, with what Mastra wants back.
 */
export async function approveBySuspension(
  session: Session,
  { tool, name }: ToolSpec,
  input: unknown,
  { suspend, suspendPayload, resumeData }: Suspension,
): Promise<{ suspended: unknown } | { approve: Approve | undefined }> {
  if (isQuestion(suspendPayload)) return { approve: readAnswer(suspendPayload, resumeData) };
  // A policy that fails asks nothing: the call itself reports it.
  const decision = await session.decide(tool, input).catch(() => undefined);
  if (decision?.effect !== "ask") return { approve: undefined };
  const { prompt, access } = decision;
  const id = crypto.randomUUID();
  return { suspended: await suspend({ type: "approval", id, tool: name, input, prompt, access }) };
}

function readAnswer(question: ApprovalQuestion, answer: unknown): Approve {
  const { id, approved, reason } = (answer ?? {}) as Partial<ApprovalAnswer>;
  if (id !== question.id) return () => ({ approved: false, reason: unnamed });
  if (approved === true) return approvalOf(question);
  return () => ({ approved: false, ...(typeof reason === "string" && { reason }) });
}

const unnamed = "The answer did not have the id of the question (`{ id, approved }`), so it counts as a no.";

const isQuestion = (value: unknown): value is ApprovalQuestion => {
  const { type, id, access } = (value ?? {}) as Partial<ApprovalQuestion>;
  return type === "approval" && typeof id === "string" && Array.isArray(access);
};
