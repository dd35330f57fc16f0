import type { Awaitable, StateKey } from "@holdall/tool-core";
import type { PlanReply, PlanRequest } from "./plan.ts";
import type { QuestionReply, QuestionRequest } from "./question.ts";

/** Asks the user of a session. A rejected promise means that nothing was answered. */
export interface Asker {
  ask(request: QuestionRequest, at: { readonly signal: AbortSignal }): Awaitable<QuestionReply>;
  review(request: PlanRequest, at: { readonly signal: AbortSignal }): Awaitable<PlanReply>;
}

interface OpenAsker {
  readonly asker: Asker;
  readonly callId: string | undefined;
}

/** The ways to a session's person that are open now. */
const openAskers: StateKey<OpenAsker[]> = { name: "askers", create: () => [] };

interface Stateful {
  state<T>(key: StateKey<T>): T;
}

/** Send questions and plans of a session, or of one of its calls, to this asker. Returns a function that removes it. */
export function answerWith(
  { state }: Stateful,
  asker: Asker,
  { callId }: { readonly callId?: string | undefined } = {},
): () => void {
  const open = state(openAskers);
  const own = { asker, callId };
  open.push(own);
  return () => {
    const at = open.indexOf(own);
    if (at !== -1) open.splice(at, 1);
  };
}

/**
 * Get the asker of a call: its own, or the latest of the session. A call without either may use the asker of another call if
 * there is only one.
 */
export function askerOf({ state, callId }: Stateful & { readonly callId: string }): Asker | undefined {
  const open = state(openAskers);
  const own = open.findLast((each) => each.callId === callId) ?? open.findLast((each) => each.callId === undefined);
  return (own ?? (open.length === 1 ? open[0] : undefined))?.asker;
}

/**
 * Create an asker that asks through the call that started an agent, and puts the agent's name before the path. If that call
 * has no asker, the user cannot be asked.
 */
export function askThrough(parent: Stateful & { readonly callId: string }, name: string): Asker {
  return {
    ask: (request, at) =>
      askerOf(parent)?.ask({ ...request, path: [name, ...request.path] }, at) ?? { outcome: "unavailable" },
    review: (request, at) =>
      askerOf(parent)?.review({ ...request, path: [name, ...request.path] }, at) ?? { outcome: "unavailable" },
  };
}
