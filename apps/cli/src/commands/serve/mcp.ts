import { parseArguments } from "../../config/arguments.ts";
import { findSettings } from "../../config/read/settings.ts";
import { setupHelp, setupOptionsWithout } from "../../config/read/setup-options.ts";
import { findServers } from "../../config/tools/find-servers.ts";
import { openLogins } from "../../config/tools/open-servers.ts";
import type { Io } from "../../io.ts";
import { print } from "../../render/print.ts";
import { setUp } from "../../setup/set-up.ts";
import { UsageError } from "../../usage-error.ts";

export const options = {
  ...setupOptionsWithout("audit", "dialect", "only", "policy", "preset", "read-only", "sandbox", "verbose", "without"),
  json: { type: "boolean" },
  scope: { type: "string" },
} as const;

export const help = `holdall mcp [options]: the MCP servers whose tools are used here
holdall mcp accept SERVER [TOOL] [options]: use tools again that have changed
holdall mcp login SERVER [options]: log in to a server, in a browser

${setupHelp(options)}
  --json             as JSON
  --scope LIST       with login: scopes to ask for, too, "a b"

Servers come from ~/.config/holdall/mcp.json, from a file that --mcp-config
names (both as an .mcp.json), and from mcp_servers in a configuration that
--config names. A file that only lies in a project starts nothing.`;

/** Show servers, accept changes of theirs, or log in. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(argv, options, { most: 3 });
  const [action, server, tool] = words;
  if (action === "login" && server !== undefined && tool === undefined) return await login(server, values, io);
  if (action !== undefined && !(action === "accept" && server !== undefined))
    throw new UsageError("Say what to do.", "holdall mcp, holdall mcp accept SERVER, or holdall mcp login SERVER.");
  await using setup = await setUp(values, io);
  if (server !== undefined) {
    const count = (await setup.servers?.accept(server, tool)) ?? 0;
    print(count === 0 ? "Nothing has changed on that server." : `Accepted: ${count}.`, io);
    return count === 0 ? 1 : 0;
  }
  const status = setup.servers?.status() ?? [];
  if (values.json) return print(JSON.stringify(status, null, 2), io);
  if (status.length === 0) return print("No MCP servers.", io);
  for (const { name, state, tools, problem, changes, protocol } of status) {
    print(`${name}: ${state}${protocol ? `, protocol ${protocol}` : ""}, ${tools.length} tools`, io);
    if (problem) print(`  ${problem.message}\n  ${problem.hint ?? ""}`.trimEnd(), io);
    for (const change of changes) print(`  ${change.tool} has changed:\n${change.diff.replace(/^/gm, "    ")}`, io);
  }
  return 0;
}

async function login(
  name: string,
  values: Parameters<typeof setUp>[0] & { readonly scope?: string },
  io: Io,
): Promise<number> {
  const settings = await findSettings(values, io);
  for (const note of settings.ignored) io.stderr.write(`${note}\n`);
  const found = await findServers(settings, values["mcp-config"], io.env);
  const config = found?.servers.find((server) => server.name === name);
  if (!config) throw new UsageError(`There is no MCP server ${name} here.`, "holdall mcp lists them.");
  const { logIn } = await import("@holdall/mcp/client");
  await logIn(config, {
    logins: openLogins(io.env),
    show: (url) => void io.stderr.write(`Open this page to log in:\n${url.href}\n`),
    scope: values.scope,
    signal: AbortSignal.timeout(600_000),
  });
  return print(`Logged in to ${name}.`, io);
}
