import type { Session } from "@holdall/tool-core";
import type { CallToolResult, Server } from "@modelcontextprotocol/server";
import { outputSchemaOf } from "./to-mcp-tools.ts";

/** The result as the client's revision can carry it: those of 2025 want `structuredContent` to be an object. */
export function projectResult(
  server: Server,
  { registry, dialect }: Session,
  name: string,
  result: CallToolResult,
): CallToolResult {
  if (result.structuredContent === undefined) return result;
  const tool = registry.get(name);
  return server.projectCallToolResult(result, tool && outputSchemaOf(tool, dialect));
}
