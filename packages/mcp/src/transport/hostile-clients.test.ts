import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { fixtureServer } from "../_fixtures/connect.fixture.ts";
import { modern, post } from "../_fixtures/http-calls.fixture.ts";
import { openFixture } from "../_fixtures/session.fixture.ts";
import { type SharedSessions, serveHttp } from "../http.ts";

interface Answer {
  readonly id?: unknown;
  readonly result?: { readonly content?: unknown; readonly isError?: boolean };
  readonly error?: { readonly code: number; readonly message: string };
}

const initialize = {
  jsonrpc: "2.0",
  id: "init",
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
const callOf = (id: unknown, name: string, input: string) =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"tools/call","params":{"name":"${name}","arguments":${input}}}`;
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const arrays = (levels: number) => `{"text":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
const textOf = (answer: Answer | undefined) => JSON.stringify(answer?.result?.content ?? answer?.error);

/** The fixture server on stdio; answers as they come. */
async function startStdio() {
  const child = spawn(fixtureServer.command, fixtureServer.args, { stdio: ["pipe", "pipe", "ignore"] });
  const answers: Answer[] = [];
  createInterface(child.stdout).on("line", (line) => answers.push(JSON.parse(line)));
  const say = (...lines: readonly string[]) => void child.stdin.write(lines.map((line) => `${line}\n`).join(""));
  say(JSON.stringify(initialize), '{"jsonrpc":"2.0","method":"notifications/initialized"}');
  const to = (id: unknown) => answers.filter((answer) => answer.id === id);
  await expect.poll(() => to("init").length, { timeout: 20_000 }).toBe(1);
  const close = async () => {
    child.stdin.end();
    const [code] = await once(child, "close");
    return code as number | null;
  };
  return { say, to, close };
}

/** A session of 2025 over HTTP; the messages of every answer. */
async function startHttp(source: Parameters<typeof serveHttp>[0] = openFixture) {
  const server = await serveHttp(source, { onError: () => {} });
  const send = async (body: string, session?: string) => {
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const named = { ...headers, ...(session && { "mcp-session-id": session }) };
    const response = await fetch(server.url, { method: "POST", headers: named, body });
    const text = await response.text();
    const found = text.startsWith("{") || text.startsWith("[") ? [JSON.parse(text)].flat() : eventsOf(text);
    return {
      status: response.status,
      session: response.headers.get("mcp-session-id") ?? undefined,
      found: found as Answer[],
    };
  };
  const { session } = await send(JSON.stringify(initialize));
  await send('{"jsonrpc":"2.0","method":"notifications/initialized"}', session);
  return { server, call: (body: string) => send(body, session) };
}

const eventsOf = (text: string) => [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data!));

/** One session for everybody, which is taken as those are that processes share. */
function sharedFixture(): SharedSessions {
  const session = openFixture();
  return { take: async () => ({ session, release: async () => {} }), remove: async () => {} };
}

describe("arguments nested deeper than anything walks", () => {
  const deep = [objects(50_000), arrays(50_000), objects(1_001), arrays(1_001)];

  it("get a JSON-RPC error on stdio, and the server goes on", { timeout: 60_000 }, async () => {
    const { say, to, close } = await startStdio();
    for (const [id, input] of deep.entries())
      say(callOf(id, "echo_text", input), callOf(`x${id}`, "no_such_tool", input));
    say(`{"jsonrpc":"2.0","id":"list","method":"tools/list","params":{"_meta":${objects(50_000)}}}`);
    say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${objects(50_000)}}}`);
    say(callOf("fits", "echo_text", arrays(1_000)), callOf("last", "echo_text", '{"text":"still here"}'));
    await expect.poll(() => textOf(to("last")[0]), { timeout: 20_000 }).toContain("still here");
    for (const id of [0, 1, 2, 3, "x0", "x1", "x2", "x3", "list"]) {
      expect(to(id)).toMatchObject([{ error: { code: -32602, message: expect.stringContaining("1000 levels deep") } }]);
    }
    expect(to("fits")).toMatchObject([{ result: { isError: true } }]);
    expect(await close()).toBe(0);
  });

  it.each(["kept", "shared"])("get one over HTTP, in both eras: %s sessions", async (kind) => {
    const { server, call } = await startHttp(kind === "kept" ? openFixture : sharedFixture());
    for (const [id, input] of deep.entries()) {
      const [answer] = (await call(callOf(id, "echo_text", input))).found;
      expect(answer).toMatchObject({
        id,
        error: { code: -32602, message: expect.stringContaining("1000 levels deep") },
      });
      const { headers, body } = modern("echo_text", JSON.parse(input));
      const response = await fetch(`${server.url}?session=a`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        // Too deep for JSON.stringify.
        body: JSON.stringify({ ...body, params: { ...body.params, arguments: "HERE" } }).replace('"HERE"', () => input),
      });
      expect(await response.json()).toMatchObject({ id: 1, error: { code: -32602 } });
    }
    expect(textOf((await call(callOf("fits", "echo_text", arrays(1_000)))).found[0])).toContain("invalid_input");
    const last = await post(`${server.url}?session=a`, modern("echo_text", { text: "still here" }));
    expect(await last.text()).toContain("still here");
    await server.close();
  });
});

describe("what is not a JSON-RPC 2.0 request is answered as one", () => {
  const cases = [
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null],
    ['{"jsonrpc":"1.0","id":31,"method":"ping"}', 31],
    ['{"id":"without","method":"ping"}', "without"],
    ['{"jsonrpc":"2.0","id":32}', 32],
  ] as const;

  it("on stdio, and what follows is still served", { timeout: 60_000 }, async () => {
    const { say, to, close } = await startStdio();
    say(...cases.map(([line]) => line), '"text"', '{"jsonrpc":"1.0","id":33,"result":{}}');
    say('{"jsonrpc":"2.0","id":"last","method":"ping"}');
    await expect.poll(() => to("last").length, { timeout: 20_000 }).toBe(1);
    expect(to("last")[0]).toMatchObject({ result: {} });
    for (const id of [31, "without", 32]) expect(to(id)).toMatchObject([{ error: { code: -32600 } }]);
    expect(to(null).map(({ error }) => error?.code)).toEqual([-32600, -32600, -32600]);
    expect(to(33)).toEqual([]);
    expect(await close()).toBe(0);
  });

  it.each(["before a session", "in a session"])("over HTTP, %s", async (place) => {
    const { server, call } = await startHttp();
    for (const [body, id] of cases) {
      const { status, found } =
        place === "in a session"
          ? await call(body)
          : await answerOf(await post(server.url, { body: JSON.parse(body) }));
      expect({ status, found }, body).toMatchObject({ status: 400, found: [{ id, error: { code: -32600 } }] });
    }
    await server.close();
  });
});

const answerOf = async (response: Response) => ({
  status: response.status,
  found: [(await response.json()) as Answer],
});

describe("two requests in flight with one id", () => {
  const twins = [callOf(7, "wait_forever", "{}"), callOf(7, "count_calls", "{}")] as const;

  it("get an error each on stdio, and nothing is begun twice", { timeout: 60_000 }, async () => {
    const { say, to, close } = await startStdio();
    say(twins[0], callOf("7", "echo_text", '{"text":"a string is another id"}'));
    await expect.poll(() => to("7").length, { timeout: 20_000 }).toBe(1);
    say(twins[1]);
    await expect.poll(() => to(7).length, { timeout: 20_000 }).toBe(2);
    for (const answer of to(7)) expect(answer).toMatchObject({ error: { code: -32600 } });
    expect(
      to(7)
        .map((answer) => /cancelled|not started/.exec(answer.error?.message ?? "")?.[0])
        .sort(),
    ).toEqual(["cancelled", "not started"]);
    say(twins[1]);
    await expect.poll(() => to(7).length).toBe(3);
    say(callOf(8, "count_calls", "{}"), callOf(9, "count_aborts", "{}"));
    await expect.poll(() => to(9).length).toBe(1);
    expect(textOf(to(8)[0])).toContain('"1"');
    expect(textOf(to(9)[0])).toContain('"1"');
    expect(textOf(to("7")[0])).toContain("another id");
    expect(await close()).toBe(0);
  });

  it("get an error each where the SDK answers, too", { timeout: 60_000 }, async () => {
    const { say, to, close } = await startStdio();
    const list = '{"jsonrpc":"2.0","id":7,"method":"tools/list"}';
    say(`${list}\n${list}`, '{"jsonrpc":"2.0","id":8,"method":"ping"}');
    await expect.poll(() => to(8).length).toBe(1);
    expect(to(7)).toMatchObject([{ error: { code: -32600 } }, { error: { code: -32600 } }]);
    expect(await close()).toBe(0);
  });

  it.each(["kept", "shared"])("get an error each over HTTP: %s sessions", async (kind) => {
    const { server, call } = await startHttp(kind === "kept" ? openFixture : sharedFixture());
    const first = call(twins[0]);
    // Taken in after the first one.
    await call(callOf("after", "echo_text", '{"text":"x"}'));
    const second = await call(twins[1]);
    expect(second).toMatchObject({ status: 400, found: [{ id: 7, error: { code: -32600 } }] });
    expect((await first).found.filter(({ id }) => id === 7)).toMatchObject([
      { error: { code: -32600, message: expect.stringContaining("cancelled") } },
    ]);
    await expect.poll(async () => textOf((await call(callOf(9, "count_aborts", "{}"))).found[0])).toContain('"1"');
    expect(textOf((await call(callOf(10, "count_calls", "{}"))).found[0])).toContain('"1"');
    await server.close();
  });

  it("inside one batch get an error each, too", async () => {
    const { server, call } = await startHttp();
    const { status, found } = await call(`[${callOf(1, "count_calls", "{}")},${callOf(1, "count_calls", "{}")}]`);
    expect({ status, found }).toMatchObject({
      status: 400,
      found: [{ error: { code: -32600 } }, { error: { code: -32600 } }],
    });
    await server.close();
  });

  it("of 2026-07-28 have an answer each of their own, as many clients share a session", async () => {
    const { server } = await startHttp();
    const calls = ["one", "two"].map((text) => post(server.url, modern("echo_text", { text })));
    const texts = await Promise.all(calls.map(async (call) => (await call).text()));
    expect(texts).toEqual([expect.stringContaining("one"), expect.stringContaining("two")]);
    await server.close();
  });
});
