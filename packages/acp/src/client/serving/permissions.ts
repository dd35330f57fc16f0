import {
  type PermissionOption,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type ToolCallUpdate,
} from "@agentclientprotocol/sdk";
import type { Session } from "@holdall/tool-core";
import type { AgentDriverRun } from "@holdall/tools-agents/port";
import { judgeRequest } from "./request-decision.ts";
import { requestTool } from "./request-tool.ts";

interface Permitting {
  readonly session: Session;
  readonly leavesSandbox: boolean;
  readonly signal: AbortSignal;
  /** What it has said of a call before. */
  readonly known: (id: string) => ToolCallUpdate | undefined;
  readonly denied: AgentDriverRun["denied"];
}

/**
 * Answer a request for permission: by the rules of the session, and by its person where they ask. Permission is given once; a request
 * without such an option is an error.
 */
export async function answerPermission(
  { toolCall, options }: RequestPermissionRequest,
  { session, leavesSandbox, signal, known, denied }: Permitting,
): Promise<RequestPermissionResponse> {
  const once = options.find(({ kind }) => kind === "allow_once");
  if (!once) throw noOption(options);
  const said = { ...known(toolCall.toolCallId), ...given(toolCall) } as ToolCallUpdate;
  const { effect, denied: targets, request } = await judgeRequest(said, session, leavesSandbox);
  if (signal.aborted) return cancelled;
  if (effect === "allow") return { outcome: { outcome: "selected", optionId: once.optionId } };
  if (effect === "ask") {
    const asked = await session.call(requestTool, request, { signal });
    if (signal.aborted) return cancelled;
    if (asked.ok) return { outcome: { outcome: "selected", optionId: once.optionId } };
  }
  if (effect === "deny") denied(targets);
  const no = options.find(({ kind }) => kind === "reject_once") ?? options.find(({ kind }) => kind === "reject_always");
  return no ? { outcome: { outcome: "selected", optionId: no.optionId } } : cancelled;
}

const cancelled: RequestPermissionResponse = { outcome: { outcome: "cancelled" } };

/** What an update says, without what it leaves open. */
const given = (update: ToolCallUpdate): Partial<ToolCallUpdate> =>
  Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined && value !== null));

const noOption = (options: readonly PermissionOption[]) =>
  RequestError.invalidParams(
    { kinds: options.map(({ kind }) => kind) },
    "this client permits a call once, and no option is of the kind allow_once",
  );
