import { buildInstructions, type Session, type Tool } from "@holdall/tool-core";
import type { Tool as McpTool } from "@modelcontextprotocol/server";

/** The tools for clients that show no forms: without those that ask through forms. */
export const withoutForms = (tools: readonly Tool[], needsForms: readonly string[]): Tool[] =>
  tools.filter(({ name }) => !needsForms.includes(name));

/**
 * Entries of tools/list with the guidance of the tools that ask through the client, which is in no instructions: those are the
 * same for every client.
 */
export function withGuidance(
  entries: readonly McpTool[],
  { registry, dialect }: Session,
  needsForms: readonly string[],
): McpTool[] {
  const exposed = registry.tools().filter(({ name }) => needsForms.includes(name));
  const [, ...sections] = buildInstructions(registry, { dialect, exposed }).split("\n\n## ");
  const guidance = new Map(
    sections.map((section) => {
      const [name = "", ...lines] = section.split("\n");
      return [name, lines.join("\n")] as const;
    }),
  );
  return entries.map((entry) => {
    const more = guidance.get(entry.name);
    return more ? { ...entry, description: `${entry.description}\n${more}` } : entry;
  });
}
