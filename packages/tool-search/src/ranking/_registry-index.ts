import { type JsonSchema, type Registry, type Tool, toJsonSchema } from "@holdall/tool-core";
import { foldName } from "../_index/names.ts";
import type { ToolDocument } from "./tool-document.ts";
import { createToolIndex, type ToolIndex } from "./tool-index.ts";

/** A tool of the registry, as search knows it. */
export interface ToolEntry extends ToolDocument {
  readonly tool: Tool;
}

export interface RegistryIndex {
  readonly index: ToolIndex<ToolEntry>;
  readonly entries: readonly ToolEntry[];
}

/** An index that follows a registry: changes since the last time are applied when it is requested. */
export function indexRegistry(registry: Registry, covers: (tool: Tool) => boolean): () => RegistryIndex {
  const index = createToolIndex<ToolEntry>();
  const known = new Map<Tool, ToolEntry>();
  let current: RegistryIndex | undefined;
  registry.subscribe(() => {
    current = undefined;
  });
  return () => {
    if (current) return current;
    const present = new Set(registry.tools().filter(covers));
    for (const [tool, entry] of known) {
      if (present.has(tool)) continue;
      index.remove(entry);
      known.delete(tool);
    }
    const added = [...present].filter((tool) => !known.has(tool)).map(entryOf);
    for (const entry of added) known.set(entry.tool, entry);
    index.add(...added);
    current = { index, entries: [...known.values()] };
    return current;
  };
}

/** Get the server of an MCP tool, or the category of any other tool. */
export const namespaceOf = ({ name, category }: Tool): string => /^mcp__(.+?)__/.exec(name)?.[1] ?? category;

function entryOf(tool: Tool): ToolEntry {
  const { name, title, description, examples, aliases: { names = [], claude, camel } = {} } = tool;
  const aliases = [...names, claude?.name, camel?.name, title].filter((alias) => alias !== undefined);
  return {
    tool,
    name,
    // `{other_tool}` speaks of another tool.
    description: description.replace(/\{[\w-]+\}/g, " "),
    examples,
    aliases: aliases.filter((alias) => foldName(alias) !== foldName(name)),
    parameters: parameterTexts(toJsonSchema(tool.input)),
    namespace: namespaceOf(tool),
  };
}

/** Names and descriptions of properties, those of objects in objects too. */
function parameterTexts(schema: JsonSchema, depth = 0): string[] {
  const properties = Object.entries(Object(schema.properties ?? {}) as Record<string, unknown>);
  return properties.flatMap(([name, value]) => {
    if (typeof value !== "object" || value === null) return [name];
    const { description, items } = value as JsonSchema;
    const inner = depth < 3 ? [value as JsonSchema, Object(items ?? {}) as JsonSchema] : [];
    const texts = typeof description === "string" ? [name, description] : [name];
    return [...texts, ...inner.flatMap((part) => parameterTexts(part, depth + 1))];
  });
}
