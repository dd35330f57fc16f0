import type { Cancellation } from "./_cancellation.ts";
import type { Host } from "./_host.ts";
import type { Access } from "./access.ts";
import type { Approve } from "./approval.ts";
import { ToolError } from "./error.ts";
import { type Decision, strictestOf } from "./policy.ts";
import type { Tool } from "./tool.ts";

/** One call that wants permission. */
export interface Claim {
  readonly callId: string;
  readonly tool: Tool;
  readonly input: unknown;
}

export type Judged = Decision & { readonly access: readonly Access[] };

const noOpinion: Decision = { effect: "deny", reason: "No rule of this session's policy allows it." };

/** What a call declares to touch; a tool that declares nothing and is not plainly harmless counts as execution. */
export function accessOf(host: Host, tool: Tool, input: unknown): readonly Access[] {
  if (tool.access) return tool.access(input, { cwd: host.cwd });
  return tool.hints.readOnly && !tool.hints.openWorld ? [] : [{ action: "execute", target: tool.name }];
}

/** Ask the policy about every access; the strictest answer stands, silence means deny. Returns the accesses behind it. */
export async function judge(host: Host, claim: Claim, accesses: readonly Access[]): Promise<Judged> {
  const { tool, input, callId } = claim;
  if (host.dryRun && !tool.previews && !tool.hints.readOnly && accesses.some(({ action }) => action !== "read")) {
    return {
      effect: "deny",
      reason: `This session is a dry run, and ${tool.name} cannot preview its effect.`,
      access: accesses,
    };
  }
  const decisions: { decision: Decision; access: Access | undefined }[] = [];
  for (const access of accesses.length > 0 ? accesses : [undefined]) {
    const decision = await host.policy({ tool, input, access, sessionId: host.id, callId });
    decisions.push({ decision: decision ?? noOpinion, access });
  }
  const verdict = strictestOf(decisions.map(({ decision }) => decision)) ?? noOpinion;
  const behind = decisions.flatMap(({ decision, access }) =>
    decision.effect === verdict.effect && access ? [access] : [],
  );
  if (verdict.effect !== "ask") return { ...verdict, access: behind };
  const prompts = decisions.flatMap(({ decision }) => (decision.effect === "ask" ? [decision.prompt] : []));
  return { effect: "ask", prompt: [...new Set(prompts)].join("\n"), access: behind };
}

/** Let a call pass or throw `permission_denied`; where the policy says ask, a person decides. */
export async function permit(
  host: Host,
  claim: Claim,
  accesses: readonly Access[],
  approve: Approve | undefined,
  cancellation: Cancellation,
): Promise<void> {
  let verdict: Judged;
  try {
    verdict = await judge(host, claim, accesses);
  } catch (cause) {
    throw new ToolError(
      "permission_denied",
      `The policy failed while judging ${claim.tool.name}, so the call was refused.`,
      {
        hint: "Tell the user: the policy of this session has a defect.",
        cause,
      },
    );
  }
  if (verdict.effect === "allow") return;
  const what = describe(claim.tool, verdict.access);
  if (verdict.effect === "deny") {
    throw new ToolError("permission_denied", `Not permitted: ${what}. ${verdict.reason}`, {
      hint: "Do not retry it as it is. Do the task another way, or tell the user what you would need.",
      data: { access: verdict.access },
    });
  }
  const { prompt, access } = verdict;
  const request = {
    callId: claim.callId,
    sessionId: host.id,
    tool: claim.tool.name,
    input: claim.input,
    access,
    prompt,
  };
  host.emit?.({ type: "permission-request", ...request });
  if (!approve) {
    throw new ToolError("permission_denied", `It takes a person's approval, and nobody can be asked here: ${what}.`, {
      hint: "Tell the user what you wanted to do and let them do it or change the policy.",
      data: { access },
    });
  }
  const answer = await approve(request, cancellation.controller.signal);
  if (typeof answer === "boolean" ? answer : answer.approved) return;
  const reason = typeof answer === "object" && answer.reason ? ` They said: ${answer.reason}` : "";
  throw new ToolError("permission_denied", `The user declined: ${what}.${reason}`, {
    hint: "Do not retry it as it is. Ask the user how to go on.",
    data: { access },
  });
}

function describe(tool: Tool, access: readonly Access[]): string {
  const named = access.slice(0, 5).map(({ action, target }) => `${action} ${target}`);
  const more = access.length > 5 ? `, and ${access.length - 5} more` : "";
  return named.length > 0 ? `${tool.name} (${named.join(", ")}${more})` : tool.name;
}
