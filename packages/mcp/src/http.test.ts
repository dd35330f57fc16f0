import { request } from "node:http";
import { allow, createRegistry, openSession, type Registry } from "@holdall/tool-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "./_fixtures/connect.fixture.ts";
import { openFixture } from "./_fixtures/session.fixture.ts";
import { fixtureTools } from "./_fixtures/tools.fixture.ts";
import { type HttpServer, serveHttp } from "./http.ts";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
const usual = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const quiet = { onError: () => {} };

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** A plain request, because `fetch` lets nobody choose Host. */
function send(url: string, { method = "POST", headers = {}, body = "" as string | object } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...usual, ...headers } }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    sent.on("error", reject);
    sent.end(typeof body === "string" ? body : JSON.stringify(body));
  });
}

describe("who may call", () => {
  let opened = 0;
  let server: HttpServer;
  let port: string;
  beforeAll(async () => {
    const makeSession = () => {
      opened++;
      return openFixture();
    };
    server = await serveHttp(makeSession, { ...quiet, allowedHosts: ["box.lan"], allowedOrigins: ["http://app.test"] });
    port = new URL(server.url).port;
  });
  afterAll(() => server.close());

  it("listens on 127.0.0.1", () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  });

  it.each(["evil.example.com", "127.0.0.1.evil.com", "localhost@evil.com:80", "[::ffff:7f00:1]", "0.0.0.0", "a b"])(
    "refuses the Host %j on every method, before it reads on or opens a session",
    async (host) => {
      const before = opened;
      for (const method of ["POST", "GET", "DELETE", "OPTIONS"]) {
        const { status } = await send(server.url, { method, headers: { host } });
        expect(status, method).toBe(403);
      }
      expect(opened).toBe(before);
    },
  );

  it.each([
    "http://evil.com",
    "http://localhost:1",
    "https://127.0.0.1",
    "null",
    "file://",
    "http://app.test.evil.com",
  ])("refuses the Origin %j, and no page there may read the answer", async (origin) => {
    const { status, headers } = await send(server.url, { headers: { origin }, body: initialize });
    expect(status).toBe(403);
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  });

  it("answers a refusal before the body has come", async () => {
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { ...usual, host: "evil.com", "content-length": "1000" };
      const sent = request(server.url, { method: "POST", headers }, ({ statusCode }) => {
        resolve(statusCode);
        sent.destroy();
      });
      sent.on("error", reject);
      sent.flushHeaders();
    });
    expect(answer).toBe(403);
  });

  it("lets in loopback names, allowed hosts, its own pages and allowed origins", async () => {
    for (const headers of [
      { host: `localhost:${port}` },
      { host: `[::1]:${port}` },
      { host: "box.lan" },
      { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` },
      { origin: "http://app.test" },
    ]) {
      expect((await send(server.url, { headers, body: initialize })).status, JSON.stringify(headers)).toBe(200);
    }
  });

  it("answers the preflight of an allowed page", async () => {
    const headers = { origin: "http://app.test", "access-control-request-method": "POST" };
    const answer = await send(server.url, { method: "OPTIONS", headers });
    expect(answer).toMatchObject({ status: 204, headers: { "access-control-allow-origin": "http://app.test" } });
  });

  it("wants the token when there is one", async () => {
    const guarded = await serveHttp(openFixture, { ...quiet, token: "s3cret" });
    const status = async (authorization?: string) =>
      (await send(guarded.url, { headers: authorization ? { authorization } : {}, body: initialize })).status;
    expect(await status()).toBe(401);
    expect(await status("Bearer s3cre7")).toBe(401);
    expect(await status("Bearer s3cret")).toBe(200);
    await guarded.close();
  });

  it("does not open up to other machines without being told which names they use", async () => {
    await expect(serveHttp(openFixture, { host: "0.0.0.0" })).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("says so when the port is taken", async () => {
    const taken = serveHttp(openFixture, { port: Number(port) });
    await expect(taken).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining(port) });
  });
});

describe("what it answers", () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await serveHttp(openFixture, { ...quiet, maxBodySize: 2000 });
  });
  afterAll(() => server.close());

  const modernCall = (input: object) => ({
    headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "echo_text" },
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "echo_text",
        arguments: input,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    },
  });

  it("keeps idle connections longer than proxies do", async () => {
    const { headers } = await send(server.url, { body: {}, headers: { connection: "keep-alive" } });
    expect(headers["keep-alive"]).toBe("timeout=75");
  });

  it("refuses a body that is too long, in both eras", async () => {
    const text = "x".repeat(3000);
    expect(await send(server.url, { body: { ...initialize, text } })).toMatchObject({ status: 413 });
    expect(await send(server.url, modernCall({ text }))).toMatchObject({ status: 413 });
    expect(await send(server.url, modernCall({ text: "short" }))).toMatchObject({ status: 200 });
  });

  it("refuses a long body that hides its length", async () => {
    const headers = { "transfer-encoding": "chunked" };
    expect(await send(server.url, { headers, body: "x".repeat(3000) })).toMatchObject({ status: 413 });
  });

  it("takes JSON only, as a form of a web page cannot send it", async () => {
    const headers = { "content-type": "text/plain" };
    expect(await send(server.url, { headers, body: initialize })).toMatchObject({ status: 415 });
  });

  it.each([
    ["nothing but the endpoint", "/", {}, 404],
    ["GET without a session", "", { method: "GET" }, 400],
    ["DELETE without a session", "", { method: "DELETE" }, 400],
    ["GET of an unknown session", "", { method: "GET", headers: { "mcp-session-id": "no-such" } }, 404],
    ["a call before initialize", "", { body: { ...initialize, method: "tools/list" } }, 400],
    ["a body that is not JSON", "", { body: "{" }, 400],
  ])("%s", async (_name, path, options, status) => {
    const answer = await send(new URL(path || server.url, server.url).href, options);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toHaveProperty("error.message");
  });

  it("ends a session on DELETE", async () => {
    const started = await send(server.url, { body: initialize });
    const headers = { "mcp-session-id": String(started.headers["mcp-session-id"]) };
    expect(await send(server.url, { method: "DELETE", headers })).toMatchObject({ status: 200 });
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    expect(await send(server.url, { headers, body: list })).toMatchObject({ status: 404 });
  });
});

describe("who shares what", () => {
  const count = async (client: Awaited<ReturnType<typeof connect>>) =>
    JSON.stringify((await client.callTool({ name: "count_calls", arguments: {} })).content);

  it("keeps clients of the old era apart", async () => {
    const server = await serveHttp(openFixture, quiet);
    const [first, second] = [await connect("v1", server.url), await connect("v2 legacy", server.url)];
    expect(await count(first)).toContain('"1"');
    expect(await count(first)).toContain('"2"');
    expect(await count(second)).toContain('"1"');
    await server.close();
  });

  it("gives clients of the new era one memory, or one for each name in the URL", async () => {
    const server = await serveHttp(openFixture, quiet);
    const [first, second] = [await connect("v2 modern", server.url), await connect("v2 modern", server.url)];
    const named = await connect("v2 modern", `${server.url}?session=alice`);
    expect(await count(first)).toContain('"1"');
    expect(await count(second)).toContain('"2"');
    expect(await count(named)).toContain('"1"');
    await server.close();
  });

  it("disposes the session that was idle longest for a new one, and every session when it closes", async () => {
    const disposed: number[] = [];
    let opened = 0;
    const makeSession = () => {
      const session = openFixture();
      const number = ++opened;
      session.state({ name: "witness", create: () => null, dispose: () => void disposed.push(number) });
      return session;
    };
    const server = await serveHttp(makeSession, { ...quiet, maxSessions: 2 });
    const [first, second] = [await connect("v1", server.url), await connect("v1", server.url)];
    await count(first);
    await connect("v1", server.url);
    await expect.poll(() => disposed).toEqual([2]);
    await expect(count(second)).rejects.toThrow(/session|404/i);
    await count(first);
    await server.close();
    expect(disposed.toSorted()).toEqual([1, 2, 3]);
    await expect(send(server.url, { body: initialize })).rejects.toThrow(/fetch failed|ECONNREFUSED/);
  });

  it("listens to a registry once for all requests of the new era, and lets go of it", async () => {
    const registry = createRegistry(fixtureTools());
    let listeners = 0;
    const counted: Registry = {
      ...registry,
      subscribe(listener) {
        listeners++;
        const unsubscribe = registry.subscribe(listener);
        return () => {
          listeners--;
          unsubscribe();
        };
      },
    };
    const server = await serveHttp(() => openSession(counted, { policy: allow() }), quiet);
    for (const client of [await connect("v2 modern", server.url), await connect("v2 modern", server.url)]) {
      await count(client);
    }
    expect(listeners).toBe(1);
    await connect("v1", server.url);
    expect(listeners).toBe(2);
    await server.close();
    expect(listeners).toBe(0);
  });

  it("cancels the calls in flight when it closes", async () => {
    const server = await serveHttp(openFixture, quiet);
    const clients = await Promise.all([connect("v1", server.url), connect("v2 modern", server.url)]);
    const calls = clients.map((client) => client.callTool({ name: "wait_forever", arguments: {} }));
    const ends = Promise.allSettled(calls);
    await Promise.all(clients.map(count));
    await server.close();
    await Promise.all(clients.map((client) => client.close()));
    expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  it("opens a session anew after opening one has failed", async () => {
    let tries = 0;
    const server = await serveHttp(() => {
      if (++tries <= 2) throw new Error("not yet");
      return openFixture();
    }, quiet);
    await expect(connect("v1", server.url)).rejects.toThrow(/Internal server error/);
    await expect(connect("v2 modern", server.url)).rejects.toThrow(/Internal server error|version/i);
    expect(await count(await connect("v1", server.url))).toContain('"1"');
    expect(await count(await connect("v2 modern", server.url))).toContain('"1"');
    await server.close();
  });
});

describe("healthPath", () => {
  it("answers everybody while it serves, 503 while it closes, and nothing where none is named", async () => {
    const server = await serveHttp(() => openFixture(), { ...quiet, token: "secret", healthPath: "/health" });
    const url = server.url.replace("/mcp", "/health");
    const foreign = { host: "10.0.0.1", origin: "http://elsewhere.example" };
    const { status, body, headers } = await send(`${url}?probe=1`, { method: "GET", headers: foreign });
    expect([status, body]).toEqual([200, '{"status":"ok"}']);
    expect(headers).not.toHaveProperty("access-control-allow-origin");
    expect(await send(url, { method: "POST", headers: foreign })).toMatchObject({ status: 403 });
    await server.close();
    const plain = await serveHttp(() => openFixture(), quiet);
    expect(await send(plain.url.replace("/mcp", "/health"), { method: "GET" })).toMatchObject({ status: 404 });
    await plain.close();
  });
});

it("a stream to listen on answers at once, and a cut one leaves room for the next", async () => {
  await using server = { ...(await serveHttp(openFixture, quiet)), [Symbol.asyncDispose]: () => server.close() };
  const begun = await send(server.url, { body: initialize });
  const headers = { ...usual, accept: "text/event-stream", "mcp-session-id": String(begun.headers["mcp-session-id"]) };
  for (let i = 0; i < 3; i++) {
    const cut = new AbortController();
    const listening = await fetch(server.url, { headers, signal: cut.signal });
    expect(listening.status).toBe(200);
    cut.abort();
  }
});
