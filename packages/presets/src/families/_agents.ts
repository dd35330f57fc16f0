import type { Sandbox } from "@holdall/sandbox/port";
import type { Agent, TaskToolOptions } from "@holdall/tools-agents";
import type { OpenSandbox } from "../shell/_opened-sandbox.ts";
import type { PresetWorktrees } from "./_worktree-options.ts";

/** Options of the tool `task`. These agents come before those of the preset and replace agents with the same name. */
export interface PresetAgents extends Omit<TaskToolOptions, "agents" | "programs" | "workspaces"> {
  readonly agents?: readonly Agent[] | undefined;
  /** Agents that come after the preset's own, such as those of `loadAgents`; a name that is already used is ignored. */
  readonly further?: readonly Agent[] | undefined;
  /** Where agents run that are programs of their own, in presets without a shell; with one, they run in its sandbox. */
  readonly sandbox?: Sandbox | OpenSandbox | undefined;
  /** Where agents with `isolation: "worktree"` get theirs, in presets on disk that change files. */
  readonly worktrees?: PresetWorktrees | undefined;
}

export type Agents = readonly [Agent, ...Agent[]];

export const explore: Agent = {
  name: "explore",
  description: "Finds and reads files, changes nothing.",
  instructions: "Start broad, then read what matters. Name places as file:line.",
  tools: [
    "read_file",
    "list_files",
    "list_directory",
    "file_info",
    "glob_files",
    "grep_files",
    "codebase_search",
    "find_definition",
    "find_references",
    "trace_calls",
    "analyze_code",
  ],
};

export const general: Agent = {
  name: "general",
  description: "A task of several steps, changes included.",
  instructions: "Do what was asked and no more. Check what you changed, and say what you could not check.",
};

export const research: Agent = {
  name: "research",
  description: "Finds something out on the web or in files.",
  instructions: "Look in more than one place, and say where each fact comes from: the URL, or the file and line.",
};

/**
 * All agents that can be started, the first of which is taken where a call names none. Without a runner, the preset's own are left out;
 * undefined if none is left.
 */
export function agentsOf({ agents = [], further = [], runner }: PresetAgents, own: Agents): Agents | undefined {
  const others = runner ? own.filter(({ name }) => agents.every((each) => each.name !== name)) : [];
  const taken = new Set([...agents, ...others].map(({ name }) => name));
  const [first, ...rest] = [...agents, ...others, ...further.filter(({ name }) => !taken.has(name))];
  return first && [first, ...rest];
}
