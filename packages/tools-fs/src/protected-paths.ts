import type { Awaitable, Decision, Policy, PolicyRequest } from "@holdall/tool-core";
import { protectedBelow } from "@holdall/tool-core/protected-paths";

export interface ProtectedOptions {
  /** Folders to work in, under every name they have: only the part of a path below them is checked. Other paths are checked whole. */
  readonly roots?: readonly string[] | undefined;
  /** What else is protected, and why: asked where no name decides. */
  readonly also?: ((path: string) => Awaitable<string | undefined>) | undefined;
}

/** Ask a person about writing or deleting what can run code or change rules: see `protectedReason`. Abstains on the rest. */
export const askProtected = (options: ProtectedOptions = {}): Policy =>
  guard(options, (reason, { tool, access }) => ({
    effect: "ask",
    prompt: `${tool.title}: ${access?.action} ${access?.target}, which is ${reason}`,
  }));

/** Deny writing or deleting them. Abstains on the rest. */
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
