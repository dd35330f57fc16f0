import { PatternError } from "@holdall/pattern-core";
import { ToolError } from "@holdall/tool-core";

/** Run what compiles or matches a pattern; a pattern that cannot be used is `invalid_input`, with its position and the way out. */
export function patternInput<T>(name: string, run: () => T, way = ""): T {
  try {
    return run();
  } catch (error) {
    if (!PatternError.is(error)) throw error;
    const hint = [error.hint, way].filter(Boolean).join(" ");
    throw new ToolError(
      "invalid_input",
      `${name} cannot be used: ${error.message} (at character ${error.position + 1}).`,
      {
        hint: hint || undefined,
        data: { parameter: name, position: error.position },
      },
    );
  }
}
