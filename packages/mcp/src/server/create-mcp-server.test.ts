import { allow, openSession } from "@holdall/tool-core";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { openFixture } from "../_fixtures/session.fixture.ts";
import { errorMetaKey } from "../results/to-mcp-result.ts";
import { createMcpServer, type McpServerOptions } from "./create-mcp-server.ts";

async function connectPair(options?: McpServerOptions, session = openFixture()) {
  const server = createMcpServer(session, options);
  const client = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return { session, server, client };
}

describe("createMcpServer", () => {
  it("introduces itself as it is told, and without notes when there are none", async () => {
    const { client } = await connectPair({ info: { name: "mine", version: "2.0.0" }, instructions: "" });
    expect(client.getServerVersion()).toMatchObject({ name: "mine", version: "2.0.0" });
    expect(client.getInstructions()).toBeUndefined();
  });

  it("turns output that JSON cannot say into a failed result, not into -32603", async () => {
    const { client } = await connectPair({ structured: "always" });
    const result = await client.callTool({ name: "return_circle", arguments: {} });
    expect(result).toMatchObject({ isError: true, _meta: { [errorMetaKey]: { code: "internal" } } });
  });

  it("answers in any spelling of a tool's name", async () => {
    const { client } = await connectPair();
    const result = await client.callTool({ name: "AddNumbers", arguments: { a: 2, b: 2 } });
    expect(result.structuredContent).toEqual({ sum: 4 });
  });

  it("answers in the shapes of the camel dialect, failures too", async () => {
    const { registry } = openFixture();
    const { client } = await connectPair({}, openSession(registry, { policy: allow(), dialect: "camel" }));
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === "addNumbers")?.outputSchema).toMatchObject({
      properties: { success: { type: "boolean" }, sum: {} },
      required: ["success"],
    });
    const done = await client.callTool({ name: "addNumbers", arguments: { a: 2, b: 2 } });
    expect(done.structuredContent).toEqual({ success: true, sum: 4 });
    const failed = await client.callTool({ name: "addNumbers", arguments: { a: "x" } });
    expect(failed).toMatchObject({
      isError: true,
      structuredContent: { success: false, error: expect.any(String), code: "invalid_input" },
    });
  });

  it("leaves the session open, and forgets the registry, when it is closed", async () => {
    const { session, server, client } = await connectPair();
    const errors: Error[] = [];
    server.onerror = (error) => errors.push(error);
    await client.close();
    session.registry.remove("crash");
    expect(await session.call("add_numbers", { a: 1, b: 1 })).toMatchObject({ ok: true });
    expect(errors).toEqual([]);
  });

  it("refuses calls on a session that was disposed", async () => {
    const { session, client } = await connectPair();
    await session[Symbol.asyncDispose]();
    expect(await client.callTool({ name: "add_numbers", arguments: { a: 1, b: 1 } })).toMatchObject({ isError: true });
  });
});
