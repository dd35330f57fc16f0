import {
  type CallOptions,
  contentText,
  encodeResult,
  failure,
  type Session,
  type ToolResult,
  toToolError,
} from "@holdall/tool-core";
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { withCall } from "../apps/_serve-app.ts";
import type { AppSource } from "../apps/app-source.ts";
import { isStructured, type Structured } from "../results/structured.ts";
import { toMcpResult } from "../results/to-mcp-result.ts";

export interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
}

interface CallExtras {
  /** Waits for what a call has begun, and gives its result instead. */
  readonly follow?: ((result: ToolResult) => Promise<ToolResult>) | undefined;
  /** The page that shows the call at this client. */
  readonly app?: AppSource | undefined;
}

/**
 * A call in MCP form. Throws a ProtocolError only for an unknown tool name: a tool that is missing because its server
 * is offline is a failed call, which the model reads.
 */
export async function callTool(
  session: Session,
  params: CallParams,
  options: CallOptions,
  structured: Structured | undefined,
  { follow, app }: CallExtras = {},
): Promise<CallToolResult> {
  const called = await session.call(params.name, params.arguments, options);
  const result = follow ? await follow(called) : called;
  const tool = session.registry.get(params.name);
  const { dialect } = session;
  if (tool) {
    const encoded = dialect === "camel" && structured !== "never" ? encodeResult(tool, result, dialect) : undefined;
    const answer = encode(result, isStructured(tool, structured, dialect), encoded);
    return app ? withCall(answer, { tool, input: params.arguments, outcome: result }, app) : answer;
  }
  if (result.ok || result.error.code !== "unknown_tool") return encode(result, false);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, contentText(result.content));
}

/** What cannot be encoded is a failure with a text, not the SDK's bare -32603. */
function encode(result: ToolResult, structured: boolean, encoded?: unknown) {
  try {
    return toMcpResult(result, { structured, ...(structured && { encoded }) });
  } catch (thrown) {
    return toMcpResult(failure(toToolError(thrown)));
  }
}
