import { canonicalName } from "@holdall/call-view";
import type { ToolHandler, ToolHandlers } from "./tool-handler.ts";

/** The handler of a tool, by any name that either spells it with. */
export function findHandler(handlers: ToolHandlers | undefined, tool: string): ToolHandler {
  if (!handlers) return {};
  if (Object.hasOwn(handlers, tool)) return handlers[tool] ?? {};
  const wanted = canonicalName(tool);
  const name = Object.keys(handlers).find((key) => canonicalName(key) === wanted);
  return (name === undefined ? undefined : handlers[name]) ?? {};
}
