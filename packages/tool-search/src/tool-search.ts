import { type Dialect, defineTool, type Registry, type Tool } from "@holdall/tool-core";
import * as z from "zod";
import type { FinderOptions } from "./_finder.ts";
import { renderSearch } from "./_render.ts";
import { toolSearchOutput as output, type ToolSearchOutput } from "./_schema.ts";
import type { SearchTools } from "./_search-tools.ts";

/** A server whose tools are not available. */
export interface UnavailableServer {
  readonly server: string;
  /** The state as text: `connecting`, `disabled`, `failed: exit code 1`. */
  readonly status: string;
  /** How to make it available again. */
  readonly fix?: string | undefined;
}

export interface ToolSearchOptions extends FinderOptions {
  /** The registry to search. It may contain this tool. */
  readonly registry: Registry;
  /** The spelling of tools for the model. Defaults to the session's. */
  readonly dialect?: Dialect;
  /** The tools that the model does not see until they are found. Defaults to all except this one. */
  readonly deferred?: (tool: Tool) => boolean;
  readonly unavailable?: () => readonly UnavailableServer[];
}

export type ToolSearchInput = z.infer<typeof input>;
const input = z.object({
  query: z.string().optional().describe("A capability, as verb and object (`send email`); or `select:name,name`"),
  queries: z.array(z.string()).max(5).optional().describe("Several needs, one capability each"),
  select: z.array(z.string()).max(50).optional().describe("Tools to load by their exact names"),
  mode: z.enum(["auto", "literal", "semantic"]).default("auto").describe("`literal`: by words only"),
  namespace: z.string().optional().describe("Search one server or category only"),
  max_results: z.int().min(1).max(20).default(5).describe("For each query; at most 20 together"),
  detail: z.enum(["schema", "summary", "names"]).default("schema").describe("`schema` makes tools callable"),
});

/** Create the tool `tool_search`: finds tools by name or by what they do. Tools shown with a schema count as loaded in the session. */
export function toolSearch(
  options: ToolSearchOptions,
): Tool<ToolSearchInput, ToolSearchOutput, "tool_search", z.input<typeof input>> {
  let search: SearchTools | undefined;
  return defineTool({
    name: "tool_search",
    category: "discovery",
    description:
      "Find tools that you do not see yet and load their schemas, so that you can call them. Ask for the capability, not for the task: verb, object, system.",
    guidance: [
      "When no tool that you see fits, search with {tool_search} before you say that something cannot be done.",
      "One need a query; send several needs as queries. A tool whose name you know is loaded by select.",
    ].join("\n"),
    examples: ["find a tool for this", "which tools can send messages", "load the schema of a tool"],
    input,
    output,
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    access: () => [],
    async execute(asked, ctx) {
      search ??= (await import("./_search-tools.ts")).createSearch(options);
      return await search(asked, ctx);
    },
    render: renderSearch,
  });
}
