import { allow, createRegistry, defineTool, openSession } from "@holdall/tool-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { modern, post } from "../_fixtures/http-calls.fixture.ts";
import { type HttpServer, serveHttp } from "../http.ts";

const route = defineTool({
  name: "route_call",
  category: "test",
  description: "Takes parameters that are headers",
  input: z.object({
    region: z.string().optional().meta({ "x-mcp-header": "Region" }),
    at: z.object({ shard: z.number().meta({ "x-mcp-header": "Shard" }) }).optional(),
  }),
  hints: { readOnly: true, openWorld: false },
  execute: () => "routed",
});

describe("parameters that are headers", () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await serveHttp(() => openSession(createRegistry([route]), { policy: allow() }), { onError: () => {} });
  });
  afterAll(() => server.close());
  const send = async (input: object, extra: Record<string, string>) => {
    const { headers, body } = modern("route_call", input);
    const response = await post(server.url, { headers: { ...headers, ...extra }, body });
    return { status: response.status, text: await response.text() };
  };

  it.each([
    [{ region: "eu" }, { "mcp-param-region": " eu " }],
    [{ region: "é" }, { "mcp-param-region": "=?base64?w6k=?=" }],
    [{ at: { shard: 42 } }, { "mcp-param-shard": "42.0" }],
    [{}, { "mcp-param-region": "ignored" }],
  ])("are accepted where they agree: %j", async (input, headers) => {
    expect(await send(input, headers as Record<string, string>)).toMatchObject({
      status: 200,
      text: expect.stringContaining("routed"),
    });
  });

  it.each([
    [{ region: "eu" }, {}, "mcp-param-region is missing"],
    [{ region: "eu" }, { "mcp-param-region": "us" }, "mcp-param-region disagrees with the argument region"],
    [{ region: "é" }, { "mcp-param-region": "=?base64?w6k?=" }, "invalid Base64"],
    [{ at: { shard: 42 } }, { "mcp-param-shard": "43" }, "the argument at.shard"],
  ])("are refused where they do not: %j %j", async (input, headers, problem) => {
    const { status, text } = await send(input, headers as Record<string, string>);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      id: 1,
      error: { code: -32020, message: expect.stringContaining(problem) },
    });
  });
});
