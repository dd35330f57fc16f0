import { type Dialect, spellPresent } from "./names.ts";
import type { Registry } from "./registry.ts";

export interface InstructionOptions {
  readonly dialect?: Dialect;
  /** `plan`: the model may look and think, and must not change anything. */
  readonly mode?: "default" | "plan";
}

const planMode = "You are in plan mode: look and think, change nothing, and present a plan.";

/**
 * The system-prompt section for the tools of a registry: their guidance, in a dialect, in the order they were added.
 * A line that names a tool which is not there is left out, and the same registry gives the same bytes (for prompt caching).
 */
export function buildInstructions(
  registry: Registry,
  { dialect = "snake", mode = "default" }: InstructionOptions = {},
): string {
  const names = registry.list(dialect).map(({ name }) => name);
  const notes = registry.tools().map(({ guidance = "" }, index) => {
    const lines = spellPresent(guidance.split("\n"), registry, dialect);
    return lines.length > 0 ? ["", `## ${names[index]}`, ...lines] : [];
  });
  const head = ["# Tools", `You have these tools: ${names.join(", ")}.`, ...(mode === "plan" ? ["", planMode] : [])];
  return [...head, ...notes.flat()].join("\n");
}
