import { type ServeHttpOptions, scopePolicy } from "@holdall/mcp/http";
import type { TaskOptions } from "@holdall/mcp/tasks";
import type { Policy, Session, SessionSnapshot } from "@holdall/tool-core";
import type { Io } from "../io.ts";
import type { Setup } from "../setup/set-up.ts";
import { UsageError } from "../usage-error.ts";
import { listen } from "./listen.ts";
import { oauthOptions } from "./oauth-options.ts";
import type { httpOptions } from "./serve-options.ts";
import { untilSignal } from "./until-signal.ts";

/** Opens a session, as it was stored, within the limits of an access token. */
export type OpenServed = (restore?: SessionSnapshot, limit?: Policy) => Session;

interface Serving {
  readonly io: Io;
  readonly setup: Setup;
  readonly open: OpenServed;
  /** What every server says of itself. */
  readonly about: ServeHttpOptions & { readonly tasks: TaskOptions };
  readonly values: { readonly [N in (typeof httpOptions)[number] | "backend"]?: string };
  readonly port: number;
  readonly maxSessions: number | undefined;
}

/** Milliseconds that calls in flight have left when a signal ends the server. */
const grace = 10_000;

/** Serve sessions over HTTP until a signal comes; resolves to the exit code. */
export async function serveHttp({ io, setup, open, about, values, port, maxSessions }: Serving): Promise<0> {
  const { root, moreRoots, config } = setup;
  const openFor = (restore?: SessionSnapshot, scopes?: readonly string[]) =>
    open(restore, scopes && scopePolicy(scopes));
  const place = { roots: [root, ...moreRoots], backend: values.backend ?? config.backend };
  await using shared = values.sessions
    ? await (await import("../sessions/open-shared-sessions.ts")).openSharedSessions(
        values.sessions,
        place,
        openFor,
        io,
      )
    : null;
  const token = values.token ?? io.env.HOLDALL_TOKEN;
  if (token !== undefined && listOf(token).length === 0)
    throw new UsageError("The token is empty.", "Unset HOLDALL_TOKEN to serve without a token.");
  const oauth = oauthOptions(values, io.env);
  const server = await listen(shared ?? (({ scopes }) => openFor(undefined, scopes)), {
    ...about,
    ...(shared && { tasks: { ...about.tasks, store: shared.tasks } }),
    port,
    host: values.host,
    allowedHosts: listOf(values["allow-host"]),
    allowedOrigins: listOf(values["allow-origin"]),
    token: listOf(token),
    oauth,
    maxSessions,
  });
  io.stderr.write(`holdall: serving MCP at ${server.url}\n`);
  await untilSignal(io);
  await server.close(grace);
  return 0;
}

const listOf = (value = ""): string[] =>
  value
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
