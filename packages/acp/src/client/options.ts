import type { Agent } from "@holdall/tools-agents";

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
