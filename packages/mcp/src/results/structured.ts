import type { Dialect, Tool } from "@holdall/tool-core";

/**
 * The tools that return their output as `structuredContent` in addition to the text. `auto`: tools without `render`, whose
 * text is the same JSON, and closed-world tools that write, whose output is a receipt. Tools that render their findings send
 * only text. A tool with structured content has an `outputSchema` in tools/list. Some hosts show the model that JSON instead
 * of the text.
 */
export type Structured = "auto" | "always" | "never" | ((tool: Tool) => boolean);

/**
 * Returns true if calls of this tool return `structuredContent`. Tools without an output schema do so only in the camel
 * dialect, where programs expect `success` in every result.
 */
export function isStructured(tool: Tool, structured: Structured = "auto", dialect: Dialect = "snake"): boolean {
  if (dialect === "camel" && structured === "auto") return true;
  if (tool.output === undefined || structured === "never") return false;
  if (structured === "always") return true;
  if (typeof structured === "function") return structured(tool);
  return tool.render === undefined || !(tool.hints.readOnly || tool.hints.openWorld);
}
