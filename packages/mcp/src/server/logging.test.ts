import { Client, type LoggingLevel, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openFixture } from "../_fixtures/session.fixture.ts";
import { type HttpServer, serveHttp } from "../http.ts";

let server: HttpServer;
beforeAll(async () => {
  server = await serveHttp(openFixture, { onError: () => {} });
});
afterAll(() => server.close());

async function loggedWith(level: LoggingLevel | undefined, onprogress?: () => void): Promise<unknown[]> {
  const client = new Client({ name: "logged", version: "1" }, { versionNegotiation: { mode: "legacy" } });
  const logged: unknown[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => void logged.push(params));
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  if (level) await client.setLoggingLevel(level);
  await client.callTool({ name: "test_tool_with_logging", arguments: {} }, onprogress && { onprogress });
  await client.close();
  return logged;
}

it("a client of 2025 that has set a level hears what a tool says on the way", async () => {
  const started = { level: "info", logger: "test_tool_with_logging", data: "started" };
  for (const level of ["debug", "info"] as const) {
    const logged = await loggedWith(level);
    expect(logged).toHaveLength(3);
    expect(logged[0]).toMatchObject(started);
  }
});

it("it hears nothing below its level, without one, or when it asked for progress", async () => {
  expect(await loggedWith("warning")).toEqual([]);
  expect(await loggedWith(undefined)).toEqual([]);
  let steps = 0;
  expect(await loggedWith("debug", () => steps++)).toEqual([]);
  expect(steps).toBe(3);
});

it("a client of 2026-07-28 is not offered it", async () => {
  const mode = { pin: "2026-07-28" };
  const client = new Client({ name: "modern", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  expect(client.getServerCapabilities()).not.toHaveProperty("logging");
  await client.close();
});
