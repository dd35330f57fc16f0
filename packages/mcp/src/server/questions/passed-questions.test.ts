import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { Client, type ElicitResult, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { configs, odd } from "../../client/_fixtures/servers.fixture.ts";
import { withoutFence } from "../../client/_unfenced.fixture.ts";
import type { Servers } from "../../client/connect/server-set.ts";
import { connectServers } from "../../client/connect-servers.ts";
import { type HttpServer, serveHttp } from "../../http.ts";

let servers: Servers;
let server: HttpServer;
beforeAll(async () => {
  servers = await connectServers(configs({ odd: odd() }), { ask: () => ({ action: "decline" }) });
  const registry = createRegistry();
  servers.attach(registry);
  server = await serveHttp(() => openSession(registry, { policy: allow() }), { onError: () => {} });
});
afterAll(async () => {
  await server.close();
  await servers.close();
});

async function connect(era: "legacy" | "modern", answer?: ElicitResult) {
  const mode = era === "legacy" ? "legacy" : { pin: "2026-07-28" };
  const capabilities = answer ? { elicitation: {} } : {};
  const client = new Client({ name: "asked", version: "1" }, { versionNegotiation: { mode }, capabilities });
  if (answer) client.setRequestHandler("elicitation/create", () => answer);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}?session=${crypto.randomUUID()}`)));
  return client;
}

const said = async (client: Client, name = "mcp__odd__ask") => {
  const { content } = await client.callTool({ name, arguments: {} });
  const [first] = content as { text: string }[];
  return JSON.parse(withoutFence(first?.text ?? ""));
};

it("questions of servers behind go over HTTP to the client whose call it is", async () => {
  const [ann, bob] = await Promise.all(
    ["Ann", "Bob"].map((name) => connect("legacy", { action: "accept", content: { name } })),
  );
  expect(await said(ann!)).toMatchObject({ action: "accept", content: { name: "Ann" } });
  expect(await said(bob!)).toMatchObject({ action: "accept", content: { name: "Bob" } });
  // A bare `elicitation: {}` shows forms, and no pages.
  expect(await said(ann!, "mcp__odd__ask_url")).toEqual({ action: "decline" });
  await Promise.all([ann!.close(), bob!.close()]);
});

it("questions of servers behind are declined for clients that cannot be asked while a call waits", async () => {
  const [plain, modern] = [
    await connect("legacy"),
    await connect("modern", { action: "accept", content: { name: "A" } }),
  ];
  expect(await said(plain)).toEqual({ action: "decline" });
  expect(await said(modern)).toEqual({ action: "decline" });
  await Promise.all([plain.close(), modern.close()]);
});
