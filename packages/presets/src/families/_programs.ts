import type { Registry, Tool } from "@holdall/tool-core";
import type { TextModel } from "@holdall/tool-kit/text";
import { modelExtractor, type ProgramToolOptions, runProgram } from "@holdall/tools-program";

/** Options of the tool `run_program`. */
export interface PresetProgram extends Omit<ProgramToolOptions, "registry" | "dialect"> {
  /** Asked where the parser of `tools.$extract` finds no value, unless there is an `extractor`; a small one is enough. */
  readonly model?: TextModel | undefined;
}

/** The tool that runs programs over the tools of a registry. */
export function programTool(
  registry: Registry,
  { model, ...options }: PresetProgram & Pick<ProgramToolOptions, "dialect">,
): Tool {
  const extractor = options.extractor ?? (model && modelExtractor(model));
  return runProgram({ ...options, registry, extractor }) as Tool;
}
