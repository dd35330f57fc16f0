import { allow, firstOf, strictest } from "@holdall/tool-core";
import { fileInfo, globFiles, grepFiles, listDirectory, listFiles, readFile } from "@holdall/tools-fs";
import { openOutputs } from "./_outputs.ts";
import { definePreset, onlyBelow, type Preset, type PresetOptions } from "./_preset.ts";
import { openShell, type PresetShell, readOnlyShell } from "./_shell.ts";

export interface ReadonlyOptions extends PresetOptions {
  /**
   * A shell whose sandbox confines commands to the level `read_only`. One that cannot is not used: there is no shell then,
   * or, where the sandbox is opened with the first command, none that runs anything.
   */
  readonly shell?: PresetShell | false | undefined;
}

/** Look and change nothing: read, list, glob and grep below the root, and commands where a sandbox keeps them to that. */
export function readonly(options: ReadonlyOptions = {}): Preset {
  const { shell: wanted, backend } = options;
  const outputs = wanted && !backend && canConfine(wanted) ? openOutputs() : undefined;
  return definePreset("readonly", { ...options, beside: outputs?.folder }, (place) => {
    const shell = wanted && outputs && openShell(wanted, outputs, "read_only");
    const files = [readFile, listFiles, listDirectory, fileInfo, globFiles, grepFiles].map((tool) => tool(place));
    const about = `You can read files below ${place.root} and change nothing`;
    if (!shell) {
      return { tools: files, policy: onlyBelow(place, "read"), about: wanted ? `${about}; no commands.` : `${about}.` };
    }
    return {
      tools: [...files, ...shell.tools],
      policy: firstOf(outputs.reads, allow({ tools: ["bash"] }), onlyBelow(place, "read")),
      always: strictest(readOnlyShell(shell, place.names), outputs.guard),
      about: `${about}; commands run only in a sandbox that keeps them to that, with a temporary folder and no network.`,
      shell: true,
    };
  });
}

const canConfine = ({ sandbox }: PresetShell) =>
  typeof sandbox === "function" || (sandbox?.confines("read_only") ?? false);
