import {
  type CanUseTool,
  createSdkMcpServer,
  type McpSdkServerConfigWithInstance,
} from "@anthropic-ai/claude-agent-sdk";
import { buildInstructions, type Session } from "@holdall/tool-core";
import { type PickOptions, pickSpecs } from "@holdall/tool-kit/adapters";
import { createPermissions } from "./_permissions.ts";
import { toSdkTool } from "./_sdk-tool.ts";

export interface ClaudeAgentToolsOptions extends PickOptions {
  /** The name of the server: Claude calls its tools `mcp__name__tool`. `holdall` by default. */
  readonly name?: string | undefined;
  /** Asks the user, with the policy's prompt as `title`. Without it, the session's `approve` is called while the call waits. */
  readonly canUseTool?: CanUseTool | undefined;
  /** The server's instructions for Claude. Defaults to the guidance of the tools. */
  readonly instructions?: string | undefined;
}

/** Options to spread into those of `query`. */
export interface ClaudeAgentTools {
  readonly mcpServers: Record<string, McpSdkServerConfigWithInstance>;
  readonly canUseTool: CanUseTool;
}

/**
 * Convert the tools that are in the session's registry at this time for `query` of the Claude Agent SDK: an in-process MCP
 * server, and a `canUseTool` that asks only if the policy returns `ask`. Calls of other tools go to your own `canUseTool`;
 * without it, they are denied. Throws `unknown_tool` if `only` has a name that the session does not have.
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
