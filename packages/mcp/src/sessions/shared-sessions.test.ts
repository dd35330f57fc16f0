import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession, type Session, type SessionSnapshot, ToolError } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { todoTools } from "@holdall/tools-todos";
import { expect, it } from "vitest";
import { connect } from "../_fixtures/connect.fixture.ts";
import { modern, post } from "../_fixtures/http-calls.fixture.ts";
import { type SharedSessions, serveHttp } from "../http.ts";

const registry = createRegistry([
  ...fsTools({ backend: memoryBackend({ files: { "/a.txt": "one" } }) }),
  ...todoTools(),
]);
const quiet = { onError: () => {} };

/** Sessions as snapshots in a map, one user at a time. */
function mapSessions() {
  const saved = new Map<string, SessionSnapshot>();
  const out = new Map<string, Promise<void>>();
  const events: string[] = [];
  const sessions: SharedSessions = {
    async take(key, { create }) {
      while (out.has(key)) await out.get(key);
      if (!create && !saved.has(key)) throw new ToolError("not_found", "No such session.");
      const { promise, resolve } = Promise.withResolvers<void>();
      out.set(key, promise);
      events.push("take");
      const session: Session = openSession(registry, { policy: allow(), restore: saved.get(key) });
      const release = async () => {
        saved.set(key, session.snapshot());
        events.push("save");
        await session[Symbol.asyncDispose]();
        out.delete(key);
        resolve();
      };
      return { session, release };
    },
    remove: async (key) => void saved.delete(key),
  };
  return { sessions, events, saved };
}

it("every request takes its session and gives it back before it is answered", async () => {
  const { sessions, events } = mapSessions();
  const server = await serveHttp(sessions, quiet);
  const call = modern("todo_write", { todos: [{ content: "Rest", status: "pending" }] });
  const answer = await post(`${server.url}?session=a`, call);
  expect(await answer.json()).toMatchObject({ result: { resultType: "complete" } });
  expect(events).toEqual(["take", "save"]);
  await server.close();
});

it.each(["v1", "v2 legacy", "v2 modern"] as const)(
  "a %s client finds what it left, in another server",
  async (kind) => {
    const { sessions } = mapSessions();
    const [one, two] = [await serveHttp(sessions, quiet), await serveHttp(sessions, quiet)];
    const client = await connect(kind, `${one.url}?session=a`);
    await client.callTool({ name: "todo_write", arguments: { todos: [{ content: "Rest", status: "pending" }] } });
    const again = await connect(kind, `${two.url}?session=a`);
    const read = async (who: typeof client) =>
      JSON.stringify((await who.callTool({ name: "todo_read", arguments: {} })).content);
    expect(await read(client)).toContain("Rest");
    if (kind === "v2 modern") expect(await read(again)).toContain("Rest");
    else expect(await read(again)).not.toContain("Rest");
    expect(client.getServerCapabilities()?.tools).toEqual({});
    for (const server of [one, two]) await server.close();
  },
);

it("who names no session is not mixed with others", async () => {
  const server = await serveHttp(mapSessions().sessions, quiet);
  const answer = await post(server.url, modern("todo_read", {}));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining("?session=") } });
  const auto = await connect("v2 auto", server.url);
  expect(auto.getProtocolEra()).toBe("legacy");
  await server.close();
});

it("sessions of 2025 cannot be guessed into being, and end when they are deleted", async () => {
  const { sessions, saved } = mapSessions();
  const server = await serveHttp(sessions, quiet);
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const ask = (id: string) => post(server.url, { headers: { "mcp-session-id": id }, body: list });
  expect((await ask("guessed")).status).toBe(404);
  expect(saved.size).toBe(0);
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const begun = await post(server.url, { body: { jsonrpc: "2.0", id: 1, method: "initialize", params } });
  const id = begun.headers.get("mcp-session-id")!;
  expect((await ask(id)).status).toBe(200);
  expect((await fetch(server.url, { headers: { "mcp-session-id": id, accept: "text/event-stream" } })).status).toBe(
    405,
  );
  expect((await fetch(server.url, { method: "DELETE", headers: { "mcp-session-id": id } })).status).toBe(200);
  expect((await ask(id)).status).toBe(404);
  await server.close();
});

it("an answer that could not be saved is none", async () => {
  const errors: Error[] = [];
  const { sessions } = mapSessions();
  const failing: SharedSessions = {
    ...sessions,
    take: async (key, how) => ({
      ...(await sessions.take(key, how)),
      release: () => Promise.reject(new Error("disk full")),
    }),
  };
  const server = await serveHttp(failing, { onError: (error) => errors.push(error) });
  const answer = await post(`${server.url}?session=a`, modern("todo_read", {}));
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain("disk full");
  expect(errors.map(({ message }) => message)).toEqual(["disk full"]);
  await server.close();
});
