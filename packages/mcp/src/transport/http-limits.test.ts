import { once } from "node:events";
import { createConnection } from "node:net";
import { allow, createRegistry, openSession, type ToolEvent } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { connect } from "../_fixtures/connect.fixture.ts";
import { callOf, modern, post } from "../_fixtures/http-calls.fixture.ts";
import { openFixture } from "../_fixtures/session.fixture.ts";
import { fixtureTools } from "../_fixtures/tools.fixture.ts";
import { type ServeHttpOptions, serveHttp } from "../http.ts";

const quiet = { onError: () => {} };
const serve = (options: ServeHttpOptions = {}) => serveHttp(openFixture, { ...quiet, ...options });
const textOf = (result: { content?: unknown }) => JSON.stringify(result.content);

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

describe("sessions", () => {
  it("of different tokens are kept apart, even for who knows a session's id", async () => {
    const server = await serve({ token: ["first", "second"] });
    const as = (token: string) => ({ authorization: `Bearer ${token}` });
    const begun = await post(server.url, { headers: as("first"), body: initialize });
    const id = begun.headers.get("mcp-session-id")!;
    expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    for (const [token, status] of [
      ["first", 200],
      ["second", 404],
    ] as const) {
      const answer = await post(server.url, { headers: { ...as(token), "mcp-session-id": id }, body: list });
      expect(answer.status, token).toBe(status);
    }
    const count = async (token: string) => {
      const call = modern("count_calls", {});
      const answer = await post(`${server.url}?session=x`, { ...call, headers: { ...call.headers, ...as(token) } });
      return JSON.stringify(await answer.json());
    };
    expect(await count("first")).toContain('"text":"1"');
    expect(await count("second")).toContain('"text":"1"');
    await server.close();
  });

  it("of the new era are one for each program, where the URL has no name", async () => {
    const server = await serve();
    const count = async (client: string) =>
      textOf((await (await post(server.url, modern("count_calls", {}, client))).json()).result);
    expect(await count("one")).toContain('"1"');
    expect(await count("other")).toContain('"1"');
    expect(await count("one")).toContain('"2"');
    await server.close();
  });

  it("that nobody uses end after a while, and those in use do not", async () => {
    const server = await serve({ idleTimeout: 100 });
    let client = await connect("v1", server.url);
    // On a busy machine a session may be idle for as long before its call begins.
    const use = async () => {
      client = await connect("v1", server.url);
      return textOf(await client.callTool({ name: "wait_briefly", arguments: { milliseconds: 300 } }));
    };
    await expect.poll(() => use().catch(() => "ended"), { timeout: 8_000 }).toContain("waited 300");
    await expect
      .poll(
        () =>
          client.listTools().then(
            () => "there",
            () => "gone",
          ),
        { interval: 200, timeout: 8_000 },
      )
      .toBe("gone");
    await server.close();
  });

  it("take no more than so many calls at a time; what is in use is not thrown out for others", async () => {
    const server = await serve({ maxRequests: 2, maxSessions: 1 });
    const away = new AbortController();
    const hang = { ...modern("wait_forever", {}) };
    const call = () => fetch(server.url, { ...callOf(hang), signal: away.signal }).catch(() => undefined);
    const hanging = [call(), call()];
    const tryOne = (client: string) => post(server.url, modern("add_numbers", { a: 1, b: 2 }, client));
    await expect.poll(async () => (await tryOne("test")).status).toBe(503);
    const full = await tryOne("somebody else");
    expect(full.status).toBe(503);
    expect(full.headers.get("retry-after")).toBe("1");
    expect(await full.json()).toMatchObject({ error: { message: expect.stringContaining("in use") } });
    away.abort();
    await Promise.all(hanging);
    await expect.poll(async () => (await tryOne("test")).status).toBe(200);
    await server.close();
  });

  it("that have all they may do can still be told to stop", async () => {
    const server = await serve({ maxRequests: 1 });
    const client = await connect("v2 legacy", server.url);
    const stop = new AbortController();
    const hanging = client.callTool({ name: "wait_forever", arguments: {} }, { signal: stop.signal });
    const another = () =>
      client.listTools().then(
        () => "answered",
        () => "refused",
      );
    await expect.poll(another).toBe("refused");
    stop.abort();
    await expect(hanging).rejects.toThrow(/abort|cancel/i);
    await expect.poll(another).toBe("answered");
    await server.close();
  });
});

describe("tokens", () => {
  it.each([
    [undefined, 'Bearer realm="mcp"'],
    ["Bearer wrong", 'Bearer realm="mcp", error="invalid_token"'],
    ["Basic c2VjcmV0", 'Bearer realm="mcp", error="invalid_token"'],
    ["Bearer secret x", 'Bearer realm="mcp", error="invalid_token"'],
    ["Bearer ", 'Bearer realm="mcp", error="invalid_token"'],
  ])("%j is not enough", async (authorization, challenge) => {
    const server = await serve({ token: "secret" });
    for (const method of ["POST", "GET", "DELETE"]) {
      const answer = await fetch(server.url, { method, headers: authorization ? { authorization } : {} });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe(challenge);
    }
    await server.close();
  });

  it("lets in who has one, however Bearer is written", async () => {
    const server = await serve({ token: "secret" });
    const { headers, body } = modern("add_numbers", { a: 1, b: 2 });
    const answer = await post(server.url, { headers: { ...headers, authorization: "bearer secret" }, body });
    expect(answer.status).toBe(200);
    await server.close();
  });

  it.each([
    [{ host: "0.0.0.0", allowedHosts: ["box.lan"] }, "there is no token"],
    [{ host: "0.0.0.0", allowedHosts: ["box.lan"], token: [] }, "there is no token"],
    [{ host: "::", token: "x" }, "no hosts are allowed"],
    [{ token: "" }, "empty"],
    [{ token: "two words" }, "spaces"],
  ] as const)("%j starts nothing", async (options, reason) => {
    await expect(serve(options)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining(reason),
    });
  });
});

describe("an end", () => {
  /** A server that counts the calls that have begun. */
  async function serveCounted() {
    const begun = { calls: 0 };
    const onEvent = ({ type }: ToolEvent) => {
      if (type === "call-start") begun.calls++;
    };
    const open = () => openSession(createRegistry(fixtureTools()), { policy: allow(), onEvent });
    return { begun, server: await serveHttp(open, quiet) };
  }

  it("waits for calls in flight of both protocol versions, and takes nothing new", async () => {
    const { begun, server } = await serveCounted();
    const clients = await Promise.all([connect("v1", server.url), connect("v2 modern", server.url)]);
    const wait = { name: "wait_briefly", arguments: { milliseconds: 200 } };
    const calls = clients.map((client) => client.callTool(wait));
    const posted = post(server.url, modern(wait.name, wait.arguments)).then((answer) => answer.json());
    await expect.poll(() => begun.calls).toBe(3);
    const ending = server.close(5000);
    const late = post(server.url, modern("add_numbers", { a: 1, b: 1 }));
    expect(
      await late.then(
        ({ ok }) => ok,
        () => false,
      ),
    ).toBe(false);
    for (const result of await Promise.all(calls)) expect(textOf(result)).toContain("waited 200");
    expect(textOf((await posted).result)).toContain("waited 200");
    await ending;
    expect(begun.calls).toBe(3);
  });

  it.each(["v1", "v2 modern"] as const)("does not wait for a %s client longer than it may", async (kind) => {
    const { begun, server } = await serveCounted();
    const client = await connect(kind, server.url);
    const ends = Promise.allSettled([client.callTool({ name: "wait_forever", arguments: {} })]);
    await expect.poll(() => begun.calls).toBe(1);
    await server.close(50);
    await client.close();
    const [end] = await ends;
    expect(end!.status === "rejected" || end!.value.isError).toBe(true);
  });
});

it("a client that leaves in the middle of a call or a body costs nothing", async () => {
  const server = await serve();
  const port = Number(new URL(server.url).port);
  for (let i = 0; i < 20; i++) {
    const socket = createConnection(port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(
      "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{",
    );
    socket.destroy();
    const away = new AbortController();
    const calling = fetch(server.url, { ...callOf(modern("wait_forever", {})), signal: away.signal }).catch(
      () => "left",
    );
    await post(server.url, modern("add_numbers", { a: 1, b: 1 }));
    away.abort();
    expect(await calling).toBe("left");
  }
  const aborts = async () => textOf((await (await post(server.url, modern("count_aborts", {}))).json()).result);
  await expect.poll(aborts).toMatch(/"(1?\d|20)"/);
  await server.close();
});
