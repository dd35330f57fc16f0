import { overlay } from "@holdall/backends-compose";
import type { Dialect, ToolTypesOf } from "@holdall/tool-core";
import { type CodeTool, codeTools } from "@holdall/tools-code";
import type { DataTool } from "@holdall/tools-data";
import type { DocsTool } from "@holdall/tools-docs";
import type { EnvTool } from "@holdall/tools-env";
import { denyProtected, type FsTool, fsTools } from "@holdall/tools-fs";
import type { think } from "@holdall/tools-interact";
import { isInPreset } from "../catalog.ts";
import type { SearchTool } from "../families/_search.ts";
import { pointedReason } from "../policy/_indirect-paths.ts";
import { codingNotes } from "../session/notes.ts";
import { definePreset, onlyBelow, type Preset, type PresetOptions } from "../session/preset.ts";
import { commonCode } from "./common-code.ts";

/** The types of all tools that the preset can have. */
export type MinimalTools = ToolTypesOf<
  | Exclude<FsTool, { readonly name: "delete_file" | "move_file" }>
  | CodeTool
  | DataTool
  | DocsTool
  | ReturnType<typeof think>
  | SearchTool
  | EnvTool
>;

/**
 * Create a preset that shows the six most used tools: read, write, edit, undo, glob and grep below the root; tools for code, data
 * and documents are found with tool_search. It cannot delete, and it cannot change configuration that can run code.
 */
export function minimal<D extends Dialect = "snake">(options: PresetOptions<D> = {}): Preset<MinimalTools, D> {
  return definePreset<MinimalTools, D>("minimal", commonCode, { ...options, records: true }, (place) => ({
    tools: [...fsTools({ ...place, preview: overlay }), ...codeTools(place)].filter(isInPreset("minimal")),
    policy: onlyBelow(place, "read", "write"),
    always: denyProtected({ roots: place.names, also: options.backend ? undefined : pointedReason(place.names) }),
    about: `You can read and write files below ${place.folders}.`,
    notes: codingNotes,
  }));
}
