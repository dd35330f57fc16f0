import { ToolError } from "../error.ts";
import { type Awaitable, isPromise } from "../json.ts";
import type { Call } from "../middleware.ts";
import { type Access, type Prepared, preparedOf } from "../policy/access.ts";
import type { Approve } from "../policy/approval.ts";
import { foreignContent } from "../policy/foreign-content.ts";
import { type Decision, strictestOf } from "../policy/policy.ts";
import type { SessionRuntime } from "../session/runtime.ts";
import { textsRead } from "../texts/texts-read.ts";

/** A call as far as a policy cares. */
type PolicySubject = Pick<Call, "id" | "sessionId" | "tool" | "input" | "cwd">;

const noOpinion: Decision = { effect: "deny", reason: "No rule allows it." };

/** What a call declares to touch; a tool that declares nothing and is not plainly harmless counts as execution. */
export function accessOf(
  { state }: SessionRuntime,
  { tool, input, cwd }: PolicySubject,
): Awaitable<readonly Access[] | Prepared> {
  if (tool.access) return tool.access(input, { cwd, state: state.get });
  return tool.hints.readOnly && !tool.hints.openWorld ? [] : [{ action: "execute", target: tool.name }];
}

/** Ask the policy about every access; the strictest answer stands, silence means deny. Returns the accesses behind it. */
export async function decideAccesses(
  runtime: SessionRuntime,
  call: PolicySubject,
  accesses: readonly Access[],
): Promise<Decision & { readonly access: readonly Access[] }> {
  if (accesses.length < 2) return { ...(await decideAccess(runtime, call, accesses[0])), access: accesses };
  const decisions: Decision[] = [];
  for (const access of accesses) decisions.push(await decideAccess(runtime, call, access));
  const verdict = strictestOf(decisions) ?? noOpinion;
  const access = accesses.filter((_, index) => decisions[index]?.effect === verdict.effect);
  if (verdict.effect !== "ask") return { ...verdict, access };
  const prompts = decisions.flatMap((decision) => (decision.effect === "ask" ? decision.prompt : []));
  const untrusted = [...new Set(decisions.flatMap((each) => (each.effect === "ask" ? (each.untrusted ?? []) : [])))];
  return { ...verdict, prompt: [...new Set(prompts)].join("\n"), ...(untrusted.length > 0 && { untrusted }), access };
}

/** The same for one access; at once, where the policy answers at once. */
export function decideAccess(
  { policy, state }: SessionRuntime,
  call: PolicySubject,
  access?: Access,
): Awaitable<Decision> {
  const { id: callId, sessionId, tool, input } = call;
  const decision = policy({ tool, input, access, sessionId, callId, state: state.get });
  return isPromise(decision) ? decision.then((late) => late ?? noOpinion) : (decision ?? noOpinion);
}

/**
 * Let a call pass or throw `permission_denied`; where the policy says ask, the user decides. A policy that throws denies.
 * A permitted access to the outside may bring untrusted text into the session. Returns the accesses, and what the tool prepared with them.
 * `tryFirst` throws before anybody is asked about what cannot succeed, and gives what a dry run answers.
 */
export async function permit(
  runtime: SessionRuntime,
  call: PolicySubject & Pick<Call, "signal">,
  approve: Approve | undefined,
  declared?: readonly Access[],
  tryFirst?: (asked: Prepared) => Promise<unknown>,
): Promise<Prepared> {
  const permitted = preparedOf(declared ?? (await accessOf(runtime, call)));
  const { accesses } = permitted;
  const { id: callId, sessionId, tool, input, signal } = call;
  const verdict = await decideAccesses(runtime, call, accesses).catch((cause: unknown) => {
    throw refused(`the policy failed while checking ${tool.name}.`, [], cause);
  });
  if (verdict.effect === "allow") {
    noteReach(runtime, call, accesses);
    return permitted;
  }
  const { access } = verdict;
  const what = [tool.name, ...access.slice(0, 5).map(({ action, target }) => `${action} ${target}`)].join(", ");
  if (verdict.effect === "deny") throw refused(`${what}. ${verdict.reason}`, access);
  const preview = await tryFirst?.(permitted);
  const { untrusted } = verdict;
  const shown = { ...(untrusted && { untrusted }), ...(preview !== undefined && { preview }) };
  const request = { callId, sessionId, tool: tool.name, input, access, prompt: verdict.prompt, ...shown };
  runtime.emit?.({ type: "permission-request", ...request });
  const why = untrusted ? `\n${untrusted.join("\n")}` : "";
  if (!approve) throw refused(`${what}. It needs approval, but the user cannot be asked here.${why}`, access);
  const answer = await approve(request, signal);
  const { approved, reason = "" } = typeof answer === "boolean" ? { approved: answer } : answer;
  if (!approved) throw refused(`the user declined ${what}. ${reason}`, access);
  runtime.state.find(textsRead)?.settle(callId);
  noteReach(runtime, call, accesses);
  return permitted;
}

/** The error of a change that needs approval, but would fail with it as well, or what it would answer; neither where that is not known. */
export async function lookAhead(
  runtime: SessionRuntime,
  call: PolicySubject & Pick<Call, "signal">,
  found: Prepared,
): Promise<{ readonly fails?: ToolError; readonly preview?: unknown }> {
  const { tryAhead } = await import("./dry-run.ts"); // what few calls need
  const { dryRun, state } = runtime;
  const decide = async (access: Access) => (await decideAccess(runtime, call, access)).effect;
  const tried = await tryAhead({ ...call, dryRun, state: state.get, decide }, found);
  if (!tried) return {};
  if ("output" in tried) return { preview: tried.output };
  return ToolError.is(tried.thrown) ? { fails: tried.thrown } : {};
}

function noteReach({ state, readers }: SessionRuntime, { id, tool }: PolicySubject, accesses: readonly Access[]): void {
  const outside = accesses.find(({ action }) => action === "network");
  if (!outside && (tool.access || !tool.hints.openWorld)) return;
  state.get(foreignContent).add(tool.name);
  readers.set(id, outside && hostOf(outside.target));
}

const refused = (what: string, access: readonly Access[], cause?: unknown) =>
  new ToolError("permission_denied", `Not permitted: ${what.trim()}`, {
    hint: "Do not retry the same call. Try another approach, or tell the user what you need.",
    data: { access },
    cause,
  });

/** The host of a URL, whose path and query may hold what the model wrote; other targets as they are. */
const hostOf = (target: string): string => /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(target)?.[1] ?? target;
