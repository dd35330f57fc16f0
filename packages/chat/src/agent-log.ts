import type { AgentEvent } from "@holdall/tools-agents";
import { noTokens, sumTokens, type Tokens } from "./tokens.ts";

/** The state and result of an agent. */
export interface AgentEntry {
  readonly id: string;
  /** Its name, after those of the agents that started it. */
  readonly path: readonly string[];
  readonly task: string;
  readonly status: string;
  readonly answers: number;
  readonly tokens: Tokens;
}

/** The states and results of the agents of a chat. */
export interface AgentLog {
  follow(event: AgentEvent): void;
  /** What all of them have used. */
  tokens(): Tokens;
  list(): readonly AgentEntry[];
}

export function createAgentLog(): AgentLog {
  const agents = new Map<string, AgentEntry>();
  return {
    follow(event) {
      const { id, path } = event;
      const known = agents.get(id) ?? { id, path, task: "", status: "waits", answers: 0, tokens: noTokens };
      agents.set(id, { ...known, ...changeOf(event, known) });
    },
    tokens: () => [...agents.values()].map(({ tokens }) => tokens).reduce(sumTokens, noTokens),
    list: () => [...agents.values()],
  };
}

function changeOf(event: AgentEvent, { answers, tokens }: AgentEntry): Partial<AgentEntry> {
  if (event.type === "task-start") return { task: event.description, status: "works" };
  if (event.type === "task-step") return { answers: answers + 1, tokens: sumTokens(tokens, event.tokens) };
  if (event.type !== "task-end") return {};
  return { status: event.result.partial ? `${event.result.end}, partial` : event.result.end };
}
