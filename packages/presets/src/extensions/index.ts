export type { ExtensionState, OpenedExtensions, PresetExtensions } from "./_opened.ts";
export { presetExtensions } from "./preset-extensions.ts";
