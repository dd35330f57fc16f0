import { foldName, type MissingReason, ToolError } from "@holdall/tool-core";
import { neutralLine } from "@holdall/tool-kit/text";
import { type Connection, unavailable } from "../connect/connection.ts";
import type { ServerTools } from "../tools/server-tools.ts";
import type { ToolNames } from "../tools/tool-names.ts";
import type { BrokenTool } from "./check-answer.ts";

export interface ExplainedServer {
  readonly connection: Connection;
  readonly offer: ServerTools;
  /** What it lists and cannot be used, by the server's own name. */
  readonly broken: ReadonlyMap<string, BrokenTool>;
}

/**
 * Says why a tool of a server is missing: the server is not connected, the tool has changed and waits to be accepted, or its
 * definition is broken. A server that was given up is tried again.
 */
export function explainMissing(servers: readonly ExplainedServer[], names: ToolNames): MissingReason {
  return (called) => {
    const found = findServer(servers, names, called);
    if (!found) return undefined;
    const { connection, offer, broken, rest } = found;
    const { config, state, problem } = connection;
    const server = neutralLine(config.name, 60);
    if (state === "off")
      return new ToolError("unavailable", `The MCP server ${server} is disabled.`, {
        hint: "Try another approach, or tell the user.",
        data: { server, state },
      });
    if (state !== "connected") {
      if (state === "failed") void connection.start();
      return unavailable(config.name, state, problem);
    }
    const isMeant = (own: string) => foldName(own) === rest;
    const change = offer.changes().find(({ tool }) => isMeant(tool));
    if (change)
      return new ToolError(
        "unknown_tool",
        `The MCP server ${server} has changed its tool ${neutralLine(change.tool)}.`,
        {
          hint: "It is disabled until the user accepts the change. Tell them, or try another approach.",
          data: { server },
        },
      );
    const defect = [...broken.values()].find(({ name }) => name !== undefined && isMeant(name));
    return (
      defect &&
      new ToolError("unavailable", `A tool of the MCP server ${server} cannot be used: ${defect.reason}.`, {
        hint: "Try another approach; the server has a defect that its author can correct.",
        data: { server },
      })
    );
  };
}

/** The server that a name belongs to, and the folded rest of the name: of servers that begin alike the longest. */
function findServer(servers: readonly ExplainedServer[], names: ToolNames, called: string) {
  const plain = servers.find(({ connection }) => called.startsWith(`mcp__${names.server(connection.config.name)}__`));
  const folded = foldName(called);
  const [found] = (plain ? [plain] : servers)
    .map((server) => ({ ...server, prefix: foldName(`mcp${names.server(server.connection.config.name)}`) }))
    .filter(({ prefix }) => folded.startsWith(prefix) && folded.length > prefix.length)
    .sort((a, b) => b.prefix.length - a.prefix.length);
  return found && { ...found, rest: folded.slice(found.prefix.length) };
}
