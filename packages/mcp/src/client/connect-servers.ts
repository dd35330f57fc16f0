import { type Awaitable, type Registry, type Tool, ToolError } from "@holdall/tool-core";
import { notify } from "@holdall/tool-core/notify";
import type { Tool as McpTool, OAuthClientProvider } from "@modelcontextprotocol/client";
import { type Clock, systemClock } from "./_clock.ts";
import { type Connection, type ConnectionState, createConnection } from "./_connection.ts";
import { describeChange } from "./_describe-change.ts";
import type { Environment } from "./_expand-env.ts";
import { makeTool } from "./_make-tool.ts";
import { neutralLine, neutralText } from "./_neutral-text.ts";
import { openClient } from "./_open-client.ts";
import type { ContentBounds } from "./_read-content.ts";
import { createToolNames } from "./_tool-names.ts";
import type { Ask } from "./ask.ts";
import { listMcpResources } from "./list-mcp-resources.ts";
import { memoryPins, type Pin, type Pins, pinOf } from "./pins.ts";
import { readMcpResource } from "./read-mcp-resource.ts";
import type { ServerConfig } from "./server-config.ts";

/** A tool whose definition is no longer what was accepted. It is out of use until somebody accepts it. */
export interface ToolChange {
  readonly server: string;
  /** The server's own name for it. */
  readonly tool: string;
  /** For a person: what went and what came, line by line. */
  readonly diff: string;
}

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
  /** Asks a person what a server wants to know; without it servers are told that nobody can be asked. */
  readonly ask?: Ask | undefined;
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
  /** Hears of lines that are no messages, lost streams and the like. */
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
  /** Hear of every change of tools or states; returns the function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Accept changed definitions: of one tool, or of all. Returns how many there were. */
  accept(server: string, tool?: string): Promise<number>;
  /** End every connection and every program that was started. */
  close(): Promise<void>;
}

interface Held {
  readonly pin: Pin;
  readonly tool: Tool;
}

interface ServerTools {
  readonly connection: Connection;
  held: ReadonlyMap<string, Held>;
  changes: ReadonlyMap<string, { readonly mcp: McpTool; readonly change: ToolChange }>;
}

/** Characters of a definition as JSON: more is no description of a tool. */
const longestDefinition = 100_000;

/**
 * Connect to MCP servers and make tools of theirs. Resolves when every server is connected or has failed for the first
 * time; it never rejects because of one, only when two have the same name. Names are `mcp__server__tool`. A server that is lost is connected again by itself.
 */
export async function connectServers(configs: readonly ServerConfig[], options: ConnectOptions = {}): Promise<Servers> {
  const { pins = memoryPins(), approveChange, ask, oauth, environment = process.env, clock = systemClock } = options;
  const { maxText = 200_000, maxFiles = 16_777_216, maxMessage = 33_554_432, maxTools = 1000 } = options;
  const { info = { name: "holdall", version: "0.0.0" }, onError = () => {}, grace } = options;
  const bounds: ContentBounds = { maxText, maxFiles };
  const names = createToolNames();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) notify(listener);
  };
  for (const { name } of configs) names.server(name);
  if (new Set(configs.map(({ name }) => name)).size < configs.length)
    throw new ToolError("invalid_input", "Two MCP servers have one name.", { hint: "Rename one of them." });

  const servers = configs.map((config): ServerTools => {
    const connection = createConnection(config, {
      clock,
      onState: changed,
      onTools: (listed) => take(server, listed),
      open: (hooks, signal) =>
        openClient(
          config,
          {
            ...hooks,
            environment,
            maxMessage,
            grace,
            info,
            ask,
            oauth,
            onError: (error) => onError(config.name, error),
          },
          signal,
        ),
    });
    const server: ServerTools = { connection, held: new Map(), changes: new Map() };
    return server;
  });
  const connections = servers.map(({ connection }) => connection).filter(({ config }) => config.enabled);
  const readers: readonly Tool[] =
    connections.length > 0 ? [listMcpResources(connections), readMcpResource(connections, bounds)] : [];

  /** Take over what a server lists: what is as it was accepted, and what is new; what has changed waits. */
  async function take(server: ServerTools, listed: readonly McpTool[]): Promise<void> {
    const { config } = server.connection;
    const wanted = uniqueByName(listed).filter(({ name }) => isAllowed(name, config.allowedTools));
    if (wanted.length > maxTools)
      onError(config.name, new Error(`It lists ${wanted.length} tools; the first ${maxTools} are taken.`));
    const held = new Map<string, Held>();
    const changes = new Map<string, { mcp: McpTool; change: ToolChange }>();
    const accepted: Pin[] = [];
    for (const mcp of wanted.slice(0, maxTools)) {
      const pin = pinOf(mcp);
      if (JSON.stringify(pin.definition).length > longestDefinition) {
        onError(
          config.name,
          new Error(`Its tool ${neutralLine(mcp.name)} has too long a definition, and is left out.`),
        );
        continue;
      }
      const known = await pins.get(config.name, mcp.name);
      if (known?.fingerprint !== pin.fingerprint) {
        const change = known && {
          server: config.name,
          tool: mcp.name,
          diff: describeChange(known.definition, pin.definition),
        };
        if (change && !(await approveChange?.(change))) {
          changes.set(mcp.name, { mcp, change });
          continue;
        }
        accepted.push(pin);
      }
      held.set(mcp.name, hold(server, mcp, pin));
    }
    await pins.set(config.name, accepted);
    server.held = held;
    server.changes = changes;
    changed();
  }

  function hold(server: ServerTools, mcp: McpTool, pin: Pin): Held {
    const before = server.held.get(mcp.name);
    if (before?.pin.fingerprint === pin.fingerprint) return before;
    const name = names.tool(server.connection.config.name, mcp.name);
    return { pin, tool: makeTool(name, mcp, server.connection, bounds) };
  }

  const toolsOf = ({ held }: ServerTools) => [...held.values()].map(({ tool }) => tool);
  const tools = () => [...readers, ...servers.flatMap(toolsOf)];

  await Promise.all(connections.map((connection) => connection.start()));

  const close = async () => {
    await Promise.all(servers.map(({ connection }) => connection.close()));
  };
  return {
    tools,
    attach: (registry) => follow(registry, tools, listeners, onError),
    status: () => servers.map((server) => statusOf(server, toolsOf(server))),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async accept(name, tool) {
      const server = servers.find(({ connection }) => connection.config.name === name);
      const waiting = [...(server?.changes ?? [])].filter(([each]) => tool === undefined || each === tool);
      if (!server || waiting.length === 0) return 0;
      await pins.set(
        name,
        waiting.map(([, { mcp }]) => pinOf(mcp)),
      );
      server.held = new Map([
        ...server.held,
        ...waiting.map(([each, { mcp }]) => [each, hold(server, mcp, pinOf(mcp))] as const),
      ]);
      server.changes = new Map([...server.changes].filter(([each]) => !waiting.some(([done]) => done === each)));
      changed();
      return waiting.length;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Add and remove what has changed; a name that somebody else has keeps out that tool alone. */
function follow(
  registry: Registry,
  tools: () => readonly Tool[],
  listeners: Set<() => void>,
  onError: (server: string, error: Error) => void,
): () => void {
  let added: readonly Tool[] = [];
  const update = (wanted: readonly Tool[]) => {
    for (const tool of added)
      if (!wanted.includes(tool) && registry.get(tool.name) === tool) registry.remove(tool.name);
    const fresh = wanted.filter((tool) => registry.get(tool.name) !== tool);
    added = wanted;
    try {
      registry.add(...fresh);
    } catch {
      for (const tool of fresh) addAlone(registry, tool, onError);
    }
  };
  const listener = () => update(tools());
  listener();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    update([]);
  };
}

function addAlone(registry: Registry, tool: Tool, onError: (server: string, error: Error) => void): void {
  try {
    registry.add(tool);
  } catch (error) {
    onError(tool.name, error as Error);
  }
}

function statusOf({ connection, changes }: ServerTools, tools: readonly Tool[]): ServerStatus {
  const { config, state, problem, client } = connection;
  const instructions = client?.getInstructions();
  const version = client?.getServerVersion();
  return {
    name: config.name,
    state,
    problem,
    tools: tools.map(({ name }) => name),
    changes: [...changes.values()].map(({ change }) => change),
    defer: config.defer,
    protocol: client?.getNegotiatedProtocolVersion(),
    info: version && neutralLine(`${version.name} ${version.version}`),
    instructions: instructions === undefined ? undefined : neutralText(instructions.slice(0, 20_000)),
  };
}

/** Of tools with one name the first counts: a second could stand in for it unseen. */
const uniqueByName = (listed: readonly McpTool[]): McpTool[] =>
  [...new Map([...listed].reverse().map((tool) => [tool.name, tool])).values()].reverse();

function isAllowed(name: string, allowed: readonly string[] | undefined): boolean {
  return (
    allowed?.some((pattern) => {
      const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
      return new RegExp(`^${parts.join(".*")}$`, "s").test(name);
    }) ?? true
  );
}
