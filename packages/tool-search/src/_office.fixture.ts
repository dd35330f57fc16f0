import { allow, createRegistry, defineTool, openSession, type Session, type Tool } from "@holdall/tool-core";
import { z } from "zod";
import type { ToolSearchOptions } from "./search/_request.ts";
import { toolSearch } from "./tool-search.ts";

/** A tool of a name and a description, that says what it was called with. */
export function stub(name: string, description: string, more: Partial<Tool> = {}): Tool {
  return defineTool({
    name,
    category: "test",
    description,
    input: z.object({ target_name: z.string().optional() }) as Tool["input"],
    hints: { readOnly: true, openWorld: false },
    access: () => [],
    execute: (input) => input,
    ...more,
  });
}

export const office: readonly Tool[] = [
  stub("send_message", "Post a text to a channel or a colleague.", { examples: ["write to the whole channel"] }),
  stub("create_invoice", "Bill a customer for an order."),
  stub("read_calendar", "List the appointments of a day."),
  stub("delete_file", "Remove a file for good."),
  stub("mcp__github__create_issue", "Open an issue in a repository.", { category: "mcp" }),
  stub("mcp__gitlab__create_issue", "Open an issue in a project.", { category: "mcp" }),
  stub("translate_text", "Put a text into another language."),
];

export interface Found {
  readonly name: string;
  readonly tool: string;
  readonly matched: string;
  readonly score: number;
  readonly description?: string;
  readonly input_schema?: { readonly properties: Readonly<Record<string, unknown>> };
  readonly loaded: boolean;
}

export interface Answer {
  readonly tools: readonly Found[];
  readonly also: readonly string[];
  readonly not_found: readonly { readonly name: string; readonly nearest: readonly string[] }[];
  readonly total_deferred: number;
  readonly notes: readonly string[];
  readonly unavailable: readonly unknown[];
  readonly hint?: string;
}

export interface Office {
  readonly session: Session;
  readonly tool: Tool;
  /** Call tool_search; throws its error. */
  search(input: Record<string, unknown>): Promise<Answer>;
  /** Canonical names of what it finds. */
  names(input: Record<string, unknown>): Promise<string[]>;
}

/** A session over some tools and a search of them. */
export function openOffice(options: Partial<ToolSearchOptions> = {}, tools: readonly Tool[] = office): Office {
  const registry = options.registry ?? createRegistry(tools);
  const tool = toolSearch({ registry, ...options }) as Tool;
  registry.add(tool);
  const session = openSession(registry, { policy: allow() });
  const search = async (input: Record<string, unknown>) => {
    const result = await session.call("tool_search", input);
    if (!result.ok) throw result.error;
    return result.output as Answer;
  };
  return { session, tool, search, names: async (input) => (await search(input)).tools.map((found) => found.tool) };
}
