import { defineTool, type Tool } from "@holdall/tool-core";
import type * as z from "zod";
import { renderSearch } from "./search/_render.ts";
import { toolSearchInput as input, type ToolSearchInput, type ToolSearchOptions } from "./search/_request.ts";
import { toolSearchOutput as output, type ToolSearchOutput } from "./search/_schema.ts";
import type { SearchTools } from "./search/_search-tools.ts";

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
      search ??= (await import("./search/_search-tools.ts")).createSearch(options);
      return await search(asked, ctx);
    },
    render: renderSearch,
  });
}
