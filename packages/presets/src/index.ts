export type { PresetMiddleware } from "./_middleware.ts";
export type { Preset, PresetOptions } from "./_preset.ts";
export type { PresetShell } from "./_shell.ts";
export type { PresetWeb } from "./_web.ts";
export type { PresetPermissions } from "./_with-rules.ts";
export { type CodingOptions, type CodingTools, coding } from "./coding.ts";
export { type MinimalTools, minimal } from "./minimal.ts";
export { type ReadonlyOptions, type ReadonlyTools, readonly } from "./readonly.ts";
export { type ResearchOptions, type ResearchTools, research } from "./research.ts";
