import type { Middleware } from "@holdall/tool-core";
import { refuseLeaks, type Secrets, textsIn } from "@holdall/tool-kit/secrets";

/**
 * Refuse calls that would carry the value of a secret, or a text that stands for it, out of the session: in any encoding that
 * the scrubber knows, also cut into pieces. Tools with `openWorld: false` stay within the session and are not refused, unless they
 * write messages.
 */
export const guardSecrets =
  (secrets: Secrets): Middleware =>
  async (call, next) => {
    const { hints, category } = call.tool;
    if (hints.openWorld || category === "messages")
      refuseLeaks(secrets, textsIn(call.input), `The input of ${call.tool.name}`);
    return next(call);
  };
