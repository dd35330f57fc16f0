import type { ToolResult } from "@holdall/tool-core";
import { renderNotes } from "./_render.ts";
import type { ToolSearchOutput } from "./_schema.ts";

/** The tools that a tool_search made callable, and what a host must also tell its model. */
export interface Reading {
  /** Canonical names of found tools whose schemas were asked for. */
  readonly found: readonly string[];
  /** Beside the schemas: near misses, servers that are down, notes. */
  readonly notes: string;
}

/** Read a result of tool_search for a host that loads tools by name; undefined where it should be read as it is. */
export function readSearch(result: ToolResult): Reading | undefined {
  if (!result.ok) return undefined;
  const output = result.output as ToolSearchOutput;
  const found = output.tools.filter(({ input_schema }) => input_schema !== undefined).map(({ tool }) => tool);
  return found.length > 0 ? { found, notes: renderNotes(output) } : undefined;
}
