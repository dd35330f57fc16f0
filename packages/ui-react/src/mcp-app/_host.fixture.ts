import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { AppBridge, getToolUiResourceUri, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

const mimeType = "text/html;profile=mcp-app";

let client: Client;
let bridge: AppBridge | undefined;

/** A host of MCP Apps on the official client and bridge. It shows one call at a time. */
const host = {
  sizes: [] as { width?: number | undefined; height?: number | undefined }[],
  async connect(url: string, showsApps: boolean) {
    client = new Client(
      { name: "host", version: "1" },
      { capabilities: showsApps ? { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [mimeType] } } } : {} },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const { tools } = await client.listTools();
    return tools.map((tool) => [tool.name, getToolUiResourceUri(tool) ?? null] as const);
  },
  /** Call a tool without showing it. */
  call: (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args }),
  /** Call a tool and show it; `changed` is what the page is told instead of the result. */
  async show(name: string, args: Record<string, unknown>, theme: "light" | "dark", changed?: object) {
    const { tools } = await client.listTools();
    const tool = tools.find((each) => each.name === name);
    const uri = tool && getToolUiResourceUri(tool);
    if (!tool || !uri) throw new Error(`${name} has no page.`);
    const [content] = (await client.readResource({ uri })).contents;
    if (content?.mimeType !== mimeType || !("text" in content)) throw new Error("This is no page.");

    await bridge?.close();
    document.querySelector("iframe")?.remove();
    document.body.style.cssText = `margin: 0; background: ${theme === "dark" ? "#15181c" : "#ffffff"}`;
    const frame = document.createElement("iframe");
    frame.title = "Tool call";
    frame.setAttribute("sandbox", "allow-scripts");
    frame.style.cssText = "border: 0; width: 720px; height: 40px; display: block";
    document.body.append(frame);
    const shown = frame.contentWindow;
    if (!shown) throw new Error("There is no frame.");
    const context = { toolInfo: { tool }, theme };
    bridge = new AppBridge(client, { name: "host", version: "1" }, { serverResources: {} }, { hostContext: context });
    const ready = Promise.withResolvers<void>();
    bridge.oninitialized = () => ready.resolve();
    bridge.onsizechange = (size) => {
      host.sizes.push(size);
      if (size.height !== undefined) frame.style.height = `${size.height}px`;
    };
    await bridge.connect(new PostMessageTransport(shown, shown));
    frame.srcdoc = content.text;
    await ready.promise;
    await bridge.sendToolInput({ arguments: args });
    const result = changed ?? (await client.callTool({ name, arguments: args }));
    await bridge.sendToolResult(result as Parameters<AppBridge["sendToolResult"]>[0]);
  },
  cancel: (reason: string) => bridge?.sendToolCancelled({ reason }),
  theme: (theme: "light" | "dark") => bridge?.sendHostContextChange({ theme }),
};

export type AppHost = typeof host;

Object.assign(globalThis, { holdall: host });
