import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "vitest";
import { connected, handClock } from "./_fixtures/servers.fixture.ts";
import { unfenced } from "./_unfenced.fixture.ts";

type Message = { readonly id?: number; readonly method: string };
type Handle = (message: Message, response: ServerResponse, request: IncomingMessage) => void;

/** A small MCP server over HTTP whose calls are answered by the test. */
async function serve(handle: Handle): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    let body = "";
    for await (const chunk of request) body += chunk;
    const message = JSON.parse(body) as Message;
    if (message.id === undefined) return void response.writeHead(202).end();
    if (message.method === "initialize") {
      const serverInfo = { name: "raw", version: "1" };
      return answer(response, message, { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo });
    }
    if (message.method === "tools/list")
      return answer(response, message, { tools: [{ name: "run", inputSchema: { type: "object" } }] });
    handle(message, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const json = { "content-type": "application/json" };
const answer = (response: ServerResponse, { id }: Message, result: unknown) =>
  void response.writeHead(200, json).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
const legacy = { protocol: "legacy" };

describe.concurrent("a server over HTTP", () => {
  it("gets the headers of its configuration, and no other origin gets them by a redirect", async ({ expect }) => {
    const seen: (string | undefined)[] = [];
    await using elsewhere = await serve((message, response, { headers }) => {
      seen.push(headers.authorization);
      answer(response, message, { content: [] });
    });
    await using server = await serve((message, response, { headers }) => {
      if (headers.authorization !== "Bearer key") return answer(response, message, { content: [], isError: true });
      response.writeHead(307, { location: elsewhere.url }).end();
    });
    const headers = { Authorization: "Bearer key" };
    await using place = await connected({ raw: { url: server.url, headers, ...legacy } });
    expect(await place.session.call("mcp__raw__run", {})).toMatchObject({ ok: false });
    expect(seen).toEqual([]);
  });

  it.for(["application/json", "text/event-stream"])(
    "that answers without end is cut off, as %s",
    async (type, { expect }) => {
      await using server = await serve((message, response) => {
        const body = JSON.stringify({
          result: { content: [{ type: "text", text: "z".repeat(3_000_000) }] },
          jsonrpc: "2.0",
          id: message.id,
        });
        response.writeHead(200, { "content-type": type });
        response.end(type === "application/json" ? body : `event: message\ndata: ${body}\n\n`);
      });
      await using place = await connected({ raw: { url: server.url, ...legacy } }, { maxMessage: 1_000_000 });
      expect(await place.session.call("mcp__raw__run", {})).toMatchObject({
        error: { code: "too_large", message: expect.stringMatching(/^raw answered with 3000\d\d\d bytes/) },
      });
    },
  );

  it("that answers with an error is quoted", async ({ expect }) => {
    await using server = await serve(
      (_, response) => void response.writeHead(500, json).end('{"error":"disk\\u202e full"}'),
    );
    await using place = await connected({ raw: { url: server.url, ...legacy } });
    const result = await place.session.call("mcp__raw__run", {});
    expect(result.ok).toBe(false);
    expect(unfenced(result.content)).not.toContain("\u202e");
    expect(unfenced(result.content)).toContain("500");
  });

  it("that is not there is told, and tried again", async ({ expect }) => {
    await using place = await connected({ raw: { url: "http://127.0.0.1:9/mcp" } });
    expect(place.servers.status()).toMatchObject([{ state: "waiting", problem: { code: "unavailable" } }]);
  });

  it("that has forgotten the session is connected to anew", async ({ expect }) => {
    let isNew = false;
    await using server = await serve((message, response) => {
      if (isNew) return answer(response, message, { content: [{ type: "text", text: "hello again" }] });
      isNew = true;
      response.writeHead(404, json).end("{}");
    });
    const clock = handClock();
    await using place = await connected({ raw: { url: server.url, ...legacy } }, { clock });
    expect(await place.session.call("mcp__raw__run", {})).toMatchObject({
      error: { code: "unavailable", message: expect.stringContaining("HTTP status 404") },
    });
    expect(place.servers.status()[0]?.state).toBe("waiting");
    clock.tick();
    await expect.poll(() => place.servers.status()[0]?.state).toBe("connected");
    expect(unfenced((await place.session.call("mcp__raw__run", {})).content)).toBe("hello again");
  });
});
