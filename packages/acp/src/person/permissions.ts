import { methods, type PermissionOption } from "@agentclientprotocol/sdk";
import type { AllowAnswer, ApprovalQuestion, AskApproval } from "@holdall/chat";
import { describeGrant } from "@holdall/permissions";
import type { ApprovalRequest } from "@holdall/tool-core";
import type { EditorClient } from "../agent/editor-client.ts";
import { fenced, textContent } from "../updates/call-content.ts";
import type { ToolCalls } from "../updates/tool-calls.ts";

interface Asking {
  readonly client: EditorClient;
  readonly sessionId: () => string;
  readonly calls: ToolCalls;
  readonly describe: ((request: ApprovalRequest) => readonly string[]) | undefined;
  /** Everything that was announced is on its way. */
  readonly flushed: () => Promise<void>;
}

/** Ask the person in the editor: once, for this session, always in this folder, or no. Everything but a clear yes is a no. */
export function askInEditor({ client, sessionId, calls, describe = plainly, flushed }: Asking): AskApproval {
  return async (question, signal): Promise<AllowAnswer> => {
    const { request } = question;
    const known = calls.describe(request.callId, request);
    await flushed();
    signal.throwIfAborted();
    const options = optionsFor(question);
    const { outcome } = await client.request(
      methods.client.session.requestPermission,
      {
        sessionId: sessionId(),
        toolCall: {
          ...known,
          title: known.title ?? request.tool,
          status: "pending",
          content: [textContent(fenced("", describe(request).join("\n"))), ...(known.content ?? [])],
        },
        options,
      },
      { cancellationSignal: signal, stopWaitingOnCancel: true },
    );
    if (outcome.outcome !== "selected") return { reason: "The user canceled the question." };
    const chosen = options.find(({ optionId }) => optionId === outcome.optionId)?.optionId;
    return isAllow(chosen) ? chosen : {};
  };
}

/** What may be offered: for longer than once only what the rules can express as narrowly as it was asked. */
function optionsFor({ grants, ofProgram }: ApprovalQuestion): PermissionOption[] {
  const rules = grants.map(describeGrant).join("; ");
  return [
    { optionId: "once", kind: "allow_once", name: "Allow once" },
    ...(ofProgram
      ? [
          {
            optionId: "program",
            kind: "allow_once",
            name: "Allow exactly this until the program that asks ends",
          } as const,
        ]
      : []),
    ...(grants.length > 0
      ? [
          { optionId: "session", kind: "allow_always", name: `Allow in this session: ${rules}` } as const,
          { optionId: "always", kind: "allow_always", name: `Always allow in this folder: ${rules}` } as const,
        ]
      : []),
    { optionId: "reject", kind: "reject_once", name: "Reject" },
  ];
}

const allows = ["once", "program", "session", "always"] as const;
const isAllow = (chosen: string | undefined): chosen is (typeof allows)[number] =>
  allows.some((each) => each === chosen);

const plainly = ({ prompt, access }: ApprovalRequest): string[] => [
  prompt,
  ...access.map(({ action, target, cwd }) => `${action} ${target}${cwd === undefined ? "" : ` in ${cwd}`}`),
];
