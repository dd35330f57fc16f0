import { globFiles, grepFiles, readFile } from "@holdall/tools-fs";
import { type TodoToolsOptions, todoTools } from "@holdall/tools-todos";
import { definePreset, onlyBelow, type Preset, type PresetOptions } from "./_preset.ts";

export interface ResearchOptions extends PresetOptions {
  readonly todos?: TodoToolsOptions | undefined;
}

/** Find things out by plan: read, glob and grep below the root, and a todo list that stays in the session. */
export function research(options: ResearchOptions = {}): Preset {
  return definePreset("research", options, (place) => ({
    tools: [...[readFile, globFiles, grepFiles].map((tool) => tool(place)), ...todoTools(options.todos)],
    policy: onlyBelow(place, "read"),
    about: `You can read files below ${place.root} and change nothing; your todo list is your own.`,
  }));
}
