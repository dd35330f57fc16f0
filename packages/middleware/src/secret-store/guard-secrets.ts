import type { Middleware } from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";

/**
 * Refuse calls that would carry the value of a secret, or a text that stands for it, out of the session: in any encoding that
 * the scrubber knows, also cut into pieces. Tools with `openWorld: false` stay within the session and are not refused, unless they
 * write messages.
 */
export function guardSecrets(secrets: Secrets): Middleware {
  // A page without secrets does not load it.
  let loaded: typeof import("@holdall/tool-kit/secrets") | undefined;
  return async (call, next) => {
    const { hints, category, name } = call.tool;
    if (hints.openWorld || category === "messages") {
      loaded ??= await import("@holdall/tool-kit/secrets");
      loaded.refuseLeaks(secrets, loaded.textsIn(call.input), `The input of ${name}`);
    }
    return next(call);
  };
}
