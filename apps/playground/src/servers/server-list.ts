import type { ServerApp, ServerStatus, Servers } from "@holdall/mcp/client/http";
import type { Registry, ToolEvent } from "@holdall/tool-core";
import type { AppFrameProps } from "@holdall/ui-react/app-frame";

/** A server as the person names it. */
export interface NamedServer {
  readonly name: string;
  readonly url: string;
  /** A bearer token, sent to this server only and stored nowhere. Empty for none. */
  readonly token: string;
  /** Whether the pages of its tools may be shown. */
  readonly showsPages: boolean;
}

/** The page that a server sent with a tool, and the call that it is about. */
export interface CalledPage {
  readonly server: string;
  readonly app: ServerApp;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: AppFrameProps["result"];
}

/** The MCP servers of this page. Only the person adds one. They are connected until the workspace is closed. */
export interface ServerList {
  readonly status: () => readonly ServerStatus[];
  readonly subscribe: (onChange: () => void) => () => void;
  /** Connect to a server and add its tools. Rejects for a name that is taken and an address that is none. */
  readonly add: (server: NamedServer) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  /** Use the changed definitions of a server's tools. */
  readonly accept: (name: string) => Promise<void>;
  /** Follow the calls of the session. */
  readonly onEvent: (event: ToolEvent) => void;
  /** Whether a call's page can be shown: the server that sent it has not been removed since. */
  readonly knows: (callId: string) => boolean;
  /** The page of a call that has ended well; undefined where there is none to show. */
  readonly pageOf: (callId: string) => Promise<CalledPage | undefined>;
  /** The registered name of a server's tool, for a page that calls it by the server's name. */
  readonly toolOf: (server: string, tool: string) => string | undefined;
  readonly close: () => Promise<void>;
}

/** Calls whose pages can be shown: older ones keep their text. */
const maxCalls = 100;

interface KnownCall {
  readonly tool: string;
  readonly input: unknown;
  readonly output?: unknown;
}

/** Create a list without servers, whose tools go to a registry. The client is loaded for the first one. */
export function createServerList(registry: Registry): ServerList {
  const client = () => import("@holdall/mcp/client/http");
  let opening: Promise<Servers> | undefined;
  let opened: Servers | undefined;
  let status: readonly ServerStatus[] = [];
  const listeners = new Set<() => void>();
  const calls = new Map<string, KnownCall>();

  const changed = () => {
    status = opened?.status() ?? [];
    for (const listener of listeners) listener();
  };
  const open = async () => {
    const { connectHttpServers } = await client();
    opened = await connectHttpServers([], { info: { name: "holdall-playground", version: "1" } });
    opened.attach(registry);
    opened.subscribe(changed);
    return opened;
  };

  return {
    status: () => status,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    async add({ name, url, token, showsPages }) {
      const { httpServer } = await client();
      const headers = token === "" ? {} : { authorization: `Bearer ${token}` };
      const config = httpServer({ name, url, headers, apps: showsPages });
      opening ??= open();
      await (await opening).add(config);
    },
    async remove(name) {
      // What one server was sent is not for the page of another with its name.
      const prefix = `mcp__${name}__`;
      const own = new Set(status.find((each) => each.name === name)?.tools);
      const forget = () => {
        for (const [id, { tool }] of calls) if (own.has(tool) || tool.startsWith(prefix)) calls.delete(id);
      };
      forget();
      await opened?.remove(name);
      // Calls that were made meanwhile.
      forget();
      changed();
    },
    async accept(name) {
      await opened?.accept(name);
    },
    onEvent(event) {
      if (event.type === "call-start" && event.tool.startsWith("mcp__")) {
        calls.set(event.callId, { tool: event.tool, input: event.input });
        const [oldest] = calls.keys();
        if (calls.size > maxCalls && oldest !== undefined) calls.delete(oldest);
      }
      const known = event.type === "call-end" ? calls.get(event.callId) : undefined;
      if (known && event.type === "call-end" && event.result.ok)
        calls.set(event.callId, { ...known, output: event.result.output });
    },
    knows: (callId) => calls.has(callId),
    async pageOf(callId) {
      const call = calls.get(callId);
      const server = status.find(({ tools }) => call && tools.includes(call.tool));
      if (!opened || !server || call?.output === undefined) return undefined;
      const { toAppResult } = await client();
      const app = await opened.app(call.tool);
      const result = toAppResult(call.output as Parameters<typeof toAppResult>[0]);
      return app && { server: server.name, app, input: Object(call.input) as CalledPage["input"], result };
    },
    toolOf: (server, tool) => opened?.nameOf(server, tool),
    async close() {
      await opening?.catch(() => {});
      await opened?.close();
    },
  };
}
