import type { Registry, Tool } from "@holdall/tool-core";
import { type ProgramToolOptions, runProgram } from "@holdall/tools-program";

/** Options of the tool `run_program`. */
export interface PresetProgram extends Omit<ProgramToolOptions, "registry" | "dialect"> {}

/** The tool that runs programs over the tools of a registry. */
export const programTool = (registry: Registry, options: Omit<ProgramToolOptions, "registry">): Tool =>
  runProgram({ ...options, registry }) as Tool;
