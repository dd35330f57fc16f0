import { type SdkMcpToolDefinition, tool } from "@anthropic-ai/claude-agent-sdk";
import type { Progress, Session, ToolSpec } from "@holdall/tool-core";
import * as z from "zod";
import type { ApproveOf } from "./_permissions.ts";
import { toToolResult } from "./_tool-result.ts";

/** What is used of the MCP request behind a call. */
interface Extra {
  readonly signal?: AbortSignal;
  readonly _meta?: { readonly progressToken?: string | number; readonly "claudecode/toolUseId"?: unknown };
  sendNotification?(notification: { method: "notifications/progress"; params: object }): Promise<void>;
}

/** A session's tool in the SDK: any object passes, because the session reads other spellings and says what is wrong. */
export function toSdkTool(session: Session, spec: ToolSpec, approveOf: ApproveOf): SdkMcpToolDefinition {
  const { name, title, description, hints, inputSchema } = spec;
  // The SDK takes a whole schema where its types say the fields of one; fields alone would drop what they do not name.
  const schema = z.looseObject({}).meta(inputSchema) as unknown as SdkMcpToolDefinition["inputSchema"];
  const annotations = {
    title,
    readOnlyHint: hints.readOnly ?? false,
    destructiveHint: hints.destructive ?? true,
    idempotentHint: hints.idempotent ?? false,
    openWorldHint: hints.openWorld ?? true,
  };
  return tool(
    name,
    description,
    schema,
    async (input, extra) => {
      const { signal, _meta = {}, sendNotification } = extra as Extra;
      const id = _meta["claudecode/toolUseId"];
      const callId = typeof id === "string" ? id : undefined;
      const { progressToken } = _meta;
      let count = 0;
      const onProgress = ({ message, total, progress = ++count }: Progress) =>
        void sendNotification?.({
          method: "notifications/progress",
          params: {
            progressToken,
            progress,
            ...(total !== undefined && { total }),
            ...(message !== undefined && { message }),
          },
        }).catch(() => {}); // The client has gone: its signal ends the call.
      const result = await session.call(spec.tool, input, {
        callId,
        signal,
        approve: callId === undefined ? undefined : await approveOf(spec, input, callId),
        onProgress: progressToken === undefined ? undefined : onProgress,
      });
      return toToolResult(result);
    },
    { annotations },
  );
}
