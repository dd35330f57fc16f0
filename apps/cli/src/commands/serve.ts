import { once } from "node:events";
import { fileResources, todoResources } from "@holdall/mcp/resources";
import { openSession, type SessionSnapshot } from "@holdall/tool-core";
import { oneOf, parseArguments } from "../config/arguments.ts";
import { deferTools } from "../config/defer-tools.ts";
import { type Setup, setUp, setupHelp, setupOptions } from "../config/setup.ts";
import { UsageError } from "../usage-error.ts";
import { version } from "../version.ts";

export const help = `holdall serve [options]: serve the tools over MCP, on stdio or HTTP

${setupHelp}
  --defer WHAT       which tools a client does not see before it has searched for
                     them: mcp (default: those of MCP servers, when they are more
                     than ten), all or none
  --no-resources     no files and todos as resources
  --yes              approve what the policy would ask a person about; for hosts
                     that ask their user themselves

Over HTTP
  --http PORT        Streamable HTTP at http://127.0.0.1:PORT/mcp instead of
                     stdio; 0 picks a free port
  --token TOKEN      every request must carry it as a bearer; HOLDALL_TOKEN in the
                     environment is not seen by other users. Several, with commas
                     between them, keep their sessions apart
  --host HOST        listen there instead of on 127.0.0.1; takes a token, too
  --allow-host LIST  names that clients use for this machine, such as box.lan
  --allow-origin LIST
                     web pages that may call, such as http://localhost:6274
  --max-sessions N   sessions at a time (64)
  --sessions PLACE   keep sessions in a folder, or in s3://… or postgres://…, so
                     that several processes can serve them behind one address;
                     the folder is its owner's alone (0700)

It answers at once; MCP servers behind it connect meanwhile, and their tools are
announced when they have. What such a server asks is asked at the client.

Without --yes such calls ask the person at the client, and are denied where it
cannot show forms. What is not the protocol goes to stderr.

In an MCP host's configuration
  {
    "mcpServers": {
      "holdall": {
        "command": "npx",
        "args": ["-y", "holdall", "serve", "--root", "/path/to/project"]
      }
    }
  }`;

/** Milliseconds that calls in flight have left when a signal ends the server. */
const grace = 10_000;

/** Serve sessions until the client leaves or a signal comes. */
export async function run(argv: readonly string[]): Promise<number> {
  const options = {
    ...setupOptions,
    "allow-host": { type: "string" },
    "allow-origin": { type: "string" },
    defer: { type: "string" },
    host: { type: "string" },
    http: { type: "string" },
    "max-sessions": { type: "string" },
    "no-resources": { type: "boolean" },
    sessions: { type: "string" },
    token: { type: "string" },
    yes: { type: "boolean" },
  } as const;
  const { values } = parseArguments(argv, options, { most: 0 });
  const port = values.http === undefined ? undefined : numberOf("--http", values.http, 65535);
  const defer = oneOf("--defer", values.defer ?? "mcp", ["mcp", "all", "none"]);
  const most =
    values["max-sessions"] === undefined ? undefined : numberOf("--max-sessions", values["max-sessions"], 1e6);
  for (const name of ["token", "host", "allow-host", "allow-origin", "max-sessions", "sessions"] as const) {
    if (port === undefined && values[name] !== undefined) throw new UsageError(`--${name} goes with --http.`);
  }
  await using setup = await setUp(values, { background: true });
  const { preset, root } = setup;
  const { expose, instructions } = await deferTools(setup, defer);
  const approve = values.yes ? () => true : undefined;
  const open = (restore?: SessionSnapshot) => openSession(preset.registry, { ...preset, approve, restore });
  const resources = values["no-resources"] ? [] : await openResources();
  const told = [instructions, aboutServers(setup)].filter(Boolean).join("\n\n");
  const about = { info: { name: "holdall", version }, instructions: told, elicits: !values.yes, expose, resources };

  if (port === undefined) {
    const { serveStdio } = await import("@holdall/mcp/stdio");
    const { closed } = await serveStdio(() => open(), about);
    await closed;
    return 0;
  }
  const { serveHttp } = await import("@holdall/mcp/http");
  const { sessions: place } = values;
  await using shared = place
    ? await (await import("../sessions/open-shared-sessions.ts")).openSharedSessions(
        place,
        { root, backend: values.backend ?? setup.config.backend },
        open,
      )
    : null;
  const token = values.token ?? process.env.HOLDALL_TOKEN;
  if (token !== undefined && listOf(token).length === 0)
    throw new UsageError("The token is empty.", "Unset HOLDALL_TOKEN to do without.");
  const server = await serveHttp(shared ?? (() => open()), {
    ...about,
    port,
    host: values.host,
    allowedHosts: listOf(values["allow-host"]),
    allowedOrigins: listOf(values["allow-origin"]),
    token: listOf(token),
    maxSessions: most,
  });
  console.error(`holdall: serving MCP at ${server.url}`);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await server.close(grace);
  return 0;

  /** What the preset's own tools can read, for clients that show it to a person. */
  async function openResources() {
    const sources = [];
    if (preset.registry.get("todo_read")) {
      sources.push(todoResources((await import("@holdall/tools-todos")).todoList));
    }
    if (preset.registry.get("read_file")) {
      sources.push(fileResources(preset));
    }
    return sources;
  }
}

/** For the model, which is told before servers have connected. */
function aboutServers({ servers }: Setup): string {
  const coming = (servers?.status() ?? []).filter(({ state }) => state === "connecting").map(({ name }) => name);
  if (coming.length === 0) return "";
  return `Tools of these MCP servers are added once they have connected: ${coming.join(", ")}.`;
}

const listOf = (value = ""): string[] =>
  value
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

function numberOf(option: string, value: string, most: number): number {
  const number = Number(value);
  if (/^\d{1,7}$/.test(value) && number <= most) return number;
  if (option === "--http") {
    throw new UsageError(`--http cannot be "${value}".`, "Give a port number from 0 to 65535.");
  }
  throw new UsageError(`${option} cannot be "${value}".`, `Give a number up to ${most}.`);
}
