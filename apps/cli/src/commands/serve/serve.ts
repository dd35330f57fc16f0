import { resolve } from "node:path";
import { openSession, type Policy, type SessionSnapshot, strictest } from "@holdall/tool-core";
import { holdPlanMode } from "../../chat/approve/permanent-plan-mode.ts";
import { oneOf, parseArguments } from "../../config/arguments.ts";
import { setupHelp } from "../../config/read/setup-options.ts";
import { deferTools } from "../../config/tools/defer-tools.ts";
import type { Io } from "../../io.ts";
import { clientRoots } from "../../serve/client-roots.ts";
import { limitHeap } from "../../serve/limit-heap.ts";
import { openLogFile } from "../../serve/log-file.ts";
import type { OpenServed } from "../../serve/serve-http.ts";
import { httpOptions, serveOptions } from "../../serve/serve-options.ts";
import { serveResources } from "../../serve/serve-resources.ts";
import { serverInfo } from "../../serve/server-info.ts";
import { type Setup, setUp } from "../../setup/set-up.ts";
import { UsageError } from "../../usage-error.ts";

export const options = serveOptions;

export const help = `holdall serve [DIR …] [options]: serve the tools over MCP, on stdio or HTTP

Each DIR is a root, as with --root.

${setupHelp(serveOptions)}
  --client-roots     the folders that the client has open are the roots, and those
                     of --root; on stdio, for protocols up to 2025-11-25
  --defer WHAT       which tools a client does not see before it has searched for
                     them: mcp (default: those of MCP servers, when they are more
                     than ten), all or none
  --log-file FILE    what goes to stderr is written there, too, with the time
  --no-resources     no files and todos as resources
  --yes              approve calls that the policy asks about; for hosts
                     that ask their user themselves

Over HTTP
  --http PORT        Streamable HTTP at http://127.0.0.1:PORT/mcp instead of
                     stdio; 0 picks a free port
  --token TOKEN      every request must carry it as a bearer; HOLDALL_TOKEN in the
                     environment is not seen by other users. Several, with commas
                     between them, keep their sessions apart
  --oauth-issuer URL
                     take access tokens of this authorization server, too; their
                     scopes are tools:read, tools:write, tools:execute,
                     tools:network and tools:send
  --oauth-introspection ID_NAME,SECRET_NAME
                     take opaque tokens, too, and ask the issuer about them as
                     the client whose id and secret these environment variables
                     hold
  --oauth-resource URL
                     how clients reach this server, which tokens must name; the
                     URL that it listens at by default
  --host HOST        listen there instead of on 127.0.0.1; takes a token or an
                     issuer, too
  --allow-host LIST  names that clients use for this machine, such as box.lan
  --allow-origin LIST
                     web pages that may call, such as http://localhost:6274
  --max-sessions N   sessions at a time (64)
  --sessions PLACE   keep sessions in a folder, or in s3://… or postgres://…, so
                     that several processes can serve them behind one address;
                     the folder is its owner's alone (0700)
Clients that take tasks get one for a call that takes long. With --sessions, any
of the processes answers for it; with --database, agents, workflows and research
continue in another process when theirs ends.
GET /health there answers 200 while it serves, without a token.

It answers at once; MCP servers behind it connect meanwhile, and their tools are
announced when they have. What such a server asks is asked at the client.

Without --yes such calls ask the person at the client, and are denied where it
cannot show forms. Clients that show them also have tools with which the model
asks questions and plans. What is not the protocol goes to stderr.

An MCP host starts it: holdall init HOST writes the host's entry, and
holdall init HOST --print shows it.`;

/** Tools that ask the person at the client. */
const askingTools = ["ask_user_question", "enter_plan_mode", "exit_plan_mode"];

const waiting =
  "holdall: waiting for an MCP client on stdin; a host starts this command by itself. Ctrl-C stops it; holdall init adds it to a host.";

/** Serve sessions until the client leaves or a signal comes. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  limitHeap();
  const { values: given, words } = parseArguments(argv, options, { most: Number.POSITIVE_INFINITY });
  const values = words.length === 0 ? given : { ...given, root: [...(given.root ?? []), ...words] };
  const port = values.http === undefined ? undefined : numberOf("--http", values.http, 65535);
  const defer = oneOf("--defer", values.defer ?? "mcp", ["mcp", "all", "none"]);
  const most =
    values["max-sessions"] === undefined ? undefined : numberOf("--max-sessions", values["max-sessions"], 1e6);
  if (port !== undefined && values["client-roots"]) throw new UsageError("--client-roots cannot be used with --http.");
  for (const name of httpOptions) {
    if (port === undefined && values[name] !== undefined) throw new UsageError(`--${name} requires --http.`);
  }
  if (values.database !== undefined && values["client-roots"])
    throw new UsageError("--client-roots cannot be used with --database: runs belong to one folder.");
  using _ = values["log-file"] === undefined ? undefined : openLogFile(resolve(io.cwd, values["log-file"]), io.stderr);
  // A yes given beforehand leaves nothing to ask.
  const interacts = !values.yes;
  await using setup = await setUp(values, io, {
    background: true,
    interacts,
    orchestrates: !values["client-roots"],
    defer,
  });
  if (values["client-roots"] && setup.backend)
    throw new UsageError("--client-roots cannot be used with a backend: a client names folders of this machine.");
  const tools = deferTools(setup.preset, askingTools);
  const approve = values.yes ? () => true : undefined;
  const openIn = ({ preset, rules }: Setup, restore?: SessionSnapshot, limit?: Policy) => {
    const policy = limit ? strictest(preset.policy, limit) : preset.policy;
    const session = openSession(preset.registry, { ...preset, policy, approve, restore });
    if (rules?.mode === "plan") holdPlanMode(session);
    return session;
  };
  const open: OpenServed = (restore, limit) => openIn(setup, restore, limit);
  let place = setup;
  const about = {
    tasks: setup.runs
      ? (await import("../../serve/serve-tasks.ts")).serveTasks(setup.runs, setup.preset, {
          approve,
          elicits: !values.yes,
        })
      : {},
    info: serverInfo,
    instructions: [tools.instructions, aboutServers(setup), aboutRoots(values)].filter(Boolean).join("\n\n"),
    elicits: !values.yes,
    needsForms: askingTools,
    // It is read when a host asks for it.
    app: (await import("@holdall/ui-react/mcp-app")).callApp({
      also: setup.preset.name === "office" ? ["read_file"] : [],
    }),
    resources: values["no-resources"] ? [] : await serveResources(() => place),
    prompts: setup.skills ? [(await import("@holdall/mcp")).skillPrompts(() => place.skills)] : [],
  };

  if (port === undefined) {
    const { serveStdio } = await import("@holdall/mcp/stdio");
    await using roots = clientRoots({
      values,
      stderr: io.stderr,
      setUp: async (given) => await setUp(given, io, { background: true, interacts, defer, servers: setup.servers }),
      async open(there) {
        return openIn(there);
      },
      onChange(there) {
        place = there;
      },
    });
    const sessionForRoots = values["client-roots"] ? roots.sessionFor : undefined;
    const { closed } = await serveStdio(() => open(), {
      ...about,
      sessionForRoots,
      input: io.stdin,
      output: io.stdout,
    });
    if (io.stdin.isTTY) io.stderr.write(`${waiting}\n`);
    await closed;
    return 0;
  }
  const { serveHttp } = await import("../../serve/serve-http.ts");
  return await serveHttp({ io, setup, open, about, values, port, maxSessions: most });
}

/** For the model, which reads this before servers have connected. */
function aboutServers({ servers }: Setup): string {
  const coming = (servers?.status() ?? []).filter(({ state }) => state === "connecting").map(({ name }) => name);
  if (coming.length === 0) return "";
  return `Tools of these MCP servers are added once they have connected: ${coming.join(", ")}.`;
}

/** The same of the folders, which a client names when it has read this. */
const aboutRoots = (values: { readonly "client-roots"?: boolean }): string =>
  values["client-roots"] ? "The roots are the folders that the client has open." : "";

function numberOf(option: string, value: string, most: number): number {
  const number = Number(value);
  if (/^\d{1,7}$/.test(value) && number <= most) return number;
  if (option === "--http") {
    throw new UsageError(`--http cannot be "${value}".`, "Give a port number from 0 to 65535.");
  }
  throw new UsageError(`${option} cannot be "${value}".`, `Give a number up to ${most}.`);
}
