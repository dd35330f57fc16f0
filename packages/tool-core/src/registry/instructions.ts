import type { Tool } from "../tool.ts";
import type { Dialect } from "./dialect.ts";
import { spellParams, spellPresent, toolName } from "./names.ts";
import { createRegistry } from "./registry.ts";
import type { Registry } from "./types.ts";

export interface InstructionOptions {
  readonly dialect?: Dialect;
  /**
   * The tools that the model sees at the start. Defaults to all tools. If tool_search is one of them, the others are mentioned
   * as searchable.
   */
  readonly exposed?: readonly Tool[];
  /** Text before the guidance of the tools, one sentence per line, with the same placeholders. */
  readonly notes?: string;
}

/**
 * Build the system prompt section for the tools of a registry: notes, then the guidance of each tool in registration order. A
 * line that names an unavailable tool is left out. The same tools produce the same bytes, for prompt caching.
 */
export function buildInstructions(
  registry: Registry,
  { dialect = "snake", exposed = registry.tools(), notes = "" }: InstructionOptions = {},
): string {
  const seen = createRegistry(exposed);
  const known = seen.get("tool_search") ? registry : seen;
  const spell = (text: string) => spellPresent(text.split("\n"), seen, dialect);
  const offered = seen.get("tool_search") ? known.offered().map((name) => ({ name })) : [];
  const waiting = [...known.tools().filter(({ name }) => !seen.get(name)), ...offered].map(
    (tool) => /^mcp__(.+?)__/.exec(tool.name)?.[1] ?? toolName(tool, dialect),
  );
  const behind = waiting[0] ? `\nMore to find with {tool_search}: ${[...new Set(waiting)].join(", ")}.` : "";
  const guidance = exposed.flatMap((tool) => {
    const lines = spell(tool.guidance ?? "").map((line) => ("input" in tool ? spellParams(line, tool, dialect) : line));
    return lines[0] ? ["", `## ${toolName(tool, dialect)}`, ...lines] : [];
  });
  return ["# Tools", ...spell(notes + behind), ...guidance].join("\n");
}
