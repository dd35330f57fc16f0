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
import { isStructured, type Structured } from "../results/structured.ts";
import { toMcpResult } from "../results/to-mcp-result.ts";

export interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
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
  follow: (result: ToolResult) => Promise<ToolResult> = async (result) => result,
): Promise<CallToolResult> {
  const result = await follow(await session.call(params.name, params.arguments, options));
  const tool = session.registry.get(params.name);
  const { dialect } = session;
  if (tool) {
    const encoded = dialect === "camel" && structured !== "never" ? encodeResult(tool, result, dialect) : undefined;
    return encode(result, isStructured(tool, structured, dialect), encoded);
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
