/** What a host says of itself and of its looks; the fields that are used here (MCP Apps, 2026-01-26). */
export interface HostContext {
  readonly theme?: "light" | "dark";
  readonly styles?: { readonly variables?: Readonly<Record<string, string | undefined>> };
  readonly toolInfo?: { readonly tool?: { readonly name?: string; readonly title?: string } };
}

export interface HostEvents {
  /** At the start, and with what has changed. */
  onContext(context: HostContext): void;
  /** The arguments of the call: while they are written, and whole. */
  onInput(input: unknown, isWhole: boolean): void;
  onResult(result: unknown): void;
  onCancelled(reason: string | undefined): void;
}

export interface Host {
  /**
   * Tell the host how high the page is, in CSS pixels. It takes the width that it is given: hosts keep a reported width as the
   * least one, and their own borders would make it grow.
   */
  sendHeight(height: number): void;
  /** Read a resource of the server through the host, which judges it. Rejects where the host offers none. */
  readResource(uri: string): Promise<unknown>;
}

interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

const protocolVersion = "2026-01-26";

/**
 * Speak MCP Apps with the window that holds this page: JSON-RPC by postMessage. Messages from any other window are dropped.
 * The official client is 540 kB with its validators; a page that only shows needs these eight messages of it.
 */
export async function connectHost(events: HostEvents, target: Window = window.parent): Promise<Host> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let ids = 0;
  const post = (message: Omit<Message, "jsonrpc">) => target.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const request = (method: string, params: Message["params"] = {}): Promise<unknown> => {
    const id = ++ids;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    post({ id, method, params });
    return answer.promise;
  };

  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    if (source !== target || !isMessage(data)) return;
    const { id, method, params = {} } = data;
    if (method === undefined) {
      const answer = waiting.get(Number(id));
      waiting.delete(Number(id));
      if (data.error) answer?.reject(new Error(data.error.message ?? "The host refused."));
      else answer?.resolve(data.result);
      return;
    }
    if (id !== undefined) {
      const isKnown = method === "ping" || method === "ui/resource-teardown";
      return isKnown
        ? post({ id, result: {} })
        : target.postMessage({ jsonrpc: "2.0", id, error: { code: -32601, message: `Unknown: ${method}` } }, "*");
    }
    if (method === "ui/notifications/host-context-changed") events.onContext(params);
    if (method === "ui/notifications/tool-input-partial") events.onInput(params.arguments, false);
    if (method === "ui/notifications/tool-input") events.onInput(params.arguments, true);
    if (method === "ui/notifications/tool-result") events.onResult(params);
    if (method === "ui/notifications/tool-cancelled") {
      events.onCancelled(typeof params.reason === "string" ? params.reason : undefined);
    }
  });

  const started = (await request("ui/initialize", {
    protocolVersion,
    appInfo: { name: "holdall", version: "1" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
  })) as { readonly hostContext?: HostContext; readonly hostCapabilities?: { readonly serverResources?: object } };
  post({ method: "ui/notifications/initialized", params: {} });
  events.onContext(started.hostContext ?? {});
  return {
    sendHeight: (height) => post({ method: "ui/notifications/size-changed", params: { height } }),
    async readResource(uri) {
      if (!started.hostCapabilities?.serverResources) throw new Error("This host reads no files for a view.");
      return request("resources/read", { uri });
    },
  };
}

const isMessage = (data: unknown): data is Message =>
  typeof data === "object" && data !== null && (data as { jsonrpc?: unknown }).jsonrpc === "2.0";
