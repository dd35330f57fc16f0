import type { Asker, PlanReply, PlanRequest, QuestionReply, QuestionRequest } from "@holdall/tools-interact/port";

/** An open question to the user: questions of the model, or a plan. */
export type OpenQuestion =
  | { readonly kind: "questions"; readonly id: string; readonly request: QuestionRequest }
  | { readonly kind: "plan"; readonly id: string; readonly request: PlanRequest };

/** Questions and plans that wait for the user. An asker for sessions: `answerWith(session, questions)`. */
export interface Questions extends Asker {
  /** The waiting questions, oldest first. The same array until something changes. */
  readonly pending: () => readonly OpenQuestion[];
  /** False if nothing of this kind waits under this id. */
  readonly answer: (id: string, reply: QuestionReply) => boolean;
  /** The same for a plan. */
  readonly decide: (id: string, reply: PlanReply) => boolean;
  readonly subscribe: (onChange: () => void) => () => void;
}

/** Hold questions and plans until the user answers. A call that is cancelled takes its question with it. */
export function createQuestions(): Questions {
  const waiting = new Map<string, { open: OpenQuestion; settle: (reply: QuestionReply | PlanReply) => void }>();
  const listeners = new Set<() => void>();
  let list: readonly OpenQuestion[] = [];
  let count = 0;
  const changed = () => {
    list = [...waiting.values()].map(({ open }) => open);
    for (const listener of listeners) listener();
  };

  const hold = <R extends QuestionReply | PlanReply>(open: OpenQuestion, signal: AbortSignal): Promise<R> =>
    new Promise<R>((resolve, reject) => {
      const end = () => {
        signal.removeEventListener("abort", stop);
        waiting.delete(open.id);
        changed();
      };
      const stop = () => {
        end();
        reject(signal.reason);
      };
      if (signal.aborted) return stop();
      signal.addEventListener("abort", stop, { once: true });
      const settle = (reply: QuestionReply | PlanReply) => {
        end();
        resolve(reply as R);
      };
      waiting.set(open.id, { open, settle });
      changed();
    });

  const reply = (id: string, kind: OpenQuestion["kind"], given: QuestionReply | PlanReply): boolean => {
    const held = waiting.get(id);
    if (held?.open.kind !== kind) return false;
    held.settle(given);
    return true;
  };

  const nextId = () => `question-${++count}`;
  return {
    ask: (request, { signal }) => hold<QuestionReply>({ kind: "questions", id: nextId(), request }, signal),
    review: (request, { signal }) => hold<PlanReply>({ kind: "plan", id: nextId(), request }, signal),
    pending: () => list,
    answer: (id, given) => reply(id, "questions", given),
    decide: (id, given) => reply(id, "plan", given),
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
