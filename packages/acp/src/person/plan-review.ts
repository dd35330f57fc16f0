import { methods } from "@agentclientprotocol/sdk";
import type { Asker } from "@holdall/tools-interact/port";
import type { EditorClient } from "../agent/editor-client.ts";
import { textContent } from "../updates/call-content.ts";
import type { ToolCalls } from "../updates/tool-calls.ts";

interface Reviewing {
  readonly client: EditorClient;
  readonly sessionId: () => string;
  readonly calls: ToolCalls;
  readonly flushed: () => Promise<void>;
}

/** Show a plan to the person in the editor. It is approved only by the option that says so. */
export function reviewInEditor({ client, sessionId, calls, flushed }: Reviewing): Asker["review"] {
  return async ({ plan, planId, grants, callId, path }, { signal }) => {
    const allowed = grants.map(({ tool, scope }) => `- ${tool} ${scope}`);
    await flushed();
    signal.throwIfAborted();
    const { outcome } = await client.request(
      methods.client.session.requestPermission,
      {
        sessionId: sessionId(),
        toolCall: {
          ...calls.describe(callId),
          title: path.length === 0 ? "Carry out this plan?" : `${path.join(" > ")}: carry out this plan?`,
          kind: "switch_mode",
          content: [
            textContent(plan),
            ...(allowed.length > 0
              ? [textContent(`The plan allows without asking again:\n${allowed.join("\n")}`)]
              : []),
          ],
        },
        options: [
          { optionId: "approve", kind: "allow_once", name: "Approve the plan" },
          { optionId: "reject", kind: "reject_once", name: "Keep planning" },
        ],
      },
      { cancellationSignal: signal, stopWaitingOnCancel: true },
    );
    if (outcome.outcome !== "selected") return { outcome: "declined" };
    return outcome.optionId === "approve" ? { outcome: "approved", planId } : { outcome: "changes" };
  };
}
