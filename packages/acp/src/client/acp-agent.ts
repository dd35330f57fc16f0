import { ToolError } from "@holdall/tool-core";
import type { Agent } from "@holdall/tools-agents";
import type { AcpAgentOptions } from "./options.ts";
import { askAboutRequests } from "./serving/request-tool.ts";
import { driveAgent } from "./turn/drive-agent.ts";

/**
 * Create an agent for the tool `task` that is another program: it is started for each run, speaks the Agent Client Protocol, version
 * 1, and works in the session of the agent. Its files, commands and requests for permission are judged by the policy of the session that
 * started it. Throws `invalid_input` for an empty command.
 */
export function acpAgent(options: AcpAgentOptions): Agent {
  const { name, command, description, instructions, domains, sandbox, limits } = options;
  const [program, ...args] = command;
  if (!program)
    throw new ToolError("invalid_input", `The agent ${name} has no command.`, {
      hint: 'Name a program and its arguments: ["gemini", "--acp"].',
    });
  return {
    name,
    description: description ?? `Another agent: ${program.replace(/^.*\//, "")}. It may change files.`,
    instructions,
    // Only the agent's own program calls these.
    tools: servedTools,
    policy: askAboutRequests(name),
    limits,
    driver: {
      program: { command: [program, ...args], domains, sandbox },
      drive: (run) => driveAgent(run, { ...options, command: [program, ...args] }),
    },
  };
}

/** What is served to it, and what its requests are judged as. */
const servedTools: readonly string[] = ["read_file", "write_file", "delete_file", "bash", "web_fetch"];
