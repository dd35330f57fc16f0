import { allow, createRegistry, defineTool, openSession, passthroughSchema, type Tool } from "@holdall/tool-core";
import { createCatalog, toolCall, toolSearch } from "@holdall/tool-search";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClientKind, connect } from "../_fixtures/connect.fixture.ts";
import { type HttpServer, serveHttp } from "../http.ts";

const far = (number: number) =>
  defineTool({
    name: `mcp__far__do_${number}`,
    category: "mcp",
    description: `Do thing number ${number}`,
    input: passthroughSchema({ type: "object", properties: {} }),
    hints: { readOnly: true, openWorld: false },
    execute: () => `did ${number}`,
  });
const near = defineTool({ ...far(0), name: "near", category: "test", description: "Is always there" });
const registry = createRegistry([near, ...Array.from({ length: 527 }, (_, number) => far(number))]);
registry.add(toolSearch({ registry }) as Tool, toolCall({ registry }) as Tool);
const { expose } = createCatalog(registry);

describe.each(["v1", "v2 legacy", "v2 modern"] as ClientKind[])("of 527 tools, a %s client", (kind) => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await serveHttp(() => openSession(registry, { policy: allow() }), { onError: () => {}, expose });
  });
  afterAll(() => server.close());
  const open = async () => {
    const heard = { times: 0 };
    const client = await connect(kind, `${server.url}?session=${crypto.randomUUID()}`, () => void heard.times++);
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    return { client, heard, names };
  };

  it("is shown the ones that find the others, and hears of those it has loaded", async () => {
    const { client, heard, names } = await open();
    expect(await names()).toEqual(["near", "tool_search", "tool_call"]);
    await client.callTool({ name: "tool_search", arguments: { select: ["mcp__far__do_7"] } });
    await expect.poll(() => heard.times).toBe(1);
    expect(await names()).toEqual(["near", "tool_search", "tool_call", "mcp__far__do_7"]);
    await client.callTool({ name: "near", arguments: {} });
    expect(await client.callTool({ name: "mcp__far__do_7", arguments: {} })).toMatchObject({
      content: [{ type: "text", text: "did 7" }],
    });
    expect(heard.times).toBe(1);
  });

  it("reaches the rest through the bridge, and by name", async () => {
    const { client } = await open();
    const bridged = await client.callTool({ name: "tool_call", arguments: { name: "mcp__far__do_9", arguments: {} } });
    expect(bridged.content).toEqual([{ type: "text", text: "did 9" }]);
    expect((await client.callTool({ name: "mcp__far__do_500", arguments: {} })).isError).toBeFalsy();
  });

  it("sees nothing of what another one loaded", async () => {
    const [first, second] = [await open(), await open()];
    await first.client.callTool({ name: "tool_search", arguments: { select: ["mcp__far__do_3"] } });
    expect(await first.names()).toContain("mcp__far__do_3");
    expect(await second.names()).not.toContain("mcp__far__do_3");
    expect(second.heard.times).toBe(0);
  });
});

it("the instructions speak of what is shown, and of how to find the rest", async () => {
  const server = await serveHttp(() => openSession(registry, { policy: allow() }), { onError: () => {}, expose });
  const client = await connect("v2 modern", server.url);
  expect(client.getInstructions()).toContain("More to find with tool_search: far.");
  expect(client.getInstructions()).not.toContain("do_7");
  await server.close();
});
