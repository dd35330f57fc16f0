import { isObject } from "./json.ts";
import type { Access } from "./policy/access.ts";
import type { Approval, ApprovalRequest, Approve } from "./policy/approval.ts";
import type { Session } from "./session/session.ts";

/** What a person is asked about one call, as plain data: it may be saved, sent, and answered in another process. */
export interface Question {
  /** A SHA-256 of all that is asked, so that the same id means the same question; of everything here but the prompt. */
  readonly id: string;
  readonly sessionId: string;
  /** The host's own id of the call; absent where it gave none. */
  readonly callId?: string;
  /** The canonical name. */
  readonly tool: string;
  /** The validated input, as JSON has it. */
  readonly input: unknown;
  /** What needs a yes. */
  readonly access: readonly Access[];
  readonly prompt: string;
}

/**
 * What a person has to be asked before a call, if anything. Nothing runs and nobody is asked. Undefined where the call may
 * run, and where it would be refused: then the call itself says why.
 */
export async function questionFor(
  session: Session,
  name: string,
  input?: unknown,
  { callId }: { readonly callId?: string | undefined } = {},
): Promise<Question | undefined> {
  const decision = await session.decide(name, input);
  if (decision.effect !== "ask") return undefined;
  const { access, prompt } = decision;
  const tool = session.registry.get(name)?.name ?? name;
  return toQuestion({ sessionId: session.id, callId, tool, input: decision.input, access, prompt });
}

/** The question of a call that waits: what `approve` is called with, as plain data with an id. */
export const questionOf = (request: ApprovalRequest): Promise<Question> => toQuestion(request);

/**
 * The answer to a question, for the call that it was about: give it to `call` as `approve`. A yes holds for this call of
 * this tool in this session, with this input, and for the accesses that the question named, in their folders and for their
 * content. Anything else is a no that says what was not covered.
 */
export function approvalOf(question: Question, answer: Approval = true): Approve {
  const known = new Set(question.access.map(canonicalJson));
  return (request) => {
    if (answer !== true && !(isObject(answer) && answer.approved)) return answer;
    const beyond = request.access.filter((wanted) => !known.has(canonicalJson(wanted)));
    const what = isSameCall(question, request)
      ? beyond.map(({ action, target }) => `${action} ${target}`).join(", ")
      : "this call, but another";
    return what === "" || { approved: false, reason: `The approval did not cover ${what}.` };
  };
}

type Asked = Omit<Question, "id" | "callId"> & { readonly callId?: string | undefined };

const isSameCall = ({ callId, ...question }: Question, request: ApprovalRequest): boolean =>
  (callId === undefined || callId === request.callId) &&
  question.tool === request.tool &&
  question.sessionId === request.sessionId &&
  canonicalJson(question.input) === canonicalJson(request.input);

async function toQuestion({ sessionId, callId, tool, input, access, prompt }: Asked): Promise<Question> {
  const asked = canonicalJson({ sessionId, callId, tool, input, access });
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(asked));
  const id = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const plain = JSON.parse(asked) as Pick<Question, "access" | "input">;
  return {
    id,
    sessionId,
    ...(callId !== undefined && { callId }),
    tool,
    input: plain.input,
    access: plain.access,
    prompt,
  };
}

/** JSON with the keys of every object in order, for stores may change it. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isObject(each) && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  ) ?? "";
