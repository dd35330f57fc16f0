import type { Policy, PolicyRequest } from "@holdall/tool-core";
import { protectedBelow } from "@holdall/tool-core/protected-paths";

export interface ProtectedOptions {
  /** Folders to work in, under every name they have: only what lies below them is judged, from there on. Other paths are judged whole. */
  readonly roots?: readonly string[] | undefined;
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
  { roots = [] }: ProtectedOptions,
  decide: (reason: string, request: PolicyRequest) => ReturnType<Policy>,
): Policy {
  const reasonFor = protectedBelow(roots);
  return (request) => {
    const { access } = request;
    if (access?.action !== "write" && access?.action !== "delete") return undefined;
    const reason = reasonFor(access.target);
    return reason === undefined ? undefined : decide(reason, request);
  };
}
