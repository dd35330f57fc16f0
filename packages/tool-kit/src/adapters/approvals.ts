import {
  type Access,
  type Approval,
  type ApprovalRequest,
  type Approve,
  isObject,
  type Session,
} from "@holdall/tool-core";
import { sha256Hex } from "../hash/sha256-hex.ts";

/** A question to the user about one call, as plain data. It can be stored, sent and answered in another process. */
export interface Question {
  /** The SHA-256 of all fields except the prompt and the preview, so that the same id identifies the same question. */
  readonly id: string;
  readonly sessionId: string;
  /** The host's own id of the call. Absent if the host did not set one. */
  readonly callId?: string;
  /** The canonical name. */
  readonly tool: string;
  /** The validated input, as JSON. */
  readonly input: unknown;
  /** The accesses that need approval. */
  readonly access: readonly Access[];
  readonly prompt: string;
  /** What the call would answer, where a dry run could tell and it is JSON. It may be left out when the question is stored. */
  readonly preview?: unknown;
}

/**
 * Get the question that the user must answer before a call. Does not run the call or ask anybody. Returns undefined if the
 * call may run, or if it would be denied or fail anyway; in that case, the call itself reports the reason.
 */
export async function questionFor(
  session: Session,
  name: string,
  input?: unknown,
  { callId }: { readonly callId?: string | undefined } = {},
): Promise<Question | undefined> {
  const decision = await session.decide(name, input);
  if (decision.effect !== "ask" || decision.fails) return undefined;
  const { access, prompt, tool, preview } = decision;
  return toQuestion({ sessionId: session.id, callId, tool, input: decision.input, access, prompt, preview });
}

/** Convert the argument of `approve` for a waiting call to plain data with an id. */
export const questionOf = (request: ApprovalRequest): Promise<Question> => toQuestion(request);

/**
 * Convert a question and its answer to the `approve` function of the call. An approval covers this call of this tool in this
 * session, with this input, and the accesses in the question with their folder and content. Anything else is denied with a
 * reason.
 */
export function approvalOf(question: Question, answer: Approval = true): Approve {
  const known = new Set(question.access.map(canonicalJson));
  return (request) => {
    if (answer !== true && !(isObject(answer) && answer.approved)) return answer;
    const beyond = request.access.filter((wanted) => !known.has(canonicalJson(wanted)));
    const what = isSameCall(question, request)
      ? beyond.map(({ action, target }) => `${action} ${target}`).join(", ")
      : "this call, only another";
    return what === "" || { approved: false, reason: `The approval did not cover ${what}.` };
  };
}

type OpenQuestion = Omit<Question, "id" | "callId"> & { readonly callId?: string | undefined };

const isSameCall = ({ callId, ...question }: Question, request: ApprovalRequest): boolean =>
  (callId === undefined || callId === request.callId) &&
  question.tool === request.tool &&
  question.sessionId === request.sessionId &&
  canonicalJson(question.input) === canonicalJson(request.input);

async function toQuestion({
  sessionId,
  callId,
  tool,
  input,
  access,
  prompt,
  preview,
}: OpenQuestion): Promise<Question> {
  const asked = { sessionId, callId, tool, input, access };
  const id = await sha256Hex(canonicalJson(asked));
  return { ...(JSON.parse(canonicalJson({ ...asked, preview })) as typeof asked & { callId: string }), id, prompt };
}

/** JSON with the keys of every object in order, for stores may change it. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isObject(each) && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  ) ?? "";
