import type { ContentPart, ToolSpec } from "@holdall/tool-core";

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

/** A message of an agent's conversation. `own` belongs to the runner: the answer in the form that its model needs. */
export type AgentMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly AgentCall[]; readonly own?: unknown }
  | { readonly role: "tool"; readonly results: readonly AgentCallResult[] };

/** Tokens of one answer. `input` includes cached tokens. */
export interface AgentTokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

export interface AgentTurnRequest {
  /** A model name defined by the host. Absent for the default model. */
  readonly model?: string | undefined;
  readonly instructions: string;
  readonly messages: readonly AgentMessage[];
  /** Empty in the last turn of an agent that has reached a limit. */
  readonly tools: readonly ToolSpec[];
  readonly signal: AbortSignal;
  readonly maxOutputTokens?: number | undefined;
}

/** An answer of a model. `refused` means that the model or its provider refused to answer. */
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
 * Call a model once. The caller runs the requested calls and counts the cost. Rejects if the model cannot be called or the
 * signal aborts.
 */
export type AgentRunner = (request: AgentTurnRequest) => Promise<AgentTurn>;
