import type { Tool } from "@holdall/tool-core";
import type { ProgramToolOptions } from "../options.ts";

/** Whether programs may call a tool: by the tool itself, not by the name under which it is asked for. */
export const mayCall = (tool: Tool, { mayCall: allows = () => true }: Pick<ProgramToolOptions, "mayCall">): boolean =>
  (tool.program ?? "both") !== "never" && tool.name !== "run_program" && tool.name !== "tool_call" && allows(tool);
