import { ToolError } from "@holdall/tool-core";

/** Presets open no shell in browsers. */
export function openShell(): never {
  throw new ToolError("unsupported", "A browser has no shell.");
}

export { openShell as readOnlyShell };
