import type { Ask } from "./ask.ts";

/** Finds the user that a server's question is for: the protocol of 2025 does not say which call it belongs to. */
export interface QuestionRouter {
  readonly ask: Ask;
  /** A call of a session has begun; returns what is called at its end. */
  begin(ask: Ask | undefined): () => void;
}

/**
 * Ask the user of the only session with a call in flight, or use `otherwise` if that session has no asker. While
 * several sessions have calls in flight, the user is not asked, because a question could be shown to the wrong user.
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
