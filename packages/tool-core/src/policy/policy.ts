import { type Awaitable, isPromise } from "../json.ts";
import type { StateKey } from "../session/state.ts";
import type { Tool } from "../tool.ts";
import type { Access } from "./access.ts";

/**
 * The request to a policy, once for every access of a call. For a call without accesses, the policy is asked once, with
 * `access` undefined.
 */
export interface PolicyRequest {
  readonly tool: Tool;
  readonly input: unknown;
  readonly access: Access | undefined;
  readonly sessionId: string;
  readonly callId: string;
  /** Get the session's value for a key, such as the texts that it has read. */
  state<T>(key: StateKey<T>): T;
}

export type Decision =
  | { readonly effect: "allow" }
  | { readonly effect: "deny"; readonly reason: string }
  | {
      readonly effect: "ask";
      readonly prompt: string;
      /**
       * What text of others has chosen in the call, and whose text it is, a line each; part of the prompt as well. Grants of an
       * approved plan do not answer such a question, because they name only the tool and the target.
       */
      readonly untrusted?: readonly string[];
    };

/** Decides on one access of one call. `undefined` means no decision. If no policy decides, the call is denied. */
export type Policy = (request: PolicyRequest) => Awaitable<Decision | undefined>;

/** The scope of a rule. Every given field must match. A rule without fields matches everything. */
export interface Scope {
  /** The actions that the rule covers. `"none"` means a call without accesses outside its session. */
  readonly actions?: readonly (Access["action"] | "none")[];
  /** Targets at or below this path, or exactly this target. */
  readonly under?: string;
  /** Canonical tool names. */
  readonly tools?: readonly string[];
}

const allowed: Decision = { effect: "allow" };

/** Allow accesses in the scope, and make no decision on others. */
export const allow = (scope: Scope = {}): Policy => rule(scope, () => allowed);

/** Deny accesses in the scope, and make no decision on others. */
export const deny = (scope: Scope = {}, reason = "The policy forbids it."): Policy =>
  rule(scope, () => ({ effect: "deny", reason }));

/** Ask the user about accesses in the scope, and make no decision on others. */
export const ask = (scope: Scope = {}): Policy =>
  rule(scope, ({ tool, access }) => ({
    effect: "ask",
    prompt: access ? `${tool.title}: ${access.action} ${access.target}` : tool.title,
  }));

/** Use the first decision. Returns synchronously as long as the policies do. */
export const firstOf = (...policies: readonly Policy[]): Policy => {
  const next = (request: PolicyRequest, from: number): Awaitable<Decision | undefined> => {
    for (let i = from; i < policies.length; i++) {
      const decision = policies[i]?.(request);
      if (isPromise(decision)) return decision.then((late) => late ?? next(request, i + 1));
      if (decision) return decision;
    }
    return undefined;
  };
  return (request) => next(request, 0);
};

/** Use the strictest decision: deny, then ask, then allow. Returns synchronously if all policies do. */
export const strictest =
  (...policies: readonly Policy[]): Policy =>
  (request) => {
    const decisions = policies.map((policy) => policy(request));
    return decisions.some(isPromise)
      ? Promise.all(decisions).then(strictestOf)
      : strictestOf(decisions as (Decision | undefined)[]);
  };

/** Deny all accesses except reads, unless the tool supports previews. Make no decision on others. */
export const dryRunOnly: Policy = ({ tool, access }) =>
  access && access.action !== "read" && !tool.previews && !tool.hints.readOnly
    ? { effect: "deny", reason: `This is a dry run, and ${tool.name} cannot preview.` }
    : undefined;

/** Get the strictest of several decisions, and the first of equals. The order deny, ask, allow is reverse alphabetical. */
export const strictestOf = (decisions: readonly (Decision | undefined)[]): Decision | undefined =>
  decisions.reduce((strict, next) => (!strict || (next && next.effect > strict.effect) ? next : strict), undefined);

function rule({ actions, under, tools }: Scope, decide: (request: PolicyRequest) => Decision): Policy {
  const root = under?.replace(/\/?$/, "/");
  return (request) => {
    const { access, tool } = request;
    const fits =
      (tools?.includes(tool.name) ?? true) &&
      (actions?.includes(access?.action ?? "none") ?? true) &&
      (!root || (access && (access.target.startsWith(root) || `${access.target}/` === root)));
    return fits ? decide(request) : undefined;
  };
}
