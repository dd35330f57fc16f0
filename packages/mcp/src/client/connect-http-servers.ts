import { ToolError } from "@holdall/tool-core";
import { openServerSet, type ServerSetOptions, type Servers } from "./connect/server-set.ts";
import { urlProblem } from "./connect/server-url.ts";
import { defaults, type ServerConfig } from "./server-config.ts";

/** A server at a URL. What is left out has the defaults of `mcp_servers`. Times are in milliseconds. */
export interface HttpServerConfig extends Partial<Omit<ServerConfig, "name" | "place" | "enabled" | "oauth">> {
  /** The user's own name for the server. */
  readonly name: string;
  readonly url: string;
  /** Sent with every request, such as `{ authorization: "Bearer …" }`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The whole configuration of a server at a URL. Throws `invalid_input` for an address that is not http or https. */
export function httpServer({ name, url, headers = {}, ...given }: HttpServerConfig): ServerConfig {
  const problem = urlProblem(url);
  if (problem !== undefined) {
    throw new ToolError("invalid_input", `The MCP server ${name} cannot be used: ${problem}.`, {
      hint: "Give an address such as https://host/mcp.",
    });
  }
  return { ...defaults, ...given, name, enabled: true, place: { kind: "http", url, headers } };
}

/**
 * Connect to MCP servers by URL, without files and programs: in browsers, workers and edge runtimes as well. Behaves like
 * `connectServers`. In a page, a server must allow its origin (CORS). Throws `invalid_input` for an address that is not http
 * or https.
 */
export async function connectHttpServers(
  servers: readonly HttpServerConfig[],
  options: ServerSetOptions = {},
): Promise<Servers> {
  return openServerSet(servers.map(httpServer), options, {});
}
