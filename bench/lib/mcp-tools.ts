import { defineTool, type JsonSchema, passthroughSchema, type Tool } from "@holdall/tool-core";
import { catalogue } from "./tool-search-catalogue.ts";

const parameters: readonly (readonly [string, JsonSchema])[] = [
  ["id", { type: "string", description: "Identifier of the item, as other tools of this server return it" }],
  ["query", { type: "string", description: "Words to look for; quotes keep words together" }],
  ["limit", { type: "integer", minimum: 1, maximum: 100, default: 20, description: "How many to return at most" }],
  ["cursor", { type: "string", description: "Where to go on, from the last answer" }],
  ["status", { type: "string", enum: ["open", "closed", "archived", "all"], description: "Only those that stand so" }],
  ["labels", { type: "array", items: { type: "string" }, description: "Labels that all of them must have" }],
  ["since", { type: "string", format: "date-time", description: "Only what has changed after this time, in ISO 8601" }],
  ["dry_run", { type: "boolean", default: false, description: "Show what would change, and change nothing" }],
  [
    "owner",
    {
      type: "object",
      properties: {
        name: { type: "string", description: "Login name of the person or team" },
        kind: { type: "string", enum: ["user", "team"] },
      },
      required: ["name"],
    },
  ],
];

/** Tools as MCP servers define them: 70 servers, prose, and a schema of three to seven parameters. Always the same. */
export function mcpTools(count: number): Tool[] {
  const documents = catalogue(count * 2);
  const names = new Set<string>();
  const tools: Tool[] = [];
  for (const [at, { name, description = "" }] of documents.entries()) {
    const [service = "", ...rest] = name.split("_");
    const full = `mcp__${service}__${rest.join("_")}`;
    if (names.has(full) || tools.length === count) continue;
    names.add(full);
    const width = 3 + ((at * 7) % 5);
    const own = Array.from({ length: width }, (_, n) => parameters[(at + n * 2) % parameters.length]!);
    const [[first]] = own as [readonly [string, JsonSchema]];
    const input = {
      type: "object",
      properties: Object.fromEntries(own),
      required: [first],
      additionalProperties: false,
    };
    tools.push(
      defineTool({
        name: full,
        category: "mcp",
        description,
        input: passthroughSchema(input),
        execute: () => ({}),
      }) as Tool,
    );
  }
  return tools;
}
