import { type ContentPart, defineTool, type Tool, ToolError } from "@holdall/tool-core";
import * as z from "zod";
import { failedRequest } from "./_call-failure.ts";
import type { Connection } from "./_connection.ts";
import { targetOf } from "./_make-tool.ts";
import { neutralLine } from "./_neutral-text.ts";
import { type ContentBounds, createContentReader } from "./_read-content.ts";

/** One resource, or one family of them, that a server offers. */
export interface McpResource {
  readonly server: string;
  /** Absent for a family, which has a template. */
  readonly uri?: string;
  /** `file:///{path}`: fill in the braces and read it. */
  readonly template?: string;
  readonly name: string;
  readonly description?: string;
  readonly mediaType?: string;
  /** Bytes. */
  readonly size?: number;
}

const listInput = z.object({
  server: z.string().optional().describe("Only this server's; otherwise the first page of every server"),
  cursor: z.string().optional().describe("Where the next page starts; needs server"),
});
const readInput = z.object({
  server: z.string(),
  uri: z.string().describe("From {list_mcp_resources}, or a filled-in template"),
});

/** The tools with which a model finds and reads what servers offer as resources. */
export function resourceTools(connections: readonly Connection[], bounds: ContentBounds): readonly Tool[] {
  return [listMcpResources(connections), readMcpResource(connections, bounds)] as unknown as readonly Tool[];
}

interface ResourceList {
  readonly resources: readonly McpResource[];
  readonly next?: string;
  /** Servers that could not say, and why. */
  readonly problems: readonly string[];
}

function listMcpResources(connections: readonly Connection[]): Tool<z.infer<typeof listInput>, ResourceList> {
  return defineTool({
    name: "list_mcp_resources",
    category: "mcp",
    description: "List what MCP servers offer to read: files, records, pages. Read one with {read_mcp_resource}.",
    examples: ["what resources does the server have", "which documents can I read from the MCP server"],
    input: listInput,
    hints: { readOnly: true },
    aliases: { claude: { name: "ListMcpResources" } },
    access: ({ server }) =>
      asked(connections, server).map(({ config }) => ({
        action: "execute",
        target: targetOf(config.name, "resources/list"),
      })),
    async execute({ server, cursor }, { signal }) {
      if (cursor !== undefined && server === undefined)
        throw new ToolError("invalid_input", "A cursor means something to one server only.", {
          hint: "Name the server.",
        });
      const pages = await Promise.all(
        asked(connections, server).map((connection) =>
          listPage(connection, cursor, signal).catch((thrown) => {
            if (server !== undefined || !ToolError.is(thrown)) throw thrown;
            return { resources: [], problems: [thrown.message] };
          }),
        ),
      );
      const [only] = pages;
      return {
        resources: pages.flatMap(({ resources }) => resources),
        problems: pages.flatMap(({ problems }) => problems),
        ...(pages.length === 1 && only && "next" in only && only.next !== undefined && { next: only.next }),
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

/** A page of resources; the templates come with the first. */
async function listPage(
  connection: Connection,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ResourceList> {
  const { name: server, timeout } = connection.config;
  const client = await connection.ready();
  if (!client.getServerCapabilities()?.resources) return { resources: [], problems: [] };
  const options = { signal, timeout };
  const list = async () => {
    const page = await client.request(
      { method: "resources/list", params: cursor === undefined ? {} : { cursor } },
      options,
    );
    const templates =
      cursor === undefined
        ? // A server may have no templates and not know the question.
          await client.listResourceTemplates(undefined, options).catch(() => ({ resourceTemplates: [] }))
        : { resourceTemplates: [] };
    return { page, templates: templates.resourceTemplates };
  };
  const { page, templates } = await list().catch((cause) => {
    throw signal.aborted ? signal.reason : failedRequest(server, cause, connection.lastWords());
  });
  const described = ({
    description,
    mimeType,
  }: {
    description?: string | undefined;
    mimeType?: string | undefined;
  }) => ({
    ...(description && { description: neutralLine(description) }),
    ...(mimeType && { mediaType: neutralLine(mimeType, 100) }),
  });
  const resources: McpResource[] = [
    ...page.resources.map((each) => ({
      server,
      uri: neutralLine(each.uri, 2000),
      name: neutralLine(each.title ?? each.name),
      ...described(each),
      ...(each.size !== undefined && { size: each.size }),
    })),
    ...templates.map((each) => ({
      server,
      template: neutralLine(each.uriTemplate, 2000),
      name: neutralLine(each.title ?? each.name),
      ...described(each),
    })),
  ];
  return { resources, problems: [], ...(page.nextCursor !== undefined && { next: page.nextCursor }) };
}

function readMcpResource(
  connections: readonly Connection[],
  bounds: ContentBounds,
): Tool<z.infer<typeof readInput>, { server: string; uri: string; content: readonly ContentPart[] }> {
  return defineTool({
    name: "read_mcp_resource",
    category: "mcp",
    description: "Read a resource of an MCP server. Find them with {list_mcp_resources}.",
    examples: ["read the resource from the MCP server"],
    input: readInput,
    hints: { readOnly: true },
    aliases: { claude: { name: "ReadMcpResource" } },
    access: ({ server, uri }) =>
      asked(connections, server).map(({ config }) => ({ action: "execute", target: targetOf(config.name, uri) })),
    async execute({ server, uri }, { signal }) {
      const [connection] = asked(connections, server) as [Connection];
      const client = await connection.ready();
      const { timeout, totalTimeout: maxTotalTimeout } = connection.config;
      const { contents } = await client.readResource({ uri }, { signal, timeout, maxTotalTimeout }).catch((cause) => {
        throw signal.aborted ? signal.reason : failedRequest(server, cause, connection.lastWords());
      });
      const reader = createContentReader(bounds);
      return { server, uri, content: contents.flatMap(reader.resource) };
    },
    render: ({ content, uri }) => (content.length > 0 ? content : `${uri} is empty.`),
  });
}

function asked(connections: readonly Connection[], server: string | undefined): readonly Connection[] {
  if (server === undefined) return connections.filter(({ state }) => state === "connected");
  const found = connections.find(({ config }) => config.name === server);
  if (found) return [found];
  throw new ToolError("not_found", `There is no MCP server ${server.slice(0, 80)}.`, {
    hint: `There are ${connections.map(({ config }) => config.name).join(", ")}.`,
  });
}
