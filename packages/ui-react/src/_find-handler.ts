import { foldName } from "@holdall/tool-core";
import type { ToolHandler, ToolHandlers } from "./tool-handler.ts";

/** The handler of a tool, whichever way both spell its name. */
export function findHandler(handlers: ToolHandlers | undefined, tool: string): ToolHandler {
  if (!handlers) return {};
  if (Object.hasOwn(handlers, tool)) return handlers[tool] ?? {};
  const folded = foldName(tool);
  const name = Object.keys(handlers).find((key) => foldName(key) === folded);
  return (name === undefined ? undefined : handlers[name]) ?? {};
}
