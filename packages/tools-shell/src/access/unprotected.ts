import { type Access, ToolError } from "@holdall/tool-core";

/** The approval to run without a sandbox that exists and cannot protect everything it should. */
export const unprotectedAccess: Access = { action: "execute", target: "sandbox:unprotected" };

/** Why a sandbox started nothing, if that is the reason. */
export function unprotectedReason(error: unknown): string | undefined {
  if (!ToolError.is(error) || error.code !== "unavailable") return undefined;
  const { unprotected } = Object(error.data) as { readonly unprotected?: unknown };
  return typeof unprotected === "string" ? unprotected : undefined;
}

/** The error if running without it is not approved. */
export const refusedUnprotected = (reason: string, cause: unknown): ToolError =>
  new ToolError(
    "permission_denied",
    `Nothing was run. The sandbox cannot protect every path that must be protected: ${reason}. Running without the sandbox was not permitted.`,
    { hint: "Tell the user: they can remove some of those files, or choose a smaller root.", cause },
  );
