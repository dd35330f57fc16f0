import type { ContentPart } from "./content.ts";
import type { ToolSpec } from "./registry/types.ts";

/** A call that a model asks for. */
export interface AgentCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface AgentCallResult {
  readonly call: AgentCall;
  readonly ok: boolean;
  readonly content: readonly ContentPart[];
}

/** A message of an agent's conversation. `own` is the runner's: the answer as its model needs it back. */
export type AgentMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly AgentCall[]; readonly own?: unknown }
  | { readonly role: "tool"; readonly results: readonly AgentCallResult[] };

/** Tokens of one answer. `input` includes those that were cached. */
export interface AgentTokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

export interface AgentTurnRequest {
  /** One of the names that the host has given to models; absent for its usual one. */
  readonly model?: string | undefined;
  readonly instructions: string;
  readonly messages: readonly AgentMessage[];
  /** None in the last turn of an agent that has reached a limit. */
  readonly tools: readonly ToolSpec[];
  readonly signal: AbortSignal;
  readonly maxOutputTokens?: number | undefined;
}

/** An answer of a model. `refused`: it, or its provider, does not answer this. */
export interface AgentTurn {
  readonly text: string;
  readonly calls: readonly AgentCall[];
  readonly tokens: AgentTokens;
  /** In the unit of the host's limits. */
  readonly cost?: number | undefined;
  readonly end?: "length" | "refused" | undefined;
  readonly own?: unknown;
}

/**
 * Asks a model once. The calls it asks for are carried out by whoever calls this, who also counts what it costs. Rejects
 * when the model cannot be asked, and when the signal aborts.
 */
export type AgentRunner = (request: AgentTurnRequest) => Promise<AgentTurn>;
