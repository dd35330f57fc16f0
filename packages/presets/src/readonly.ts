import { fileInfo, globFiles, grepFiles, listDirectory, listFiles, readFile } from "@holdall/tools-fs";
import { definePreset, onlyBelow, type Preset, type PresetOptions } from "./_preset.ts";

/** Look and change nothing: read, list, glob and grep below the root. */
export function readonly(options: PresetOptions = {}): Preset {
  return definePreset("readonly", options, (place) => ({
    tools: [readFile, listFiles, listDirectory, fileInfo, globFiles, grepFiles].map((tool) => tool(place)),
    policy: onlyBelow(place, "read"),
    about: `You can read files below ${place.root} and change nothing.`,
  }));
}
