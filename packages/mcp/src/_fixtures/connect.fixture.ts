import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** Every kind of client there is: the first SDK's, and the second's in each way it negotiates. */
export const clientKinds = ["v1", "v2 legacy", "v2 auto", "v2 modern"] as const;
export type ClientKind = (typeof clientKinds)[number];

export const isModern = (kind: ClientKind): boolean => kind === "v2 auto" || kind === "v2 modern";

const info = { name: "fixture-client", version: "1.0.0" };

/** Connect a client to a URL, or to the fixture server over stdio. Both SDKs' clients are driven alike. */
export async function connect(kind: ClientKind, url?: string, onToolsChanged = () => {}): Promise<Client> {
  const listChanged = { tools: { onChanged: onToolsChanged, debounceMs: 1 } };
  if (kind === "v1") {
    const client = new ClientV1(info, { listChanged });
    await client.connect(url === undefined ? new StdioV1(fixtureServer) : new HttpV1(new URL(url)));
    // The first SDK's client has the same methods for everything the tests do.
    return client as object as Client;
  }
  const mode = kind === "v2 legacy" ? "legacy" : kind === "v2 auto" ? "auto" : { pin: "2026-07-28" };
  const client = new Client(info, { versionNegotiation: { mode }, listChanged });
  const transport =
    url === undefined ? new StdioClientTransport(fixtureServer) : new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  return client;
}

/** How to start the fixture server. */
export const fixtureServer = {
  command: process.execPath,
  args: [fileURLToPath(new URL("./stdio-server.fixture.ts", import.meta.url))],
  stderr: "ignore" as const,
};
