import type { Session } from "@holdall/tool-core";
import type { RequestId } from "@modelcontextprotocol/server";
import { isObject } from "../transport/_messages.ts";
import { missingScopes, toolScopes } from "./tool-scopes.ts";

/** The headers of a 403 that asks a client for more scopes. */
export type StepUp = (scopes: readonly string[]) => Readonly<Record<string, string>>;

/**
 * The answer 403 to a call that needs scopes which the access token lacks, before anything of the call is run, so that the
 * client can ask its user for them (step-up). It names the scopes of the token as well, because a new token replaces it.
 * Undefined for all other requests: accesses that a call finds out about while it runs are denied by the session's policy.
 */
export async function scopeRefusal(
  session: Session,
  scopes: readonly string[] | undefined,
  body: unknown,
  stepUp: StepUp | undefined,
): Promise<Response | undefined> {
  if (!scopes || !stepUp || !isObject(body) || body.method !== "tools/call" || !isObject(body.params)) return undefined;
  if (toolScopes.every((scope) => scopes.includes(scope))) return undefined;
  const { name, arguments: input } = body.params;
  if (typeof name !== "string") return undefined;
  const decision = await session.decide(name, input);
  const missing = missingScopes(decision, decision.access, scopes);
  if (decision.effect !== "deny" || missing.length === 0) return undefined;
  const held = toolScopes.filter((scope) => scopes.includes(scope));
  const error = { code: -32001, message: decision.reason, data: { missing_scopes: missing } };
  return Response.json(
    { jsonrpc: "2.0", id: (body.id as RequestId | undefined) ?? null, error },
    { status: 403, headers: stepUp([...held, ...missing]) },
  );
}
