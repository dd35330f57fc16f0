import type { AgentEvent } from "@holdall/tools-agents";
import { counted } from "../render/text.ts";
import { noTokens, sumTokens, type Tokens, tokensText } from "./tokens.ts";

/** What has become of the agents of a chat. */
export interface AgentLog {
  follow(event: AgentEvent): void;
  /** What all of them have used. */
  tokens(): Tokens;
  /** A line for each: its names, its task, how it stands and what it has used. */
  lines(): readonly string[];
}

interface Known {
  readonly path: readonly string[];
  about: string;
  state: string;
  turns: number;
  tokens: Tokens;
}

export function createAgentLog(): AgentLog {
  const agents = new Map<string, Known>();
  return {
    follow(event) {
      const { id, path } = event;
      const known = agents.get(id) ?? { path, about: "", state: "waits", turns: 0, tokens: noTokens };
      agents.set(id, known);
      if (event.type === "task-start") {
        known.about = event.description;
        known.state = "works";
      }
      if (event.type === "task-step") {
        known.turns++;
        known.tokens = sumTokens(known.tokens, event.tokens);
      }
      if (event.type === "task-end")
        known.state = event.result.partial ? `${event.result.end}, partial` : event.result.end;
    },
    tokens: () => [...agents.values()].map(({ tokens }) => tokens).reduce(sumTokens, noTokens),
    lines: () =>
      [...agents].map(([id, { path, about, state, turns, tokens }]) =>
        [`${id}  ${path.join(" > ")}: ${about}`, state, counted(turns, "answer"), tokensText(tokens)].join(" · "),
      ),
  };
}
