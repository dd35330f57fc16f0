import { overlay } from "@holdall/backends-compose";
import { allow, ask, firstOf, type Path, strictest } from "@holdall/tool-core";
import { askProtected, fsTools } from "@holdall/tools-fs";
import { type TodoToolsOptions, todoTools } from "@holdall/tools-todos";
import { definePreset, onlyBelow, type Preset, type PresetOptions } from "./_preset.ts";
import { askUnconfined, openShell, type PresetShell } from "./_shell.ts";

export interface CodingOptions extends PresetOptions {
  readonly todos?: TodoToolsOptions | undefined;
  /**
   * Options of the shell, its sandbox among them; `false` for none. Without a sandbox every command asks. There is none
   * where the files are not on this machine's disk.
   */
  readonly shell?: PresetShell | false | undefined;
}

/**
 * Everything for work on a project: all file tools, a shell with background tasks, and a todo list. Reads and writes below the root; deleting asks first,
 * and so does changing what can run code or change rules (git internals, start-up files, agent and editor configuration).
 * In a dry run the tools show what they would do, and nothing changes.
 */
export function coding(options: CodingOptions = {}): Preset {
  const { shell: wanted = {}, todos } = options;
  return definePreset("coding", options, (place) => {
    const shell = wanted && !options.backend ? openShell(wanted, place.names) : undefined;
    return {
      tools: [
        ...fsTools({ ...place, preview: (backend) => overlay(backend) }),
        ...(shell?.tools ?? []),
        ...todoTools(todos),
      ],
      policy: firstOf(
        ...(shell ? [shell.policy] : []),
        ...place.names.map(deleting),
        onlyBelow(place, "read", "write"),
      ),
      always: strictest(askProtected({ roots: place.names }), askUnconfined),
      about: `You can read and write files below ${place.root}; deleting takes a person's approval.`,
      shell: shell !== undefined,
    };
  });
}

/** Moving takes a name away and no content, so only real deletions ask. */
const deleting = (under: Path) =>
  firstOf(allow({ actions: ["delete"], under, tools: ["move_file"] }), ask({ actions: ["delete"], under }));
