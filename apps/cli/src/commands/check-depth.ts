import { ToolError } from "@holdall/tool-core";
import { isTooDeep, maxLevels } from "@holdall/tool-kit";

/** The error for JSON with more levels than anything here walks; undefined for all other. `within` counts those around the arguments. */
export const depthError = (value: unknown, within = 0): ToolError | undefined =>
  isTooDeep(value, maxLevels + within)
    ? new ToolError("invalid_input", `The arguments are nested more than ${maxLevels} levels deep.`, {
        hint: "Flatten them, or pass deep JSON as a string.",
      })
    : undefined;

/** The same for JSON in a text; text that is not JSON is ignored here. */
export function textDepthError(text: string): ToolError | undefined {
  // A level takes two characters.
  if (text.length <= 2 * maxLevels) return undefined;
  try {
    return depthError(JSON.parse(text));
  } catch {
    return undefined;
  }
}
