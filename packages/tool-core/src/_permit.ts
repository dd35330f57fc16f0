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

const noOpinion: Decision = { effect: "deny", reason: "No rule of this session's policy allows it." };

/** What a call declares to touch; a tool that declares nothing and is not plainly harmless counts as execution. */
export function accessOf({ cwd }: Host, tool: Tool, input: unknown): readonly Access[] {
  if (tool.access) return tool.access(input, { cwd });
  return tool.hints.readOnly && !tool.hints.openWorld ? [] : [{ action: "execute", target: tool.name }];
}

/** Ask the policy about every access; the strictest answer stands, silence means deny. Returns the accesses behind it. */
export async function judge(
  host: Host,
  { tool, input, callId }: Claim,
  accesses: readonly Access[],
): Promise<Decision & { readonly access: readonly Access[] }> {
  const decisions: Decision[] = [];
  for (const access of accesses.length > 0 ? accesses : [undefined]) {
    decisions.push((await host.policy({ tool, input, access, sessionId: host.id, callId })) ?? noOpinion);
  }
  const verdict = strictestOf(decisions) ?? noOpinion;
  const access = accesses.filter((_, index) => decisions[index]?.effect === verdict.effect);
  if (verdict.effect !== "ask") return { ...verdict, access };
  const prompts = decisions.flatMap((decision) => (decision.effect === "ask" ? [decision.prompt] : []));
  return { effect: "ask", prompt: [...new Set(prompts)].join("\n"), access };
}

/** Let a call pass or throw `permission_denied`; where the policy says ask, a person decides. A policy that throws denies. */
export async function permit(
  host: Host,
  claim: Claim,
  accesses: readonly Access[],
  approve: Approve | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { tool, callId, input } = claim;
  const verdict = await judge(host, claim, accesses).catch((cause: unknown) => {
    throw refused(
      `the policy failed while judging ${tool.name}.`,
      "Tell the user that the policy has a defect.",
      [],
      cause,
    );
  });
  if (verdict.effect === "allow") return;
  const { access } = verdict;
  const what = [tool.name, ...access.slice(0, 5).map(({ action, target }) => `${action} ${target}`)].join(", ");
  if (verdict.effect === "deny") {
    throw refused(
      `${what}. ${verdict.reason}`,
      "Do the task another way, or tell the user what you would need.",
      access,
    );
  }
  const request = { callId, sessionId: host.id, tool: tool.name, input, access, prompt: verdict.prompt };
  host.emit?.({ type: "permission-request", ...request });
  if (!approve)
    throw refused(
      `${what}. It takes a person's approval, and nobody can be asked here.`,
      "Tell the user what you wanted to do.",
      access,
    );
  const answer = await approve(request, signal);
  const { approved, reason = "" } = typeof answer === "boolean" ? { approved: answer } : answer;
  if (!approved) throw refused(`the user declined ${what}. ${reason}`, "Ask the user how to go on.", access);
}

const refused = (what: string, hint: string, access: readonly Access[], cause?: unknown) =>
  new ToolError("permission_denied", `Not permitted: ${what.trim()}`, {
    hint: `Do not retry it as it is. ${hint}`,
    data: { access },
    cause,
  });
