import type { AgentTokens, AgentTurn } from "@holdall/tool-core";

/** What a run has used so far, and about what its next turn will. */
export interface Usage {
  turns: number;
  readonly tokens: AgentTokens;
  /** Undefined where the runner does not say. */
  readonly cost: number | undefined;
  /** Cost of a token, as far as is known. */
  readonly rate: number;
  /** Tokens of input of the next turn. */
  nextInput: number;
  add(answer: AgentTurn): void;
}

export function createUsage(nextInput: number): Usage {
  let tokens: AgentTokens = { input: 0, cached: 0, output: 0 };
  let cost: number | undefined;
  return {
    turns: 0,
    nextInput,
    get tokens() {
      return tokens;
    },
    get cost() {
      return cost;
    },
    get rate() {
      const all = tokens.input + tokens.output;
      return all > 0 ? (cost ?? 0) / all : 0;
    },
    add({ tokens: { input, cached, output }, cost: more }) {
      tokens = { input: tokens.input + input, cached: tokens.cached + cached, output: tokens.output + output };
      if (more !== undefined) cost = (cost ?? 0) + more;
    },
  };
}
