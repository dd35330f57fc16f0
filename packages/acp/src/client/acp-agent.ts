import { ToolError } from "@holdall/tool-core";
import type { Agent } from "@holdall/tools-agents";
import { askAboutRequests } from "./serving/request-tool.ts";
import { driveAgent } from "./turn/drive-agent.ts";

/** How to start an agent that speaks the Agent Client Protocol, and what it may use. */
export interface AcpAgentOptions {
  /** The name for the model: lower case letters, digits and `-`. */
  readonly name: string;
  /** The program and its arguments, such as `["gemini", "--acp"]`. It speaks the protocol on stdin and stdout. */
  readonly command: readonly string[];
  /** When to use it, in a few words. */
  readonly description?: string | undefined;
  /** Sent before each prompt. */
  readonly instructions?: string | undefined;
  /** Added to the few variables that every child process gets. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Hosts that it may reach from the sandbox: names or `*.name`, each with an optional `:port`. None by default. */
  readonly domains?: readonly string[] | undefined;
  /** False to start it without a sandbox even if one works. Each session asks before it starts. */
  readonly sandbox?: boolean | undefined;
  readonly limits?: Agent["limits"];
  /** Where the few inherited variables come from; this process by default. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Milliseconds until it must have answered `initialize` and opened a session; 60,000 by default. */
  readonly connectTimeout?: number | undefined;
  /** Milliseconds that it has to end a cancelled turn, and again to exit; 2,000 by default. */
  readonly grace?: number | undefined;
}

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
    // Nobody but the agent's own program calls these.
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
