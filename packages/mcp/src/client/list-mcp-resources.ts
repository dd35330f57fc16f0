import { defineTool, foreignContent, type Tool, ToolError } from "@holdall/tool-core";
import * as z from "zod";
import { findServers, listPage, type ResourcePage } from "./answers/resource-page.ts";
import type { Connection } from "./connect/connection.ts";
import { resourceAccess } from "./questions/resource-access.ts";

export type ListMcpResourcesInput = z.infer<typeof input>;
const input = z.object({
  server: z.string().optional().describe("Only this server's; otherwise the first page of every server"),
  cursor: z.string().optional().describe("Where the next page starts; needs server"),
});

/**
 * Create the tool `list_mcp_resources`: lists the resources of connected servers. If a server fails, it is reported as a
 * problem, or as an error if only this server was requested.
 */
export function listMcpResources(connections: readonly Connection[]): Tool<ListMcpResourcesInput, ResourcePage> {
  return defineTool({
    name: "list_mcp_resources",
    category: "mcp",
    description: "List what MCP servers offer to read: files, records, pages. Read one with {read_mcp_resource}.",
    examples: ["what resources does the server have", "which documents can I read from the MCP server"],
    input,
    hints: { readOnly: true },
    aliases: { claude: { name: "ListMcpResources" } },
    access: ({ server }) => resourceAccess(findServers(connections, server)),
    async execute({ server, cursor }, { signal, state }) {
      for (const { config } of findServers(connections, server)) state(foreignContent).add(`mcp:${config.name}`);
      if (server !== undefined) {
        const [connection] = findServers(connections, server) as [Connection];
        return listPage(connection, cursor, signal);
      }
      if (cursor !== undefined) {
        throw new ToolError("invalid_input", "A cursor is valid for one server only.", {
          hint: "Name the server it came from.",
        });
      }
      const pages = await Promise.all(
        findServers(connections, undefined).map(async (connection) => {
          const { name } = connection.config;
          try {
            const { resources, problems, next } = await listPage(connection, undefined, signal);
            const more = next === undefined ? [] : [`${name} has more: ask for its resources alone.`];
            return { resources, problems: [...problems, ...more] };
          } catch (thrown) {
            if (!ToolError.is(thrown)) throw thrown;
            return { resources: [], problems: [thrown.message] };
          }
        }),
      );
      return {
        resources: pages.flatMap(({ resources }) => resources),
        problems: pages.flatMap(({ problems }) => problems),
      };
    },
    render({ resources, problems, next }) {
      const lines = resources.map(({ server, uri, template, name, mediaType, description }) => {
        const about = [name, mediaType, description].filter(Boolean).join(", ");
        return `${server} ${uri ?? `template ${template}`}: ${about}`;
      });
      return [
        ...(lines.length > 0 ? lines : ["No resources."]),
        ...problems,
        ...(next === undefined ? [] : [`There are more: call again with cursor ${JSON.stringify(next)}.`]),
      ].join("\n");
    },
  });
}
