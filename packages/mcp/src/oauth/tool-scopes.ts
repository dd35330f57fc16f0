import type { Access, Policy } from "@holdall/tool-core";

const actions: Readonly<Record<string, readonly Access["action"][]>> = {
  "tools:read": ["read"],
  "tools:write": ["write", "delete"],
  "tools:execute": ["execute"],
  "tools:network": ["network"],
  "tools:send": ["message", "spend"],
};

/** The scopes that an access token can have, each for some kinds of access. */
export const toolScopes: readonly string[] = Object.keys(actions);

const scopeOf = (action: Access["action"]): string =>
  toolScopes.find((scope) => actions[scope]?.includes(action)) ?? "";

/**
 * Denies accesses that the scopes of a token do not cover, and makes no decision on others: combine it with the policy of the
 * session by `strictest`. Without scopes (`undefined`), as on stdio and with a bearer token, it denies nothing.
 */
export const scopePolicy =
  (scopes: readonly string[] | undefined): Policy =>
  ({ access, tool }) => {
    if (scopes === undefined || access === undefined || scopes.includes(scopeOf(access.action))) return undefined;
    const held = scopes.filter((scope) => toolScopes.includes(scope)).join(", ") || "none of this server's";
    return {
      effect: "deny",
      reason: `The access token does not have the scope ${scopeOf(access.action)}, which ${tool.name} needs here (it has: ${held}). Log in again with that scope.`,
    };
  };
