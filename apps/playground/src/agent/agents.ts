import type { Agent, TreeLimits } from "@holdall/tools-agents";

const reading = ["read_file", "list_files", "list_directory", "file_info", "glob_files", "grep_files"];

/** The agents that `task` can start in this page. */
export const agents: readonly [Agent, ...Agent[]] = [
  {
    name: "explore",
    description: "Finds and reads files, changes nothing.",
    instructions: "Start broad, then read what matters. Name places as file:line.",
    tools: reading,
    limits: { turns: 12, tokens: 100_000, seconds: 120 },
  },
  {
    name: "hasty",
    description: "The same with three turns at most, to see what a limit does.",
    tools: reading,
    limits: { turns: 3, tokens: 20_000, seconds: 60 },
  },
];

export const agentLimits: TreeLimits = { depth: 1, atOnce: 4, total: 32 };
