import { type Dialect, spellToolNames, toolName } from "./names.ts";
import type { Registry } from "./registry.ts";

export interface InstructionOptions {
  readonly dialect?: Dialect;
  /** `plan`: the model may look and think, and must not change anything. */
  readonly mode?: "default" | "plan";
}

const planMode = "You are in plan mode: read and search as you like, change nothing, and present a plan.";

/**
 * The system-prompt section for the tools of a registry: their guidance, in a dialect, in the order they were added.
 * A line that names a tool which is not there is left out, and the same registry gives the same bytes (for prompt caching).
 */
export function buildInstructions(
  registry: Registry,
  { dialect = "snake", mode = "default" }: InstructionOptions = {},
): string {
  const nameOf = (canonical: string) => {
    const tool = registry.get(canonical);
    return tool && toolName(tool, dialect);
  };
  const notes = registry.tools().flatMap((tool) => {
    const lines = (tool.guidance ?? "")
      .split("\n")
      .filter((line) => line.trim() !== "" && namesOnlyPresent(line, nameOf));
    return lines.length > 0 ? [`## ${toolName(tool, dialect)}\n${spellToolNames(lines.join("\n"), nameOf)}`] : [];
  });
  const names = registry.tools().map((tool) => toolName(tool, dialect));
  const head = `# Tools\nYou have these tools: ${names.join(", ")}.`;
  return [head, ...(mode === "plan" ? [planMode] : []), ...notes].join("\n\n");
}

/** True when every `{tool_name}` in a line is a tool that exists here. */
export function namesOnlyPresent(line: string, nameOf: (canonical: string) => string | undefined): boolean {
  return [...line.matchAll(/\{([a-z0-9_]+)\}/g)].every(([, name]) => name !== undefined && nameOf(name) !== undefined);
}
