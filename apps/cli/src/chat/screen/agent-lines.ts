import type { AgentEntry } from "@holdall/chat";
import { counted } from "../../render/text.ts";
import { tokensText } from "./tokens-text.ts";

/** A line for each agent: its names, its task, its status and what it has used. */
export const agentLines = (agents: readonly AgentEntry[]): string[] =>
  agents.map(({ id, path, task, status, answers, tokens }) =>
    [`${id}  ${path.join(" > ")}: ${task}`, status, counted(answers, "answer"), tokensText(tokens)].join(" · "),
  );
