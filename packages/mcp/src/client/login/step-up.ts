import type { Awaitable } from "@holdall/tool-core";
import type { Ask } from "../questions/ask.ts";
import type { ServerConfig } from "../server-config.ts";

/** What a call needs that its login lacks. */
export interface NeededScopes {
  /** Scopes with spaces between them, as the server names them. */
  readonly scope: string;
  readonly signal: AbortSignal;
  /** Asks the user behind the call, if its session does (`answerQuestions`). */
  readonly ask?: Ask | undefined;
}

/** Log in again with more scopes, such as by `stepUpByQuestion`. False if there is no such login. */
export type StepUp = (config: ServerConfig, needed: NeededScopes) => Awaitable<boolean>;

const maxScopes = 50;

/** The scopes that a server asks for, in the form of RFC 6749; empty if what it sent has no such form. */
export function requestedScopes(sent: string | undefined): string {
  const scopes = (sent ?? "").split(" ").filter(Boolean);
  const isValid = scopes.length <= maxScopes && scopes.every((each) => /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(each));
  return isValid ? scopes.join(" ") : "";
}

/** Log in once for all calls of a server that need the same scopes at the same time. */
export function createStepUp(config: ServerConfig, stepUp: StepUp | undefined) {
  let running: { readonly scope: string; readonly by: AbortSignal; readonly done: Promise<boolean> } | undefined;
  return async (sent: string | undefined, signal: AbortSignal, ask: Ask | undefined): Promise<boolean> => {
    const scope = requestedScopes(sent);
    if (!stepUp || scope === "") return false;
    while (running) {
      const { scope: theirs, by, done } = running;
      try {
        const isDone = await done;
        if (theirs === scope) return isDone;
      } catch (cause) {
        // The login of a call that was canceled says nothing about this one.
        if (theirs === scope && (signal.aborted || !by.aborted)) throw cause;
      }
    }
    const own = { scope, by: signal, done: Promise.resolve(stepUp(config, { scope, signal, ask })) };
    running = own;
    const end = () => {
      running = undefined;
    };
    own.done.then(end, end);
    return own.done;
  };
}
