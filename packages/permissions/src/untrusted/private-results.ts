import { type Middleware, textsRead } from "@holdall/tool-core";

/**
 * Middleware for tools whose results only the user may read, such as a profile with numbers of passports and cards, by their
 * canonical names. Once text of others was read, `askUntrustedValues` asks before a call takes such a value out of the session.
 */
export const privateResults =
  (tools: readonly string[]): Middleware =>
  async (call, next) => {
    const result = await next(call);
    const { name } = call.tool;
    if (result.ok && tools.includes(name)) call.state(textsRead).notePrivate(result.output, { tool: name });
    return result;
  };
