import { ToolError } from "@holdall/tool-core";
import { neutralLine } from "@holdall/tool-kit/text";
import {
  type Client,
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  type ResourceTemplateType,
} from "@modelcontextprotocol/client";
import type { Connection } from "../connect/connection.ts";

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

export interface ResourcePage {
  readonly resources: readonly McpResource[];
  readonly next?: string | undefined;
  /** What is missing, and why, in words. */
  readonly problems: readonly string[];
}

const most = 500;

/** A page of a server's resources; its templates come with the first. */
export async function listPage(
  connection: Connection,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ResourcePage> {
  const { name: server, timeout } = connection.config;
  const options = { signal, timeout };
  const found = await connection.request(async (client) => {
    if (!client.getServerCapabilities()?.resources)
      return { resources: [], resourceTemplates: [], nextCursor: undefined };
    const params = cursor === undefined ? {} : { cursor };
    const { resources, nextCursor } = await client.request({ method: "resources/list", params }, options);
    return { resources, nextCursor, ...(await templatesOf(client, cursor, options)) };
  }, signal);
  const offered = [
    ...found.resources.map((each) => ({ ...describe(server, each), uri: neutralLine(each.uri, 2000) })),
    ...found.resourceTemplates.map((each) => ({
      ...describe(server, each),
      template: neutralLine(each.uriTemplate, 2000),
    })),
  ];
  const left = offered.length - most;
  const { nextCursor: next } = found;
  // It is sent back as it came, so that it must be shown as it came.
  const isShown = next === undefined || neutralLine(next, 2000) === next;
  return {
    resources: offered.slice(0, most),
    problems: [
      ...(left > 0 ? [`${server} lists ${left} more on this page; they are left out.`] : []),
      ...(isShown ? [] : [`${server} has more under a cursor that cannot be shown; it is left out.`]),
    ],
    next: isShown ? next : undefined,
  };
}

/** A server may have no templates and not know the question. */
async function templatesOf(
  client: Client,
  cursor: string | undefined,
  options: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<{ resourceTemplates: ResourceTemplateType[] }> {
  if (cursor !== undefined) return { resourceTemplates: [] };
  try {
    return await client.listResourceTemplates(undefined, options);
  } catch (error) {
    if (error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound)
      return { resourceTemplates: [] };
    throw error;
  }
}

function describe(server: string, each: Resource | ResourceTemplateType): McpResource {
  const { description, mimeType, title, name } = each;
  return {
    server,
    name: neutralLine(title ?? name),
    ...(description && { description: neutralLine(description) }),
    ...(mimeType && { mediaType: neutralLine(mimeType, 100) }),
    ...("size" in each && each.size !== undefined && { size: each.size }),
  };
}

/** The server of that name, or all that are connected. Throws `not_found` with the names there are. */
export function findServers(connections: readonly Connection[], server: string | undefined): readonly Connection[] {
  if (server === undefined) return connections.filter(({ state }) => state === "connected");
  const found = connections.find(({ config }) => config.name === server);
  if (found) return [found];
  throw new ToolError("not_found", `There is no MCP server ${neutralLine(server, 80)}.`, {
    hint: `There are ${connections.map(({ config }) => config.name).join(", ")}.`,
  });
}
