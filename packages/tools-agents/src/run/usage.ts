import type { AgentTokens, AgentTurn } from "../port/index.ts";

/** A run's use so far, and the estimate for its next turn. */
export interface Usage {
  turns: number;
  readonly tokens: AgentTokens;
  /** Undefined where the runner does not say. */
  readonly cost: number | undefined;
  /** Cost of a token, as far as is known. */
  readonly rate: number;
  /** About how many tokens the next answer takes: as many as the longest so far. */
  readonly answer: number;
  /** Tokens of input of the next turn. */
  nextInput: number;
  add(answer: AgentTurn): void;
}

export const firstAnswer = 1_000;
const minAnswer = 500;

/** What a run has used before it begins. */
export function createUsage(nextInput: number): Usage {
  let tokens: AgentTokens = { input: 0, cached: 0, output: 0 };
  let cost: number | undefined;
  let longest: number | undefined;
  return {
    turns: 0,
    nextInput,
    get tokens() {
      return tokens;
    },
    get cost() {
      return cost;
    },
    get answer() {
      return longest === undefined ? firstAnswer : Math.max(longest, minAnswer);
    },
    get rate() {
      const all = tokens.input + tokens.output;
      return all > 0 ? (cost ?? 0) / all : 0;
    },
    add({ tokens: { input, cached, output }, cost: more }) {
      tokens = { input: tokens.input + input, cached: tokens.cached + cached, output: tokens.output + output };
      longest = Math.max(longest ?? 0, output);
      if (more !== undefined) cost = (cost ?? 0) + more;
    },
  };
}
