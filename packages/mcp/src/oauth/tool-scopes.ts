import type { Access, Decision, Policy } from "@holdall/tool-core";

const actions: Readonly<Record<string, readonly Access["action"][]>> = {
  "tools:read": ["read"],
  "tools:write": ["write", "delete"],
  "tools:execute": ["execute"],
  "tools:network": ["network"],
  "tools:send": ["message", "spend"],
};

/** The scopes that an access token can have, each for some kinds of access. */
export const toolScopes: readonly string[] = Object.keys(actions);

/** How the reason of a denial by `scopePolicy` begins. */
const reasonStart = "The access token does not have the scope ";

const scopeOf = (action: Access["action"]): string =>
  toolScopes.find((scope) => actions[scope]?.includes(action)) ?? "";

/**
 * Denies accesses that the scopes of a token do not cover, and makes no decision on others: combine it with the policy of the
 * session by `strictest`. The scopes are read at each decision. Without scopes (`undefined`), as on stdio and with a bearer token, it denies nothing.
 */
export const scopePolicy =
  (scopes: readonly string[] | undefined): Policy =>
  ({ access, tool }) => {
    if (scopes === undefined || access === undefined || scopes.includes(scopeOf(access.action))) return undefined;
    const held = scopes.filter((scope) => toolScopes.includes(scope)).join(", ") || "none of this server's";
    return {
      effect: "deny",
      reason: `${reasonStart}${scopeOf(access.action)}, which ${tool.name} needs here (it has: ${held}). Log in again with that scope.`,
    };
  };

/** The scopes without which accesses were denied; none if something else denied them. */
export function missingScopes(
  decision: Decision,
  accesses: readonly Access[],
  scopes: readonly string[],
): readonly string[] {
  if (decision.effect !== "deny" || !decision.reason.startsWith(reasonStart)) return [];
  const needed = new Set(accesses.map(({ action }) => scopeOf(action)));
  return toolScopes.filter((scope) => needed.has(scope) && !scopes.includes(scope));
}
