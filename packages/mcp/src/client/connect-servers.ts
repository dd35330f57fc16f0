import { pathToFileURL } from "node:url";
import { type Awaitable, type Registry, type Tool, ToolError } from "@holdall/tool-core";
import { notify } from "@holdall/tool-core/notify";
import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import type { BrokenTool } from "./_check-answer.ts";
import { type Clock, systemClock } from "./_clock.ts";
import { type Connection, type ConnectionState, createConnection } from "./_connection.ts";
import type { Environment } from "./_expand-env.ts";
import { type ExplainedServer, explainMissing } from "./_explain-missing.ts";
import { createFollower } from "./_follow.ts";
import { makeTool } from "./_make-tool.ts";
import { neutralLine, neutralText } from "./_neutral-text.ts";
import { openClient } from "./_open-client.ts";
import type { ContentBounds } from "./_read-content.ts";
import { routeQuestions } from "./_route-questions.ts";
import { createServerTools, type ServerTools, type ToolChange } from "./_server-tools.ts";
import { type McpSkillServer, skillServers } from "./_skill-servers.ts";
import { createToolNames } from "./_tool-names.ts";
import type { Ask } from "./ask.ts";
import { listMcpResources } from "./list-mcp-resources.ts";
import { memoryPins, type Pins } from "./pins.ts";
import { readMcpResource } from "./read-mcp-resource.ts";
import type { ServerConfig } from "./server-config.ts";

export interface ServerStatus {
  readonly name: string;
  readonly state: ConnectionState;
  /** Why it is not connected, with what it last said. */
  readonly problem?: ToolError | undefined;
  /** Names of its tools as they are registered. */
  readonly tools: readonly string[];
  readonly changes: readonly ToolChange[];
  /** Its tools may stay out of the prompt until a search finds them. */
  readonly defer: boolean;
  readonly protocol?: string | undefined;
  /** What the server says of itself: nothing to rely on. */
  readonly info?: string | undefined;
  /** What the server would tell a model. Untrusted, and put into no prompt here. */
  readonly instructions?: string | undefined;
}

export interface ConnectOptions extends Partial<ContentBounds> {
  /** Where accepted definitions are kept; with the process, by default. */
  readonly pins?: Pins | undefined;
  /** Asked about a definition that has changed; without it, changed tools wait for `accept`. */
  readonly approveChange?: ((change: ToolChange) => Awaitable<boolean>) | undefined;
  /**
   * Asks a person what a server wants to know, unless the session of the call does (`answerQuestions`); without it servers
   * are told that nobody can be asked.
   */
  readonly ask?: Ask | undefined;
  /** Folders that servers may be told of when they ask; none by default. */
  readonly roots?: readonly string[] | undefined;
  /** Resolve at once; servers connect meanwhile, and their tools come when they have. */
  readonly background?: boolean | undefined;
  /** Hears of a server that has not connected within 3 seconds. */
  readonly onSlow?: ((server: string) => void) | undefined;
  /** Logins, for servers that want one. */
  readonly oauth?: ((config: ServerConfig) => OAuthClientProvider | undefined) | undefined;
  /** Where the few variables that every child gets come from. */
  readonly environment?: Environment | undefined;
  /** Bytes of one message of a server. */
  readonly maxMessage?: number | undefined;
  /** Milliseconds that a program has to end by itself when it is closed, and again after SIGTERM. */
  readonly grace?: number | undefined;
  /** Tools taken of one server. */
  readonly maxTools?: number | undefined;
  readonly info?: { readonly name: string; readonly version: string } | undefined;
  /** Hears of lines that are not messages, lost streams and the like. */
  readonly onError?: ((server: string, error: Error) => void) | undefined;
  readonly clock?: Clock | undefined;
}

/** MCP servers, kept connected. */
export interface Servers extends AsyncDisposable {
  /** What can be called now, with list_mcp_resources and read_mcp_resource where a server is configured. */
  tools(): readonly Tool[];
  /** Keep the tools of a registry in step with the servers'; returns the function that stops it and takes them out. */
  attach(registry: Registry): () => void;
  status(): readonly ServerStatus[];
  /** The connected servers that have skills, for `mcpSkills` of `@holdall/tools-skills`. */
  skills(): readonly McpSkillServer[];
  /** Hear of every change of tools or states; returns the function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Accept changed definitions: of one tool, or of all. Returns how many there were. */
  accept(server: string, tool?: string): Promise<number>;
  /** Settles when every server is connected or has failed for the first time; it never rejects. */
  readonly settled: Promise<void>;
  /** End every connection and every program that was started. */
  close(): Promise<void>;
}

interface Server extends ExplainedServer {
  readonly connection: Connection;
  readonly offer: ServerTools;
}

/** Milliseconds after which a server that is still connecting is named. */
const slow = 3000;

/**
 * Connect to MCP servers and make tools of theirs. Resolves when every server is connected or has failed for the first
 * time, or at once in the `background`; it never rejects because of one, only when two have the same name. Names are
 * `mcp__server__tool`. A server that is lost is connected again by itself.
 */
export async function connectServers(configs: readonly ServerConfig[], options: ConnectOptions = {}): Promise<Servers> {
  const { pins = memoryPins(), approveChange, ask, oauth, environment = process.env, clock = systemClock } = options;
  const { maxText = 200_000, maxFiles = 16_777_216, maxMessage = 33_554_432, maxTools = 1000 } = options;
  const { info = { name: "holdall", version: "0.0.0" }, onError = () => {}, grace } = options;
  const { background = false, onSlow } = options;
  const roots = (options.roots ?? []).map((folder) => pathToFileURL(folder).href);
  const bounds: ContentBounds = { maxText, maxFiles };
  const names = createToolNames();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) notify(listener);
  };
  for (const { name } of configs) names.server(name);
  if (new Set(configs.map(({ name }) => name)).size < configs.length)
    throw new ToolError("invalid_input", "Two MCP servers have one name.", { hint: "Rename one of them." });

  const servers = configs.map((config): Server => {
    const hear = (error: Error) => onError(config.name, error);
    const broken = new Map<string, BrokenTool>();
    const onBroken = (tool: BrokenTool) => {
      const name = tool.name === undefined ? "without a name" : neutralLine(tool.name, 100);
      broken.set(tool.name ?? "", tool);
      hear(new Error(`Its tool ${name} is left out: ${tool.reason}.`));
    };
    const questions = ask && routeQuestions(ask);
    const asked = { ask: questions?.ask, roots, onBroken };
    const connection = createConnection(config, {
      clock,
      onState: changed,
      onTools(listed) {
        for (const { name } of listed) broken.delete(name);
        return offer.take(listed);
      },
      open: (hooks, signal) =>
        openClient(config, { ...hooks, ...asked, environment, maxMessage, grace, info, oauth, onError: hear }, signal),
    });
    const offer = createServerTools(config, {
      pins,
      approveChange,
      maxTools,
      make: (mcp) => makeTool(names.tool(config.name, mcp.name), mcp, connection, bounds, questions),
      onChange: changed,
      onError: hear,
    });
    return { connection, offer, broken };
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
