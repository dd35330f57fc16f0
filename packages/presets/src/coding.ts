import { overlay } from "@holdall/backends-compose";
import { allow, ask, firstOf, type Path } from "@holdall/tool-core";
import { askProtected, fsTools } from "@holdall/tools-fs";
import { type TodoToolsOptions, todoTools } from "@holdall/tools-todos";
import { definePreset, onlyBelow, type Preset, type PresetOptions } from "./_preset.ts";

export interface CodingOptions extends PresetOptions {
  readonly todos?: TodoToolsOptions | undefined;
}

/**
 * Everything for work on a project: all file tools and a todo list. Reads and writes below the root; deleting asks first,
 * and so does changing what can run code or change rules (git internals, start-up files, agent and editor configuration).
 * In a dry run the tools show what they would do, and nothing changes.
 */
export function coding(options: CodingOptions = {}): Preset {
  return definePreset("coding", options, (place) => ({
    tools: [...fsTools({ ...place, preview: (backend) => overlay(backend) }), ...todoTools(options.todos)],
    policy: firstOf(...place.names.map(deleting), onlyBelow(place, "read", "write")),
    always: askProtected({ roots: place.names }),
    about: `You can read and write files below ${place.root}; deleting takes a person's approval.`,
  }));
}

/** Moving takes a name away and no content, so only real deletions ask. */
const deleting = (under: Path) =>
  firstOf(allow({ actions: ["delete"], under, tools: ["move_file"] }), ask({ actions: ["delete"], under }));
