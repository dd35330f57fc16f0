import { ToolError } from "@holdall/tool-core";

/** Stands in for _agent-programs.ts where applications are bundled for browsers. */
export function openPrograms(): never {
  throw new ToolError("unsupported", "A browser starts no agents that are programs.");
}
