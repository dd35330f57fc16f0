import type { Access } from "../policy/access.ts";
import type { Approve } from "../policy/approval.ts";
import type { Session } from "../session/session.ts";
import type { StateKey } from "../session/state.ts";

/** What a person is asked before a call, as plain data. */
export interface Question {
  readonly prompt: string;
  /** What the call would touch, as it is now. */
  readonly access: readonly Access[];
}

export interface AskedCall {
  /** The host's id of the call. */
  readonly callId: string;
  /** True when a person has approved this call: then the question is the one that this session asked, if it asked. */
  readonly approved?: boolean;
}

/** The session's questions that wait for an answer, by the call that they are about. */
const open: StateKey<Map<string, Question>> = { name: "adapterQuestions", create: () => new Map() };
const maxOpen = 200;

/**
 * What a person has to be asked before a call, if anything. With their approval it is what this session asked, or where
 * another has asked, what it would ask now. A policy that fails asks nothing: the call itself reports it.
 */
export async function questionFor(
  session: Session,
  tool: string,
  input: unknown,
  { callId, approved = false }: AskedCall,
): Promise<Question | undefined> {
  const questions = session.state(open);
  const asked = approved ? questions.get(callId) : undefined;
  if (asked) return asked;
  const decision = await session.decide(tool, input).catch(() => undefined);
  if (decision?.effect !== "ask") return undefined;
  const { prompt, access } = decision;
  const [oldest] = questions.keys();
  if (oldest !== undefined && questions.size >= maxOpen) questions.delete(oldest);
  questions.set(callId, { prompt, access });
  return { prompt, access };
}

/** Answers for the person who said yes to a question: yes to what it named, as it was then, no to what only shows itself mid-call. */
export function approvalOf({ access: granted }: Pick<Question, "access">): Approve {
  const known = new Set(granted.map((access) => JSON.stringify(access)));
  return ({ access }) => {
    const beyond = access.filter((wanted) => !known.has(JSON.stringify(wanted)));
    const names = beyond.map(({ action, target }) => `${action} ${target}`).join(", ");
    return beyond.length === 0 || { approved: false, reason: `The approval did not cover ${names}.` };
  };
}
