import {
  type Awaitable,
  allow,
  type Decision,
  firstOf,
  isPromise,
  type Policy,
  type PolicyRequest,
  strictest,
} from "@holdall/tool-core";
import type { Extension } from "@holdall/tool-kit/extension";

/** What an extension makes stricter: its tools to what it declares, and all calls to what its policy says. */
export function extensionPolicy(extension: Extension, owns: (tool: string) => boolean): Policy {
  const { name, permissions = [], policy } = extension;
  const declared = firstOf(...permissions.map((scope) => allow(scope)));
  const ceiling: Policy = (request) => {
    const { access, tool } = request;
    if (!access || !owns(tool.name) || declared(request)) return undefined;
    const reason = `The extension ${name} does not declare ${access.action} ${access.target}. Its permissions must cover what its tools access.`;
    return { effect: "deny", reason };
  };
  return policy ? strictest(ceiling, narrowing(name, policy)) : ceiling;
}

/** A policy whose permission means nothing, and whose failure denies. */
function narrowing(name: string, policy: Policy): Policy {
  const failed = (thrown: unknown): Decision => ({
    effect: "deny",
    reason: `The policy of the extension ${name} failed: ${thrown instanceof Error ? thrown.message : String(thrown)}.`,
  });
  const strict = (decision: Decision | undefined): Decision | undefined => {
    if (decision === undefined || decision === null || decision.effect === "allow") return undefined;
    if (decision.effect === "deny" && typeof decision.reason === "string") return decision;
    if (decision.effect === "ask" && typeof decision.prompt === "string") return decision;
    return failed(new Error("it returned no decision"));
  };
  return (request) => {
    try {
      const decision = policy(request);
      return isPromise(decision) ? decision.then(strict, failed) : strict(decision);
    } catch (thrown) {
      return failed(thrown);
    }
  };
}

/** The same policy, asked once for each request, however many hosts put it before theirs. */
export function askedOnce(policy: Policy): Policy {
  const decisions = new WeakMap<PolicyRequest, { readonly decision: Awaitable<Decision | undefined> }>();
  return (request) => {
    const known = decisions.get(request);
    if (known) return known.decision;
    const decision = policy(request);
    decisions.set(request, { decision });
    return decision;
  };
}
