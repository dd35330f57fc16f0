import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRegistry, type ToolResult } from "@holdall/tool-core";
import { describe, it } from "vitest";
import { configs, connected, handClock, odd } from "../_fixtures/servers.fixture.ts";
import { unfenced } from "../_unfenced.fixture.ts";
import { connectServers } from "../connect-servers.ts";
import { answerQuestions } from "../questions/session-ask.ts";

const textOf = ({ content }: ToolResult) => unfenced(content);

describe.concurrent("a tool that is missing", () => {
  it("because its server does not start answers with why, in any spelling", async ({ expect }) => {
    const servers = {
      exits: odd("exit"),
      missing: { command: "no-such-program-anywhere" },
      off: { ...odd(), enabled: false },
      odd: odd(),
    };
    await using place = await connected(servers, { clock: handClock() });
    const call = (name: string) => place.session.call(name, {});
    for (const name of ["mcp__exits__echo", "mcpExitsEcho"]) {
      expect(await call(name)).toMatchObject({
        ok: false,
        error: {
          code: "unavailable",
          message: expect.stringContaining("exits is not connected. "),
          data: { server: "exits" },
        },
      });
    }
    expect(textOf(await call("mcp__exits__echo"))).toMatch(/no license found[\s\S]*try again in a moment/);
    expect(textOf(await call("mcp__missing__echo"))).toMatch(/no-such-program-anywhere was not found[\s\S]*Install it/);
    expect(textOf(await call("mcp__off__echo"))).toContain("off is disabled");
    expect(await call("mcp__odd__ecko")).toMatchObject({
      error: { code: "unknown_tool", hint: expect.stringContaining("mcp__odd__echo") },
    });
    expect(await call("mcp__other__echo")).toMatchObject({ error: { code: "unknown_tool" } });
  });

  it("because its definition has changed says so", async ({ expect }) => {
    await using place = await connected({ odd: odd() });
    await place.session.call("mcp__odd__change", {});
    await expect.poll(() => place.servers.status()[0]?.changes.length, { timeout: 8000 }).toBe(1);
    expect(await place.session.call("mcp__odd__echo", {})).toMatchObject({
      error: { code: "unknown_tool", message: expect.stringContaining("odd has changed its tool echo") },
    });
  });

  it("because its definition is broken costs no other tool, and says what is wrong", async ({ expect }) => {
    const errors: string[] = [];
    await using place = await connected({ odd: odd("broken") }, { onError: (_, { message }) => errors.push(message) });
    expect(place.servers.status()).toMatchObject([{ state: "connected" }]);
    expect(textOf(await place.session.call("mcp__odd__echo", { text: "hi" }))).toBe("said hi");
    const names = place.servers.status()[0]?.tools ?? [];
    expect(names).toContain("mcp__odd__task_maybe");
    for (const name of ["text_schema", "no_schema", "odd_properties", "odd_annotations", "task_only"]) {
      expect(names).not.toContain(`mcp__odd__${name}`);
      expect(errors.join("\n")).toContain(`Its tool ${name} is left out: `);
    }
    expect(errors.join("\n")).toContain("Its tool without a name is left out");
    expect(textOf(await place.session.call("mcp__odd__odd_output", {}))).toBe("fine");
    expect(await place.session.call("mcp__odd__list_output", {})).toMatchObject({
      ok: true,
      output: { structured: { result: [1, 2, 3] } },
    });
    const listed = textOf(await place.session.call("list_mcp_resources", {}));
    expect(listed).toContain("odd note:///1: one");
    expect(listed).not.toContain("note:///bad");
    expect(errors.join("\n")).toContain("Its resource bad does not follow the protocol, and is left out.");
    expect(textOf(await place.session.call("mcp__odd__task_only", {}))).toContain("it runs only as a task");
    expect(textOf(await place.session.call("mcp__odd__text_schema", {}))).toContain('does not have the type "object"');
  });

  it("comes back when the servers are detached, and the reason goes", async ({ expect }) => {
    await using servers = await connectServers(configs({ missing: { command: "no-such-program" } }));
    const registry = createRegistry();
    const detach = servers.attach(registry);
    expect(registry.missing("mcp__missing__x")?.code).toBe("unavailable");
    detach();
    expect(registry.missing("mcp__missing__x")).toBeUndefined();
  });
});

it("an answer keeps what is readable of it, with one line for each part that is not", async ({ expect }) => {
  await using place = await connected({ odd: odd() });
  const lines = textOf(await place.session.call("mcp__odd__odd_parts", {})).split("\n");
  expect(lines).toEqual([
    "before",
    "[A part of the answer image/png, image, does not follow the protocol, and is left out.]",
    "[A part of the answer, widget<U+202E>, is of an unknown type, and is left out.]",
    "[A part of the answer is not an object, and is left out.]",
    "after",
  ]);
});

describe.concurrent("an answer that is none", () => {
  it.for([
    ["just_text", 'odd answered with a result that is not an object: "just text"'],
    ["nothing_at_all", "odd answered with a result that is not an object: null"],
    ["odd_error", 'odd answered with an error without code and message: "out of order"'],
    ["refused", "odd refused: The quota is used up."],
  ])("fails the call of %s at once", async ([tool, message], { expect }) => {
    await using place = await connected({ odd: { ...odd(), timeout: 3_600_000 } });
    expect(await place.session.call(`mcp__odd__${tool}`, {})).toMatchObject({
      error: { code: "unavailable", message },
    });
  });

  it.for(["application/json", "text/event-stream"])("fails over HTTP too, as %s", async (type, { expect }) => {
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const { id, method, params } = JSON.parse(body || "{}");
      const results: Record<string, unknown> = {
        initialize: {
          protocolVersion: params?.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: "http", version: "1" },
        },
        "tools/list": { tools: [{ name: "just_text", inputSchema: { type: "object" } }] },
        "tools/call": "just text",
      };
      if (request.method !== "POST" || id === undefined)
        return void response.writeHead(request.method === "POST" ? 202 : 405).end();
      if (!(method in results)) return void response.writeHead(400).end();
      const text = JSON.stringify({ jsonrpc: "2.0", id, result: results[method] });
      response.writeHead(200, { "content-type": type });
      response.end(type === "application/json" ? text : `event: message\ndata: ${text}\n\n`);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    await using place = await connected({ web: { url, protocol: "legacy", timeout: 3_600_000 } });
    expect(await place.session.call("mcp__web__just_text", {})).toMatchObject({
      error: { code: "unavailable", message: 'web answered with a result that is not an object: "just text"' },
    });
    server.close();
  });
});

it("a server that refuses connections is said to", async ({ expect }) => {
  const closed = createTcpServer();
  await once(closed.listen(0, "127.0.0.1"), "listening");
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const gone = { url: `http://127.0.0.1:${port}/mcp`, protocol: "legacy" };
  await using place = await connected(
    { gone, local: { ...gone, url: `http://localhost:${port}/mcp` } },
    { clock: handClock() },
  );
  for (const { problem } of place.servers.status()) expect(problem?.message).toContain("ECONNREFUSED");
  expect(textOf(await place.session.call("mcp__gone__any", {}))).toMatch(/gone is not connected. .*ECONNREFUSED/);
});

describe.concurrent("servers that connect in the background", () => {
  it("keep nobody waiting, come when they have connected, and are named when they are slow", async ({ expect }) => {
    const folder = mkdtempSync(join(tmpdir(), "holdall-gated-"));
    const gate = join(folder, "open");
    const slow: string[] = [];
    const clock = handClock();
    await using servers = await connectServers(
      configs({ dead: odd("silent"), late: odd("gated", gate), quick: odd() }),
      {
        background: true,
        onSlow: (server) => slow.push(server),
        clock,
        grace: 100,
      },
    );
    const registry = createRegistry();
    servers.attach(registry);
    const states = () => servers.status().map(({ state }) => state);
    expect(states()).toEqual(["connecting", "connecting", "connecting"]);
    expect(registry.missing("mcp__late__echo")).toMatchObject({
      code: "unavailable",
      message: "The MCP server late is still being connected.",
    });
    await expect.poll(states, { timeout: 8000 }).toEqual(["connecting", "connecting", "connected"]);
    expect(clock.waits).toEqual([3000]);
    clock.tick();
    await expect.poll(() => slow, { timeout: 8000 }).toEqual(["dead", "late"]);
    writeFileSync(gate, "");
    await expect.poll(() => registry.get("mcp__late__echo")?.name, { timeout: 8000 }).toBe("mcp__late__echo");
    await servers.close();
    await servers.settled;
    expect(states()).toEqual(["closed", "closed", "closed"]);
    rmSync(folder, { recursive: true });
  });
});

describe.concurrent("a server is told", () => {
  it("the folders that it may work in, where the host names some", async ({ expect }) => {
    await using place = await connected({ odd: odd() }, { roots: [import.meta.dirname] });
    const { roots } = JSON.parse(textOf(await place.session.call("mcp__odd__roots", {})));
    expect(roots).toEqual([{ uri: pathToFileURL(import.meta.dirname).href, name: "answers" }]);
  });

  it("what the person behind the calling session answers, and nothing while calls of several are in flight", async ({
    expect,
  }) => {
    await using place = await connected({ odd: odd() }, { ask: () => ({ action: "decline" }) });
    const ask = async () => JSON.parse(textOf(await place.session.call("mcp__odd__ask", {})));
    expect(await ask()).toEqual({ action: "decline" });
    const end = answerQuestions(place.session, ({ server }) => ({ action: "accept", content: { name: server } }));
    expect(await ask()).toEqual({ action: "accept", content: { name: "odd", loud: true } });
    await using other = await connected({});
    other.session.registry.add(...place.servers.tools().filter(({ name }) => name === "mcp__odd__hang"));
    const cancelling = new AbortController();
    const hanging = other.session.call("mcp__odd__hang", {}, { signal: cancelling.signal });
    await place.session.call("mcp__odd__echo", {});
    expect(await ask()).toEqual({ action: "cancel" });
    cancelling.abort();
    await hanging;
    expect(await ask()).toMatchObject({ action: "accept" });
    end();
    expect(await ask()).toEqual({ action: "decline" });
  });
});
