import { once } from "node:events";
import { openSession } from "@holdall/tool-core";
import { parseArguments } from "../_arguments.ts";
import { setUp, setupHelp, setupOptions } from "../_setup.ts";
import { UsageError } from "../_usage-error.ts";
import { version } from "../_version.ts";

export const help = `holdall serve [options]: serve the tools over MCP, on stdio or HTTP

${setupHelp}
  --http PORT        Streamable HTTP at http://127.0.0.1:PORT/mcp instead of
                     stdio; 0 picks a free port
  --yes              approve what the policy would ask a person about; for hosts
                     that ask their user themselves

Without --yes such calls (deleting, in the coding preset) are denied: over MCP
there is nobody to ask. What is not the protocol goes to stderr.

In an MCP host's configuration
  {
    "mcpServers": {
      "holdall": {
        "command": "npx",
        "args": ["-y", "holdall", "serve", "--root", "/path/to/project"]
      }
    }
  }`;

/** Serve one session until the client leaves or a signal comes. */
export async function run(argv: readonly string[]): Promise<number> {
  const options = { ...setupOptions, http: { type: "string" }, yes: { type: "boolean" } } as const;
  const { values } = parseArguments(argv, options, { most: 0 });
  const port = values.http === undefined ? undefined : portOf(values.http);
  await using setup = await setUp(values);
  const { preset } = setup;
  const approve = values.yes ? () => true : undefined;
  const open = () => openSession(preset.registry, { ...preset, approve });
  const about = { info: { name: "holdall", version }, instructions: preset.instructions };
  if (port === undefined) {
    const { serveStdio } = await import("@holdall/mcp/stdio");
    const { closed } = await serveStdio(open, about);
    await closed;
    return 0;
  }
  const { serveHttp } = await import("@holdall/mcp/http");
  const server = await serveHttp(open, { ...about, port });
  console.error(`holdall: serving MCP at ${server.url}`);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await server.close();
  return 0;
}

function portOf(value: string): number {
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port < 65536) return port;
  throw new UsageError(`--http cannot be "${value}".`, "Give a port number from 0 to 65535.");
}
