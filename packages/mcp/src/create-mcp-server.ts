import {
  buildInstructions,
  contentText,
  failure,
  type Session,
  type ToolResult,
  toToolError,
} from "@holdall/tool-core";
import { type Implementation, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { createProgressReport } from "./_progress-report.ts";
import { isStructured, type Structured } from "./structured.ts";
import { toMcpResult } from "./to-mcp-result.ts";
import { toMcpTools } from "./to-mcp-tools.ts";

export interface McpServerOptions {
  /** What clients show as the server's identity. */
  readonly info?: Implementation | undefined;
  /** Notes for the model; made from the tools' guidance when left out, none when empty. */
  readonly instructions?: string | undefined;
  readonly structured?: Structured | undefined;
  /** Tell the client when the tools change; switch it off where every request gets a server of its own. */
  readonly announces?: boolean | undefined;
}

/**
 * An MCP server that offers a session's tools in the session's dialect; connect it to any transport of the SDK.
 * Every failure of a tool is a result with `isError`; only a name that no tool answers to is a protocol error (-32602).
 * Closing the server does not dispose the session.
 */
export function createMcpServer(session: Session, options: McpServerOptions = {}): Server {
  const { registry, dialect } = session;
  const { info = { name: "holdall", version: "0.0.0" }, structured, announces = true } = options;
  const { instructions = buildInstructions(registry, { dialect }) } = options;
  const server = new Server(info, {
    capabilities: { tools: { listChanged: true } },
    ...(instructions !== "" && { instructions }),
    jsonSchemaValidator: neverNeeded,
  });

  server.setRequestHandler("tools/list", () => ({ tools: toMcpTools(registry, { dialect, structured }) }));

  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const tool = registry.get(params.name);
    const progress = createProgressReport(mcpReq);
    const result = await session.call(params.name, params.arguments, {
      signal: mcpReq.signal,
      onProgress: progress?.report,
    });
    await progress?.finish();
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, contentText(result.content));
    if (!isStructured(tool, structured)) return encode(result, false);
    const schema = registry.list(dialect).find((spec) => spec.tool === tool.name)?.outputSchema;
    return server.projectCallToolResult(encode(result, true), schema);
  });

  if (announces) {
    server.onclose = registry.subscribe(() => {
      // A client that has gone is told nothing; one that comes back lists anew.
      if (server.transport) server.sendToolListChanged().catch(() => {});
    });
  }
  return server;
}

/** What cannot be encoded is a failure with a text, not the SDK's bare -32603. */
function encode(result: ToolResult, structured: boolean) {
  try {
    return toMcpResult(result, { structured });
  } catch (thrown) {
    return toMcpResult(failure(toToolError(thrown)));
  }
}

/** The SDK validates answers to elicitation, which this server does not ask for; this spares the start-up its ajv. */
const neverNeeded = {
  getValidator(): never {
    throw new Error("This server asks its client for nothing.");
  },
};
