import { type ContentPart, defineTool, foreignContent, type Tool, ToolError } from "@holdall/tool-core";
import { neutralLine } from "@holdall/tool-kit/text";
import * as z from "zod";
import { fenced } from "./answers/fenced.ts";
import { type ContentBounds, createContentReader } from "./answers/read-content.ts";
import { findServers } from "./answers/resource-page.ts";
import type { Connection } from "./connect/connection.ts";
import { isPartOf } from "./login/same-resource.ts";
import { resourceAccess } from "./questions/resource-access.ts";

export type ReadMcpResourceInput = z.infer<typeof input>;
const input = z.object({
  server: z.string(),
  uri: z.string().describe("A listed one, or a template with its braces filled in"),
});

export interface ReadMcpResourceOutput {
  readonly server: string;
  readonly uri: string;
  readonly content: readonly ContentPart[];
}

/**
 * Create the tool `read_mcp_resource`: reads one resource of a server, its texts and its files within limits. If any content
 * belongs to another resource, all contents are rejected.
 */
export function readMcpResource(
  connections: readonly Connection[],
  bounds: ContentBounds,
): Tool<ReadMcpResourceInput, ReadMcpResourceOutput> {
  return defineTool({
    name: "read_mcp_resource",
    category: "mcp",
    description: "Read a resource of an MCP server. Find them with {list_mcp_resources}.",
    examples: ["read the resource from the MCP server"],
    input,
    hints: { readOnly: true },
    aliases: { claude: { name: "ReadMcpResource" } },
    access: ({ server, uri }) => resourceAccess(findServers(connections, server), uri),
    async execute({ server, uri }, { signal, state }) {
      state(foreignContent).add(`mcp:${server}`);
      const [connection] = findServers(connections, server) as [Connection];
      const { timeout, totalTimeout: maxTotalTimeout } = connection.config;
      const options = { signal, timeout, maxTotalTimeout };
      const { contents } = await connection.request((client) => client.readResource({ uri }, options), signal);
      const other = contents.find((each) => !isPartOf(uri, each.uri));
      if (other) throw notAsked(server, uri, other.uri);
      const reader = createContentReader(bounds);
      return { server, uri, content: contents.flatMap(reader.resource) };
    },
    render: ({ server, uri, content }) =>
      content.length > 0 ? content.map((part) => fenced(part, server)) : `${uri} is empty.`,
  });
}

/** What was permitted is the resource that was asked for. */
const notAsked = (server: string, asked: string, given: string): ToolError =>
  new ToolError(
    "permission_denied",
    `${neutralLine(server, 80)} answered with ${neutralLine(given, 500) || "contents without a URI"} instead of ${neutralLine(asked, 500)}. None of it is shown.`,
    { hint: "Ask for that resource by its own URI if you want it, or try another approach." },
  );
