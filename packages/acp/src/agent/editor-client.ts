import type { AgentContext } from "@agentclientprotocol/sdk";

/** What this package calls of a client. */
export type EditorClient = Pick<AgentContext, "request" | "notify">;
