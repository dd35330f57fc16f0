import { protectedBelow } from "@holdall/sandbox/port";
import type { Awaitable, Decision, Policy, PolicyRequest } from "@holdall/tool-core";

export interface ProtectedOptions {
  /**
   * The workspace folders, with all of their names. Of paths below them, only the part below is checked. Other paths are
   * checked as a whole.
   */
  readonly roots?: readonly string[] | undefined;
  /** Returns the reason why another path is protected. Called if the name does not decide. */
  readonly also?: ((path: string) => Awaitable<string | undefined>) | undefined;
}

/** Ask before writing or deleting files that can run code or change rules: see `protectedReason`. Makes no decision on other accesses. */
export const askProtected = (options: ProtectedOptions = {}): Policy =>
  guard(options, (reason, { tool, access }) => ({
    effect: "ask",
    prompt: `${tool.title}: ${access?.action} ${access?.target}, which is ${reason}`,
  }));

/** Deny writing or deleting such files. Makes no decision on other accesses. */
export const denyProtected = (options: ProtectedOptions = {}): Policy =>
  guard(options, (reason, { access }) => ({
    effect: "deny",
    reason: `${access?.target} is ${reason}, which these tools may not change.`,
  }));

function guard(
  { roots = [], also }: ProtectedOptions,
  decide: (reason: string, request: PolicyRequest) => Decision,
): Policy {
  const reasonFor = protectedBelow(roots);
  return (request) => {
    const { access } = request;
    if (access?.action !== "write" && access?.action !== "delete") return undefined;
    const apply = (reason: string | undefined) => (reason === undefined ? undefined : decide(reason, request));
    const named = reasonFor(access.target);
    if (named !== undefined || !also) return apply(named);
    const reason = also(access.target);
    return typeof reason === "object" ? reason.then(apply) : apply(reason);
  };
}
