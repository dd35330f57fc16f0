import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { ParsedServers, ServerConfig } from "@holdall/mcp/client";
import { ToolError } from "@holdall/tool-core";
import { UsageError } from "../../usage-error.ts";
import { homeFolder, userFolder } from "../ownership/user-folder.ts";
import type { Settings } from "../read/settings.ts";

/** The MCP servers that may be connected to here. */
export interface FoundServers {
  readonly servers: readonly ServerConfig[];
  /** For the user, as text: what was left out, and what would make it count. */
  readonly ignored: readonly string[];
}

/**
 * Servers from the user's own `mcp.json`, from a configuration, and from `--mcp-config FILE`; the later wins a name. An
 * `.mcp.json` that lies in the project is never read unless it is named. Throws UsageError for what is not understood.
 */
export async function findServers(
  { cwd, file, config }: Settings,
  mcpConfig: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<FoundServers | undefined> {
  const own = join(userFolder(env), "mcp.json");
  const files = [...(existsSync(own) ? [own] : []), ...(mcpConfig === undefined ? [] : [resolve(cwd, mcpConfig)])];
  const sections = file === undefined ? [] : [config.tools?.mcp_servers, config.mcp_servers].filter(Boolean);
  if (files.length === 0 && sections.length === 0) return undefined;
  const { parseMcpJson, parseMcpServers } = await import("@holdall/mcp/client");
  const parsed: ParsedServers[] = understood(() => [
    ...(files[0] === own ? [parseMcpJson(textOf(own), { source: own, from: homeFolder(env), env })] : []),
    ...sections.map((each) => parseMcpServers(each, { source: file ?? "", from: dirname(file ?? ""), env })),
    ...files
      .filter((each) => each !== own)
      .map((each) => parseMcpJson(textOf(each), { source: each, from: dirname(each), env })),
  ]);
  const servers = new Map(parsed.flatMap((each) => each.servers).map((server) => [server.name, server]));
  return { servers: [...servers.values()], ignored: parsed.flatMap(({ notes }) => notes) };
}

function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw ToolError.is(thrown) ? new UsageError(thrown.message, thrown.hint) : thrown;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    const why = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "it cannot be read";
    throw new UsageError(`The servers in ${path} cannot be read (${why}).`, "Name an existing file with --mcp-config.");
  }
}
