import type { Session, StateKey } from "@holdall/tool-core";
import type { Ask } from "./ask.ts";

/** The ways to ask the person behind a session that are open now; the latest counts. */
interface OpenAsks {
  readonly open: Ask[];
  readonly ask: Ask;
}

const key: StateKey<OpenAsks> = {
  name: "mcpQuestions",
  create() {
    const open: Ask[] = [];
    return { open, ask: (question, signal) => open.at(-1)?.(question, signal) ?? { action: "cancel" } };
  },
};

type Stateful = Pick<Session, "state">;

/**
 * Send questions of MCP servers, during calls of a session, to the user of that session. Returns a function that stops this.
 * Requires servers that were connected with an `ask`, which answers all other questions.
 */
export function answerQuestions({ state }: Stateful, ask: Ask): () => void {
  const { open } = state(key);
  open.push(ask);
  return () => {
    const at = open.lastIndexOf(ask);
    if (at !== -1) open.splice(at, 1);
  };
}

/** Get the function with which the session of a call asks, the same for all its calls. Undefined if it does not ask. */
export function askOfSession({ state }: Stateful): Ask | undefined {
  const { open, ask } = state(key);
  return open.length > 0 ? ask : undefined;
}
