import { type Awaitable, isPromise } from "../json.ts";
import type { Tool } from "../tool.ts";
import type { Access } from "./access.ts";

/** What a policy is asked, once for every access of a call. A call that touches nothing is asked once, with `access` undefined. */
export interface PolicyRequest {
  readonly tool: Tool;
  readonly input: unknown;
  readonly access: Access | undefined;
  readonly sessionId: string;
  readonly callId: string;
}

export type Decision =
  | { readonly effect: "allow" }
  | { readonly effect: "deny"; readonly reason: string }
  | { readonly effect: "ask"; readonly prompt: string };

/** Judges one access of one call; `undefined` abstains. When nobody has an opinion the call is denied. */
export type Policy = (request: PolicyRequest) => Awaitable<Decision | undefined>;

/** What a rule speaks about. Every field that is given must fit; a rule with no field fits everything. */
export interface Scope {
  /** Actions the rule covers. `"none"` means a call that touches nothing outside its session. */
  readonly actions?: readonly (Access["action"] | "none")[];
  /** Targets at or below this path (or exactly this target). */
  readonly under?: string;
  /** Canonical tool names. */
  readonly tools?: readonly string[];
}

const allowed: Decision = { effect: "allow" };

/** Allow what falls in the scope, abstain on the rest. */
export const allow = (scope: Scope = {}): Policy => rule(scope, () => allowed);

/** Deny what falls in the scope, abstain on the rest. */
export const deny = (scope: Scope = {}, reason = "The policy forbids it."): Policy =>
  rule(scope, () => ({ effect: "deny", reason }));

/** Ask a person about what falls in the scope, abstain on the rest. */
export const ask = (scope: Scope = {}): Policy =>
  rule(scope, ({ tool, access }) => ({
    effect: "ask",
    prompt: access ? `${tool.title}: ${access.action} ${access.target}` : tool.title,
  }));

/** The first opinion wins. At once, while the policies answer at once. */
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

/** The strictest opinion wins: deny, then ask, then allow. At once, where all policies answer at once. */
export const strictest =
  (...policies: readonly Policy[]): Policy =>
  (request) => {
    const decisions = policies.map((policy) => policy(request));
    return decisions.some(isPromise)
      ? Promise.all(decisions).then(strictestOf)
      : strictestOf(decisions as (Decision | undefined)[]);
  };

/** Deny what would touch more than it reads, but for tools that can preview; abstain on the rest. */
export const dryRunOnly: Policy = ({ tool, access }) =>
  access && access.action !== "read" && !tool.previews && !tool.hints.readOnly
    ? { effect: "deny", reason: `This is a dry run, and ${tool.name} cannot preview.` }
    : undefined;

/** The strictest of some decisions, the first among equals. From deny over ask to allow is also the alphabet backwards. */
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
