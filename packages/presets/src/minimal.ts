import type { Dialect, ToolTypesOf } from "@holdall/tool-core";
import type { EnvTool } from "@holdall/tools-env";
import { denyProtected, editFile, globFiles, grepFiles, readFile, undo, writeFile } from "@holdall/tools-fs";
import { codingNotes } from "./_notes.ts";
import { pointedReason } from "./_pointed.ts";
import { definePreset, onlyBelow, type Preset, type PresetOptions } from "./_preset.ts";

export type MinimalTools = ToolTypesOf<
  | ReturnType<typeof readFile | typeof writeFile | typeof editFile | typeof undo | typeof globFiles | typeof grepFiles>
  | EnvTool
>;

/**
 * Create a preset with the six most used tools: read, write, edit, undo, glob and grep below the root. It cannot delete, and it
 * cannot change configuration that can run code.
 */
export function minimal<D extends Dialect = "snake">(options: PresetOptions<D> = {}): Preset<MinimalTools, D> {
  return definePreset("minimal", { ...options, records: true }, (place) => ({
    tools: [readFile, writeFile, editFile, undo, globFiles, grepFiles].map((tool) => tool(place)),
    policy: onlyBelow(place, "read", "write"),
    always: denyProtected({ roots: place.names, also: options.backend ? undefined : pointedReason(place.names) }),
    about: `You can read and write files below ${place.folders}.`,
    notes: codingNotes,
  }));
}
