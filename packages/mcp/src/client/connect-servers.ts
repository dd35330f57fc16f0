import { pathToFileURL } from "node:url";
import { type Awaitable, notify, type Registry, type Tool, ToolError } from "@holdall/tool-core";
import { coverSecrets, type Secrets } from "@holdall/tool-kit/secrets";
import { neutralLine, neutralText } from "@holdall/tool-kit/text";
import type { Tool as McpTool, OAuthClientProvider } from "@modelcontextprotocol/client";
import type { BrokenTool } from "./answers/check-answer.ts";
import { type ExplainedServer, explainMissing } from "./answers/missing-tool.ts";
import type { ContentBounds } from "./answers/read-content.ts";
import { type Clock, systemClock } from "./bounds/clock.ts";
import { type Connection, type ConnectionState, createConnection } from "./connect/connection.ts";
import type { Environment } from "./connect/expand-env.ts";
import { createFollower } from "./connect/follow.ts";
import { openClient, plainCapabilities } from "./connect/open-client.ts";
import { memoryPins, type Pins } from "./connect/pins.ts";
import { type McpSkillServer, skillServers } from "./connect/skill-servers.ts";
import { listMcpResources } from "./list-mcp-resources.ts";
import type { Ask } from "./questions/ask.ts";
import { routeQuestions } from "./questions/route-questions.ts";
import { readMcpResource } from "./read-mcp-resource.ts";
import type { ServerConfig } from "./server-config.ts";
import { answerTask } from "./tasks/_answer-task.ts";
import { memoryRemoteTasks, type RemoteTasks } from "./tasks/remote-tasks.ts";
import { pageOf } from "./tools/app-page.ts";
import { makeTool } from "./tools/make-tool.ts";
import { readApp, type ServerApp } from "./tools/server-apps.ts";
import { createServerTools, type ServerTools, type ToolChange } from "./tools/server-tools.ts";
import { createToolNames } from "./tools/tool-names.ts";

export interface ServerStatus {
  readonly name: string;
  readonly state: ConnectionState;
  /** The reason why the server is not connected, with its last output. */
  readonly problem?: ToolError | undefined;
  /** The names of its tools as registered. */
  readonly tools: readonly string[];
  readonly changes: readonly ToolChange[];
  /** Its tools may be deferred until a search finds them. */
  readonly defer: boolean;
  readonly protocol?: string | undefined;
  /** The server's information about itself. Untrusted. */
  readonly info?: string | undefined;
  /** The server's instructions for a model. Untrusted, and not added to any prompt here. */
  readonly instructions?: string | undefined;
}

export interface ConnectOptions extends Partial<ContentBounds> {
  /** The store of accepted definitions. In memory by default. */
  readonly pins?: Pins | undefined;
  /** Called for a changed definition. Without it, changed tools wait for `accept`. */
  readonly approveChange?: ((change: ToolChange) => Awaitable<boolean>) | undefined;
  /**
   * Asks the user a server's question, unless the session of the call does (`answerQuestions`). Without it, servers get the answer that the user cannot be asked.
   */
  readonly ask?: Ask | undefined;
  /** Folders that servers get if they ask for roots. None by default. */
  readonly roots?: readonly string[] | undefined;
  /** Resolve at once. Servers connect in the background, and their tools are added when they have connected. */
  readonly background?: boolean | undefined;
  /** Called for a server that has not connected within 3 seconds. */
  readonly onSlow?: ((server: string) => void) | undefined;
  /**
   * The trace context of the call that is being made, sent to servers in `_meta`. With OpenTelemetry:
   * `() => { const carrier = {}; propagation.inject(context.active(), carrier); return carrier; }`.
   */
  readonly trace?: (() => Readonly<Record<string, string>>) | undefined;
  /** The tasks that calls wait for. In memory by default; `fileRemoteTasks` continues them after a restart. */
  readonly tasks?: RemoteTasks | undefined;
  /** Logins, for servers that require one. */
  readonly oauth?: ((config: ServerConfig) => OAuthClientProvider | undefined) | undefined;
  /** The source of the few variables that every child process gets. */
  readonly environment?: Environment | undefined;
  /**
   * What `secret:NAME` in the headers and the environment of a server stands for, such as `openSecrets` of
   * `@holdall/middleware/node`. Headers get the value on the hosts of the secret, programs if the secret names their server.
   */
  readonly secrets?: Secrets | undefined;
  /** The maximum size of one message in bytes. */
  readonly maxMessage?: number | undefined;
  /** Milliseconds that a program has to exit when it is closed, and again after SIGTERM. */
  readonly grace?: number | undefined;
  /** The maximum number of tools per server. */
  readonly maxTools?: number | undefined;
  readonly info?: { readonly name: string; readonly version: string } | undefined;
  /** Receives invalid lines, lost streams and similar problems. */
  readonly onError?: ((server: string, error: Error) => void) | undefined;
  readonly clock?: Clock | undefined;
}

/** A set of MCP servers that stay connected. */
export interface Servers extends AsyncDisposable {
  /** The tools that can be called now, including list_mcp_resources and read_mcp_resource if a server is configured. */
  tools(): readonly Tool[];
  /** Keep the tools of a registry in sync with the servers. Returns a function that stops this and removes the tools. */
  attach(registry: Registry): () => void;
  status(): readonly ServerStatus[];
  /** The connected servers that have skills, for `mcpSkills` of `@holdall/tools-skills`. */
  skills(): readonly McpSkillServer[];
  /**
   * Read the page that a server sends with one of its tools (MCP Apps), by the tool's registered name. Undefined if there is
   * none, or if `apps` of the server's configuration is not set. Throws what a request to the server throws.
   */
  app(tool: string, signal?: AbortSignal): Promise<ServerApp | undefined>;
  /** Subscribe to changes of tools or states. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Accept changed definitions of one tool or of all. Returns their number. */
  accept(server: string, tool?: string): Promise<number>;
  /** Settles when every server has connected or failed for the first time. Never rejects. */
  readonly settled: Promise<void>;
  /** Close every connection and stop every started program. */
  close(): Promise<void>;
}

interface Server extends ExplainedServer {
  readonly connection: Connection;
  readonly offer: ServerTools;
  /** The definitions of its tools, by their registered names. */
  readonly listed: ReadonlyMap<string, McpTool>;
}

/** Milliseconds after which a server that is still connecting is named. */
const slow = 3000;

/**
 * Connect to MCP servers and create tools from theirs. Resolves when every server has connected or failed for the first time,
 * or at once with `background`. Rejects only if two servers have the same name. Tools are named `mcp__server__tool`. Lost
 * servers are reconnected automatically.
 */
export async function connectServers(configs: readonly ServerConfig[], options: ConnectOptions = {}): Promise<Servers> {
  const { pins = memoryPins(), approveChange, ask, oauth, environment = process.env, clock = systemClock } = options;
  const { secrets } = options;
  const { maxText = 200_000, maxFiles = 16_777_216, maxMessage = 33_554_432, maxTools = 1000 } = options;
  const { info = { name: "holdall", version: "0.0.0" }, onError = () => {}, grace } = options;
  const { background = false, onSlow, trace, tasks: remote = memoryRemoteTasks() } = options;
  const roots = (options.roots ?? []).map((folder) => pathToFileURL(folder).href);
  const bounds: ContentBounds = { maxText, maxFiles };
  const names = createToolNames();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) notify(listener);
  };
  for (const { name } of configs) names.server(name);
  if (new Set(configs.map(({ name }) => name)).size < configs.length)
    throw new ToolError("invalid_input", "Two MCP servers have the same name.", { hint: "Rename one of them." });

  const servers = configs.map((config): Server => {
    const hear = (error: Error) => {
      const message = coverSecrets(secrets, error.message);
      onError(config.name, message === error.message ? error : new Error(message));
    };
    const broken = new Map<string, BrokenTool>();
    const onBroken = (tool: BrokenTool) => {
      const name = tool.name === undefined ? "without a name" : neutralLine(tool.name, 100);
      broken.set(tool.name ?? "", tool);
      hear(new Error(`Its tool ${name} is left out: ${tool.reason}.`));
    };
    const questions = ask && routeQuestions(ask);
    const asked = { ask: questions?.ask, roots, onBroken };
    const waiting = {
      remote,
      clock,
      withoutTasks: plainCapabilities(asked),
      answerFor: (own: Ask | undefined) => answerTask(config.name, ask && (own ?? ask), roots),
    };
    const connection = createConnection(config, {
      clock,
      onState: changed,
      onTools(listed) {
        for (const { name } of listed) broken.delete(name);
        return offer.take(listed);
      },
      open: (hooks, signal) =>
        openClient(
          config,
          { ...hooks, ...asked, environment, secrets, maxMessage, grace, info, oauth, onError: hear },
          signal,
        ),
    });
    const listed = new Map<string, McpTool>();
    const offer = createServerTools(config, {
      pins,
      approveChange,
      maxTools,
      make(mcp) {
        const name = names.tool(config.name, mcp.name);
        listed.set(name, mcp);
        return makeTool(name, mcp, connection, { bounds, questions, trace, tasks: waiting });
      },
      onChange: changed,
      onError: hear,
    });
    return { connection, offer, broken, listed };
  });
  const connections = servers.map(({ connection }) => connection).filter(({ config }) => config.enabled);
  const readers: readonly Tool[] =
    connections.length > 0 ? [listMcpResources(connections), readMcpResource(connections, bounds)] : [];
  const tools = () => [...readers, ...servers.flatMap(({ offer }) => offer.tools())];

  const settled = Promise.all(connections.map((connection) => connection.start())).then(() => {});
  const leaving = new AbortController();
  if (onSlow) {
    const tell = () => {
      for (const { state, config } of connections) if (state === "connecting") onSlow(config.name);
    };
    clock.wait(slow, leaving.signal).then(tell, () => {});
    void settled.then(() => leaving.abort());
  }
  if (!background) await settled;

  const close = async () => {
    leaving.abort();
    await Promise.all(servers.map(({ connection }) => connection.close()));
  };
  return {
    tools,
    attach(registry) {
      const show = createFollower(registry, onError);
      const listener = () => show(tools());
      listener();
      listeners.add(listener);
      const forget = registry.explain(explainMissing(servers, names));
      return () => {
        forget();
        listeners.delete(listener);
        show([]);
      };
    },
    status: () => servers.map(statusOf),
    skills: () => skillServers(connections),
    async app(tool, signal = new AbortController().signal) {
      const server = servers.find(({ offer }) => offer.tools().some(({ name }) => name === tool));
      const mcp = server?.listed.get(tool);
      if (!server?.connection.config.apps || !mcp || pageOf(mcp) === undefined) return undefined;
      return readApp(server.connection, mcp, signal);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async accept(name, tool) {
      const server = servers.find(({ connection }) => connection.config.name === name);
      return (await server?.offer.accept(tool)) ?? 0;
    },
    settled,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function statusOf({ connection, offer }: Server): ServerStatus {
  const { config, state, problem, client } = connection;
  const instructions = client?.getInstructions();
  const version = client?.getServerVersion();
  return {
    name: config.name,
    state,
    problem,
    tools: offer.tools().map(({ name }) => name),
    changes: offer.changes(),
    defer: config.defer,
    protocol: client?.getNegotiatedProtocolVersion(),
    info: version && neutralLine(`${version.name} ${version.version}`),
    instructions: instructions === undefined ? undefined : neutralText(instructions.slice(0, 20_000)),
  };
}
