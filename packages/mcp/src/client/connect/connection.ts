import { ToolError } from "@holdall/tool-core";
import { neutralText } from "@holdall/tool-kit/text";
import { type Client, InsufficientScopeError, type Tool as McpTool } from "@modelcontextprotocol/client";
import { failedRequest, isLoss } from "../answers/call-failure.ts";
import { reasonOf } from "../answers/reason-of.ts";
import type { Clock } from "../bounds/clock.ts";
import type { Ask } from "../questions/ask.ts";
import type { ServerConfig } from "../server-config.ts";
import type { OpenClient } from "./open-client.ts";

/** `waiting`: it will be retried automatically. `failed`: with the next call. */
export type ConnectionState = "off" | "connecting" | "connected" | "waiting" | "failed" | "closed";

/** One server, kept connected. */
export interface Connection {
  readonly config: ServerConfig;
  readonly state: ConnectionState;
  /** Why it is not connected. */
  readonly problem: ToolError | undefined;
  readonly client: Client | undefined;
  /** Try to connect, once; resolves when that has succeeded or failed. */
  start(): Promise<void>;
  /**
   * Ask the server something, connecting first where that may help. Throws ToolError with the next move; what is aborted
   * throws the signal's reason. `ask` reaches the user behind the request.
   */
  request<T>(run: (client: Client) => Promise<T>, signal: AbortSignal, ask?: Ask): Promise<T>;
  /** Ask the server for its tools again. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly clock: Clock;
  open(hooks: { onToolsChanged(): void; onClose(): void }, signal: AbortSignal): Promise<OpenClient>;
  /** Called with the tools whenever they are listed; the next listing waits for it. */
  onTools(tools: readonly McpTool[]): Promise<void>;
  onState(): void;
  /** Logs in with the scopes that a call needs. The call is made once more if that has happened. */
  stepUp(scope: string | undefined, signal: AbortSignal, ask: Ask | undefined): Promise<boolean>;
}

const backoff = { first: 1000, longest: 60_000, attempts: 5 };
/** A connection that lasted so long was a good one, so the next failure restarts the count. */
const lasting = 60_000;
/** Between listings that follow each other because the server keeps announcing changes. */
const calm = { first: 250, longest: 30_000 };

const delayOf = (attempt: number, { first, longest }: { first: number; longest: number }) =>
  Math.min(longest, first * 2 ** attempt);

/** Keep a server connected: after a loss it is tried again, later each time, and with a call once that was given up. */
export function createConnection(config: ServerConfig, options: ConnectionOptions): Connection {
  const { clock, onTools, onState } = options;
  const closing = new AbortController();
  const { signal } = closing;
  let state: ConnectionState = config.enabled ? "connecting" : "off";
  let problem: ToolError | undefined;
  let opened: OpenClient | undefined;
  let words = "";
  let attempt: Promise<void> | undefined;
  let failures = 0;
  let since = 0;
  let listing: Promise<void> | undefined;
  let isOutdated = false;

  const enter = (next: ConnectionState) => {
    if (state === "closed") return;
    state = next;
    onState();
  };

  async function connect(): Promise<void> {
    enter("connecting");
    words = "";
    let fresh: OpenClient | undefined;
    let isGone = false;
    const onClose = () => {
      isGone = true;
      if (fresh) lost(fresh);
    };
    try {
      fresh = await options.open({ onToolsChanged: () => void refresh().catch(() => {}), onClose }, signal);
      opened = fresh;
      since = clock.now();
      await refresh();
      signal.throwIfAborted();
      if (isGone) throw new Error("The server ended while it was connected.");
      problem = undefined;
      enter("connected");
    } catch (cause) {
      opened = undefined;
      await fresh?.client.close().catch(() => {});
      problem = ToolError.is(cause) ? cause : problemOf(cause, fresh);
      failures++;
      enter("failed");
    }
  }

  const start = () => {
    attempt ??= connect().finally(() => {
      attempt = undefined;
      if (state === "failed" && failures < backoff.attempts && isWorthwhile(problem)) retryLater();
    });
    return attempt;
  };

  function retryLater(): void {
    enter("waiting");
    clock.wait(delayOf(failures - 1, backoff), signal).then(
      () => (state === "waiting" ? start() : undefined),
      () => {},
    );
  }

  function lost(gone: OpenClient): void {
    words = gone.report();
    if (opened !== gone) return;
    opened = undefined;
    if (state !== "connected") return;
    problem = problemOf(new Error("The server has ended."), gone);
    failures = clock.now() - since >= lasting ? 1 : failures + 1;
    if (failures < backoff.attempts) retryLater();
    else enter("failed");
  }

  function refresh(): Promise<void> {
    if (listing) isOutdated = true;
    else {
      listing = list().finally(() => {
        listing = undefined;
      });
    }
    return listing as Promise<void>;
  }

  async function list(): Promise<void> {
    for (let round = 0; ; round++) {
      isOutdated = false;
      const client = opened?.client;
      if (!client) return;
      const offers = client.getServerCapabilities()?.tools !== undefined;
      const { connectTimeout: timeout } = config;
      const { tools } = offers
        ? await client.listTools(undefined, { cacheMode: "refresh", timeout, signal })
        : { tools: [] };
      await onTools(tools);
      if (!isOutdated) return;
      await clock.wait(delayOf(round, calm), signal);
    }
  }

  /** A call that the server refused for its scopes was not carried out: it is made again after a login, maybe in a new session. */
  async function runOnce<T>(
    run: (client: Client) => Promise<T>,
    asking: AbortSignal,
    ask: Ask | undefined,
  ): Promise<T> {
    try {
      return await attemptOn(opened?.client, run);
    } catch (cause) {
      if (!(cause instanceof InsufficientScopeError)) throw cause;
      if (!(await options.stepUp(cause.requiredScope, asking, ask))) throw cause;
      return await attemptOn(opened?.client, run).catch(async (again: unknown) => {
        if (!isLoss(again)) throw again;
        await start();
        return attemptOn(opened?.client, run);
      });
    }
  }

  async function attemptOn<T>(client: Client | undefined, run: (client: Client) => Promise<T>): Promise<T> {
    if (!client) throw unavailable(config.name, state, problem);
    try {
      return await run(client);
    } catch (cause) {
      if (isLoss(cause)) await client.close().catch(() => {});
      throw cause;
    }
  }

  return {
    config,
    get state() {
      return state;
    },
    get problem() {
      return problem;
    },
    get client() {
      return opened?.client;
    },
    start,
    refresh,
    async request(run, asking, ask) {
      if (state === "connecting" || state === "failed") await start();
      if (!opened || state !== "connected") throw unavailable(config.name, state, problem);
      try {
        return await runOnce(run, asking, ask);
      } catch (cause) {
        if (asking.aborted) throw asking.reason;
        throw failedRequest(config.name, cause, words);
      }
    },
    async close() {
      if (state === "closed") return;
      enter("closed");
      closing.abort(new Error("The connections were closed."));
      const last = opened;
      opened = undefined;
      await last?.client.close().catch(() => {});
      await attempt;
    },
  };
}

/** A program that is not there and a login that is missing do not come by waiting. */
const isWorthwhile = (problem: ToolError | undefined) =>
  problem?.code !== "not_found" && problem?.code !== "permission_denied";

function problemOf(cause: unknown, from: OpenClient | undefined): ToolError {
  return new ToolError("unavailable", neutralText([reasonOf(cause), from?.report()].filter(Boolean).join(" ")), {
    cause,
  });
}

/** The error of what needs a server that is not connected. */
export function unavailable(server: string, state: ConnectionState, problem: ToolError | undefined): ToolError {
  const why = problem ? ` ${problem.message}` : "";
  const how = state === "connecting" ? "is still being connected" : "is not connected";
  return new ToolError("unavailable", `The MCP server ${server} ${how}.${why}`, {
    hint:
      state === "waiting" || state === "connecting"
        ? "It is being started: try again in a moment, or try another approach."
        : `${problem?.hint ?? "It is not running."} Try another approach, or tell the user.`,
    data: { server, state },
  });
}
