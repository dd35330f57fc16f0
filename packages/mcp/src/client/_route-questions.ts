import type { Ask } from "./ask.ts";

/** Finds whom a server's question is for: nothing in the protocol of 2025 says to which call it belongs. */
export interface QuestionRouter {
  readonly ask: Ask;
  /** A call of a session has begun; returns what is called at its end. */
  begin(ask: Ask | undefined): () => void;
}

/**
 * Ask the person behind the one session that has a call in flight, and by `otherwise` where no session asks by itself. While
 * calls of several sessions are in flight nobody is asked: one's question could be shown to another.
 */
export function routeQuestions(otherwise: Ask): QuestionRouter {
  const calls: { readonly ask: Ask | undefined }[] = [];
  return {
    ask(question, signal) {
      const [first, ...others] = new Set(calls.map(({ ask }) => ask));
      if (others.length > 0) return { action: "cancel" };
      return (first ?? otherwise)(question, signal);
    },
    begin(ask) {
      const call = { ask };
      calls.push(call);
      return () => void calls.splice(calls.indexOf(call), 1);
    },
  };
}
