import { type CallOptions, contentText, failure, type Session, type ToolResult, toToolError } from "@holdall/tool-core";
import { markLoaded } from "@holdall/tool-search/port";
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isStructured, type Structured } from "./structured.ts";
import { toMcpResult } from "./to-mcp-result.ts";

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
): Promise<CallToolResult> {
  const tool = session.registry.get(params.name);
  const result =
    (await callBehind(session, params, options)) ?? (await session.call(params.name, params.arguments, options));
  if (tool) return encode(result, isStructured(tool, structured));
  if (result.ok || result.error.code !== "unknown_tool") return encode(result, false);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, contentText(result.content));
}

/**
 * A call through the bridge `tool_call`, made to the tool behind it: a session lets a host's question stand for one call
 * and not for those below it. Undefined for what the bridge itself has the better words for.
 */
async function callBehind(session: Session, { name, arguments: input }: CallParams, options: CallOptions) {
  const { registry } = session;
  if (!options.approve || registry.get(name)?.name !== "tool_call") return undefined;
  const { name: behind, arguments: given = {} } = Object(input) as Record<string, unknown>;
  const tool = typeof behind === "string" ? registry.get(behind) : undefined;
  if (!tool || tool.name === "tool_call" || typeof given !== "object") return undefined;
  const result = await session.call(tool.name, given, options);
  if (!result.ok) return result.error.code === "invalid_input" ? undefined : result;
  markLoaded(session, [tool.name]);
  return { ...result, output: { tool: tool.name, output: result.output, content: result.content } };
}

/** What cannot be encoded is a failure with a text, not the SDK's bare -32603. */
function encode(result: ToolResult, structured: boolean) {
  try {
    return toMcpResult(result, { structured });
  } catch (thrown) {
    return toMcpResult(failure(toToolError(thrown)));
  }
}
