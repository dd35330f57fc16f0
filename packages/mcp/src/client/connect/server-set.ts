import { type Awaitable, notify, type Registry, type Tool, ToolError } from "@holdall/tool-core";
import { coverSecrets, type Secrets } from "@holdall/tool-kit/secrets";
import { neutralLine, neutralText } from "@holdall/tool-kit/text";
import type { Tool as McpTool, OAuthClientProvider } from "@modelcontextprotocol/client";
import type { BrokenTool } from "../answers/check-answer.ts";
import { type ExplainedServer, explainMissing } from "../answers/missing-tool.ts";
import type { ContentBounds } from "../answers/read-content.ts";
import { type Clock, systemClock } from "../bounds/clock.ts";
import { listMcpResources } from "../list-mcp-resources.ts";
import { createStepUp, type StepUp } from "../login/step-up.ts";
import type { Ask } from "../questions/ask.ts";
import { routeQuestions } from "../questions/route-questions.ts";
import { readMcpResource } from "../read-mcp-resource.ts";
import type { ServerConfig } from "../server-config.ts";
import { answerTask } from "../tasks/_answer-task.ts";
import { memoryRemoteTasks, type RemoteTasks } from "../tasks/remote-tasks.ts";
import { pageOf } from "../tools/app-page.ts";
import { makeTool } from "../tools/make-tool.ts";
import { readApp, type ServerApp } from "../tools/server-apps.ts";
import { createServerTools, type ServerTools, type ToolChange } from "../tools/server-tools.ts";
import { createToolNames } from "../tools/tool-names.ts";
import { type Connection, type ConnectionState, createConnection } from "./connection.ts";
import { createFollower } from "./follow.ts";
import { openClient, plainCapabilities, type StartProgram } from "./open-client.ts";
import { memoryPins, type Pins } from "./pins.ts";
import { type McpSkillServer, skillServers } from "./skill-servers.ts";

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

export interface ServerSetOptions extends Partial<ContentBounds> {
  /** The store of accepted definitions. In memory by default. */
  readonly pins?: Pins | undefined;
  /** Called for a changed definition. Without it, changed tools wait for `accept`. */
  readonly approveChange?: ((change: ToolChange) => Awaitable<boolean>) | undefined;
  /**
   * Asks the user a server's question, unless the session of the call does (`answerQuestions`). Without it, servers get the answer that the user cannot be asked.
   */
  readonly ask?: Ask | undefined;
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
  /** Called when a call needs scopes that a login lacks. Without it, such calls fail. */
  readonly stepUp?: StepUp | undefined;
  /**
   * What `secret:NAME` in the headers and the environment of a server stands for, such as `openSecrets` of
   * `@holdall/middleware/node`. Headers get the value on the hosts of the secret, programs if the secret names their server.
   */
  readonly secrets?: Secrets | undefined;
  /** The maximum size of one message in bytes. */
  readonly maxMessage?: number | undefined;
  /** The maximum number of tools per server. */
  readonly maxTools?: number | undefined;
  readonly info?: { readonly name: string; readonly version: string } | undefined;
  /** Receives invalid lines, lost streams and similar problems. */
  readonly onError?: ((server: string, error: Error) => void) | undefined;
  readonly clock?: Clock | undefined;
}

/** What only some platforms have. */
export interface Platform {
  readonly startProgram?: StartProgram | undefined;
  /** Folders that servers get if they ask for roots, as file URLs. */
  readonly roots?: readonly string[] | undefined;
}

/** A set of MCP servers that stay connected. */
export interface Servers extends AsyncDisposable {
  /** The tools that can be called now, including list_mcp_resources and read_mcp_resource if a server is configured. */
  tools(): readonly Tool[];
  /** Keep the tools of a registry in sync with the servers. Returns a function that stops this and removes the tools. */
  attach(registry: Registry): () => void;
  status(): readonly ServerStatus[];
  /** Connect one more server. Resolves when it has connected or failed for the first time. Rejects if its name is taken. */
  add(config: ServerConfig): Promise<void>;
  /** Close the connection to a server and take its tools away. False if there is none of that name. */
  remove(name: string): Promise<boolean>;
  /** The connected servers that have skills, for `mcpSkills` of `@holdall/tools-skills`. */
  skills(): readonly McpSkillServer[];
  /**
   * Read the page that a server sends with one of its tools (MCP Apps), by the tool's registered name. Undefined if there is
   * none, or if `apps` of the server's configuration is not set. Throws what a request to the server throws.
   */
  app(tool: string, signal?: AbortSignal): Promise<ServerApp | undefined>;
  /**
   * The registered name of a server's tool, by the server's own name for it. Undefined if it cannot be called now. For pages,
   * which know the tools of their server by those names.
   */
  nameOf(server: string, tool: string): string | undefined;
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

/** Open a set of servers, on any platform. `connectServers` and `connectHttpServers` say how it behaves. */
export async function openServerSet(
  configs: readonly ServerConfig[],
  options: ServerSetOptions,
  { startProgram, roots = [] }: Platform,
): Promise<Servers> {
  const { pins = memoryPins(), approveChange, ask, oauth, stepUp, secrets, clock = systemClock } = options;
  const { maxText = 200_000, maxFiles = 16_777_216, maxMessage = 33_554_432, maxTools = 1000 } = options;
  const { info = { name: "holdall", version: "0.0.0" }, onError = () => {} } = options;
  const { background = false, onSlow, trace, tasks: remote = memoryRemoteTasks() } = options;
  const bounds: ContentBounds = { maxText, maxFiles };
  const names = createToolNames();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) notify(listener);
  };
  const servers: Server[] = [];
  const connections: Connection[] = [];

  function openServer(config: ServerConfig): Server {
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
      stepUp: createStepUp(config, stepUp),
      onTools(listed) {
        for (const { name } of listed) broken.delete(name);
        return offer.take(listed);
      },
      open: (hooks, signal) =>
        openClient(
          config,
          { ...hooks, ...asked, startProgram, secrets, maxMessage, info, oauth, onError: hear },
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
  }

  /** Add a server, and start to connect. */
  function add(config: ServerConfig): Promise<void> {
    const server = openServer(config);
    servers.push(server);
    if (!config.enabled) return Promise.resolve();
    connections.push(server.connection);
    return server.connection.start();
  }

  if (new Set(configs.map(({ name }) => name)).size < configs.length)
    throw sameName("Two MCP servers have the same name.");
  for (const { name } of configs) names.server(name);
  const readers: readonly Tool[] = [listMcpResources(connections), readMcpResource(connections, bounds)];
  const tools = () => [...(connections.length > 0 ? readers : []), ...servers.flatMap(({ offer }) => offer.tools())];

  const settled = Promise.all(configs.map(add)).then(() => {});
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
    nameOf(name, tool) {
      const server = servers.find(({ connection }) => connection.config.name === name);
      const usable = new Set(server?.offer.tools().map((each) => each.name));
      return [...(server?.listed ?? [])].find(([own, mcp]) => mcp.name === tool && usable.has(own))?.[0];
    },
    async add(config) {
      if (servers.some(({ connection }) => connection.config.name === config.name))
        throw sameName(`There is an MCP server ${neutralLine(config.name, 80)} already.`);
      const connecting = add(config);
      changed();
      await connecting;
    },
    async remove(name) {
      const at = servers.findIndex(({ connection }) => connection.config.name === name);
      const [server] = at === -1 ? [] : servers.splice(at, 1);
      if (!server) return false;
      const place = connections.indexOf(server.connection);
      if (place !== -1) connections.splice(place, 1);
      changed();
      await server.connection.close();
      return true;
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

const sameName = (message: string) => new ToolError("invalid_input", message, { hint: "Rename one of them." });

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
