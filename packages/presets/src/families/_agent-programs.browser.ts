import { ToolError } from "@holdall/tool-core";

/** Stands in for _agent-programs.ts where applications are bundled for browsers. */
export function openPrograms(): never {
  throw new ToolError("unsupported", "A browser starts no programs, and one of the agents is a program.", {
    hint: "Leave agents with a driver out of `agents`.",
  });
}
