import type { McpServer } from "@agentclientprotocol/sdk";
import type { ServerConfig, ServerPlace } from "@holdall/mcp/client";
import { invalidParams } from "./as-request-error.ts";

/** Servers of an editor's configuration, with the limits of every other server. Nothing of the environment is filled in. */
export const serversOf = (given: readonly McpServer[], cwd: string): readonly ServerConfig[] =>
  given.map((server) => ({
    name: server.name,
    place: placeOf(server, cwd),
    enabled: true,
    defer: true,
    trustAnnotations: false,
    protocol: "auto",
    connectTimeout: 30_000,
    timeout: 120_000,
    totalTimeout: 1_800_000,
  }));

function placeOf(server: McpServer, cwd: string): ServerPlace {
  if (!("type" in server)) {
    const { command, args, env } = server;
    return { kind: "stdio", command, args, env: valuesOf(env), cwd };
  }
  const { type, name, url } = server;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw invalidParams(`The address of the MCP server ${name} is not an http or https URL.`);
  return { kind: type, url, headers: valuesOf(server.headers) };
}

const valuesOf = (pairs: readonly { readonly name: string; readonly value: string }[]) =>
  Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
