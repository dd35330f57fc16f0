import { isPromise } from "../json.ts";
import { foldName } from "../registry/dialect.ts";
import { toolName } from "../registry/names.ts";
import type { StateStore } from "../session/state.ts";
import { isWhollyDeclared } from "./declared.ts";
import { type PlanMode, planModeKey } from "./plan-mode.ts";
import type { Decision, Policy, PolicyRequest } from "./policy.ts";

/**
 * Wrap a policy with plan mode. In plan mode, accesses that are not reads are denied without asking the policy. Accesses that
 * the policy asks about are allowed if the approved plan names them, unless text of others has chosen something in the call.
 */
export const guardPlanMode =
  (policy: Policy, state: StateStore): Policy =>
  (request) => {
    const mode = state.find(planModeKey);
    if (!mode) return policy(request);
    if (mode.active) return mayPass(request, mode) ? policy(request) : refusal(request);
    const decision = policy(request);
    const granted = (made: Decision | undefined) =>
      made?.effect === "ask" && made.untrusted === undefined && isGranted(request, mode) ? allowed : made;
    return isPromise(decision) ? decision.then(granted) : granted(decision);
  };

const allowed: Decision = { effect: "allow" };

/** It reads; it asks the web for something; or it runs what is known to do no more than its call declares. */
function mayPass({ tool, access }: PolicyRequest, { readers }: PlanMode): boolean {
  if (!access || access.action === "read" || readers.includes(tool.name)) return true;
  if (access.action === "network") return tool.category === "web" && tool.hints.readOnly;
  return access.action === "execute" && isWhollyDeclared(access);
}

const refusal = ({ access }: PolicyRequest): Decision => ({
  effect: "deny",
  reason: `Plan mode: ${access?.action} is not allowed until a user approves the plan.`,
});

function isGranted({ tool, access }: PolicyRequest, { plan }: PlanMode): boolean {
  const names = dialects.map((dialect) => foldName(toolName(tool, dialect)));
  return (
    access !== undefined &&
    (plan?.grants.some((grant) => names.includes(foldName(grant.tool)) && grant.targets.includes(access.target)) ??
      false)
  );
}

const dialects = ["snake", "camel", "claude"] as const;
