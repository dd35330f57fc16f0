import { pathToFileURL } from "node:url";
import { createChildTransport } from "./connect/child-transport.ts";
import type { Environment } from "./connect/expand-env.ts";
import { openServerSet, type ServerSetOptions, type Servers } from "./connect/server-set.ts";
import type { ServerConfig } from "./server-config.ts";

export interface ConnectOptions extends ServerSetOptions {
  /** Folders that servers get if they ask for roots. None by default. */
  readonly roots?: readonly string[] | undefined;
  /** The source of the few variables that every child process gets. */
  readonly environment?: Environment | undefined;
  /** Milliseconds that a program has to exit when it is closed, and again after SIGTERM. */
  readonly grace?: number | undefined;
}

/**
 * Connect to MCP servers and create tools from theirs. Resolves when every server has connected or failed for the first time,
 * or at once with `background`. Rejects only if two servers have the same name. Tools are named `mcp__server__tool`. Lost
 * servers are reconnected automatically.
 */
export function connectServers(configs: readonly ServerConfig[], options: ConnectOptions = {}): Promise<Servers> {
  const { roots = [], environment = process.env, grace } = options;
  return openServerSet(configs, options, {
    startProgram: (place, { maxMessage }) => createChildTransport(place, { maxMessage, environment, grace }),
    roots: roots.map((folder) => pathToFileURL(folder).href),
  });
}
