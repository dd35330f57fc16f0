import { ToolError } from "@holdall/tool-core";
import { neutralLine } from "@holdall/tool-kit/text";
import type { Ask } from "../questions/ask.ts";
import type { Logins } from "./file-logins.ts";
import { logIn } from "./log-in.ts";
import type { StepUp } from "./step-up.ts";

export interface StepUpOptions {
  readonly logins: Logins;
  /** Asks the user where the session of the call does not (`answerQuestions`). Without both, there is no login. */
  readonly ask?: Ask | undefined;
}

/** Milliseconds that the user has to log in. */
const loginTimeout = 600_000;

/**
 * Log in with more scopes by a question to the user behind the call, which shows the login page. The browser has to run on
 * this machine, because it returns to it.
 */
export function stepUpByQuestion({ logins, ask: otherwise }: StepUpOptions): StepUp {
  return async (config, { scope, signal, ask = otherwise }) => {
    if (!ask || config.place.kind === "stdio") return false;
    const [refused, ended] = [new AbortController(), new AbortController()];
    const show = ({ href: url }: URL) => {
      const message = `It needs a login with the scopes ${neutralLine(scope, 500)} for this call.`;
      // The login ends in the browser, with or without an answer here.
      Promise.resolve(ask({ server: config.name, message, url }, AbortSignal.any([signal, ended.signal]))).then(
        ({ action }) => action === "accept" || refused.abort(declined),
        () => refused.abort(declined),
      );
    };
    try {
      const limits = [signal, refused.signal, AbortSignal.timeout(loginTimeout)];
      await logIn(config, { logins, show, scope, signal: AbortSignal.any(limits) });
      return true;
    } catch (cause) {
      if (cause === declined) return false;
      throw cause;
    } finally {
      ended.abort();
    }
  };
}

const declined = new ToolError("permission_denied", "The user does not want to log in.");
