import { type CallOptions, contentText, failure, type Session, type ToolResult, toToolError } from "@holdall/tool-core";
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isStructured, type Structured } from "./structured.ts";
import { toMcpResult } from "./to-mcp-result.ts";

/** One call as MCP answers it. Throws a ProtocolError for a name that no tool answers to, and for nothing else. */
export async function callTool(
  session: Session,
  { name, arguments: input }: { readonly name: string; readonly arguments?: unknown },
  options: CallOptions,
  structured: Structured | undefined,
): Promise<CallToolResult> {
  const tool = session.registry.get(name);
  const result = await session.call(name, input, options);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, contentText(result.content));
  return encode(result, isStructured(tool, structured));
}

/** What cannot be encoded is a failure with a text, not the SDK's bare -32603. */
function encode(result: ToolResult, structured: boolean) {
  try {
    return toMcpResult(result, { structured });
  } catch (thrown) {
    return toMcpResult(failure(toToolError(thrown)));
  }
}
