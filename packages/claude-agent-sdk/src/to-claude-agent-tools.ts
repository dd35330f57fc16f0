import {
  type CanUseTool,
  createSdkMcpServer,
  type McpSdkServerConfigWithInstance,
} from "@anthropic-ai/claude-agent-sdk";
import { buildInstructions, type Session } from "@holdall/tool-core";
import { type PickOptions, pickSpecs } from "@holdall/tool-core/adapters";
import { createPermissions } from "./_permissions.ts";
import { toSdkTool } from "./_sdk-tool.ts";

export interface ClaudeAgentToolsOptions extends PickOptions {
  /** The server's name: Claude calls its tools `mcp__name__tool`. `holdall` by default. */
  readonly name?: string | undefined;
  /** Asks a person, with the policy's prompt as `title`. Without it the session's `approve` is asked while the call waits. */
  readonly canUseTool?: CanUseTool | undefined;
  /** What the server tells Claude of its tools; their guidance by default. */
  readonly instructions?: string | undefined;
}

/** Options of `query`, to be spread among your own. */
export interface ClaudeAgentTools {
  readonly mcpServers: Record<string, McpSdkServerConfigWithInstance>;
  readonly canUseTool: CanUseTool;
}

/**
 * The tools of a session for `query` of the Claude Agent SDK, as the registry holds them now: an MCP server in this process,
 * and a `canUseTool` that asks where the policy says ask and nowhere else. Calls of other tools go to your own `canUseTool`;
 * without one they are denied. Throws `unknown_tool` for a name in `only` that the session does not have.
 */
export function toClaudeAgentTools(
  session: Session,
  { name = "holdall", canUseTool: askPerson, instructions, ...options }: ClaudeAgentToolsOptions = {},
): ClaudeAgentTools {
  const { dialect = session.dialect } = options;
  const specs = pickSpecs(session, options);
  const { canUseTool, approveOf } = createPermissions(session, { specs, prefix: `mcp__${name}__`, askPerson });
  const exposed = specs.flatMap(({ tool }) => session.registry.get(tool) ?? []);
  const server = createSdkMcpServer({
    name,
    instructions: instructions ?? buildInstructions(session.registry, { dialect, exposed }),
    tools: specs.map((spec) => toSdkTool(session, spec, approveOf)),
  });
  return { mcpServers: { [name]: server }, canUseTool };
}
