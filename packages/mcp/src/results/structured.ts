import type { Dialect, Tool } from "@holdall/tool-core";

/**
 * Which tools offer their output as `structuredContent` beside the text.
 * `auto`: those without `render`, whose text is that JSON anyway, and closed-world tools that write, whose output is a
 * receipt; the answer of a tool that renders what it found goes out as text alone, once.
 * A tool that offers it has an `outputSchema` in tools/list. Some hosts show the model that JSON in place of the text.
 */
export type Structured = "auto" | "always" | "never" | ((tool: Tool) => boolean);

/**
 * True when calls of this tool answer with `structuredContent`. Without an output schema none does, except in the camel dialect,
 * whose programs expect `success` of every result.
 */
export function isStructured(tool: Tool, structured: Structured = "auto", dialect: Dialect = "snake"): boolean {
  if (dialect === "camel" && structured === "auto") return true;
  if (tool.output === undefined || structured === "never") return false;
  if (structured === "always") return true;
  if (typeof structured === "function") return structured(tool);
  return tool.render === undefined || !(tool.hints.readOnly || tool.hints.openWorld);
}
