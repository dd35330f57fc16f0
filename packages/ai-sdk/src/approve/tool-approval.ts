import type { Session } from "@holdall/tool-core";
import { pickSpecs } from "@holdall/tool-kit/adapters";
import type { AiToolsOptions } from "../to-ai-tools.ts";
import type { CallPlace } from "./approval.ts";
import { loadApprovals } from "./load-approvals.ts";

/** Decides before a call runs: ask the user, with the policy's prompt as the reason, or continue. */
export type CallApproval = (
  input: unknown,
  at?: CallPlace,
) => Promise<{ type: "user-approval"; reason: string } | undefined>;

/**
 * Get the session's policy as `toolApproval` of ai 7, by tool: approval requests then contain the text of the question. Calls
 * that the policy denies continue and fail with the reason. Spread it next to the rules of your own tools.
 */
export function toolApproval(
  session: Session,
  { dialect = session.dialect, only }: Omit<AiToolsOptions, "approvals"> = {},
): Record<string, CallApproval> {
  const entries = pickSpecs(session, { dialect, only }).map(({ name, tool }): [string, CallApproval] => [
    name,
    async (input, at) => {
      const question = await (await loadApprovals()).questionFor(session, tool, input, at);
      return question && { type: "user-approval", reason: question.prompt };
    },
  ]);
  return Object.fromEntries(entries);
}
