import { allow, createRegistry, defineTool, openSession, passthroughSchema, type Session } from "@holdall/tool-core";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createMcpServer, type McpServerOptions } from "./create-mcp-server.ts";

/** A session whose only tool tells whose it is. */
function sessionOf(name: string): Session {
  const tool = defineTool({
    name: `tool_of_${name}`,
    category: "test",
    description: "Tells whose it is.",
    aliases: { names: ["whose"] },
    input: passthroughSchema({ type: "object" }),
    hints: { readOnly: true, openWorld: false },
    execute: () => name,
    render: () => name,
  });
  return openSession(createRegistry([tool]), { policy: allow() });
}

async function connect(sessionForRoots: McpServerOptions["sessionForRoots"], roots?: () => Promise<string[]>) {
  const server = createMcpServer(sessionOf("first"), { sessionForRoots });
  const client = new Client(
    { name: "t", version: "1" },
    { capabilities: roots ? { roots: { listChanged: true } } : {} },
  );
  if (roots) client.setRequestHandler("roots/list", async () => ({ roots: (await roots()).map((uri) => ({ uri })) }));
  let changes = 0;
  client.setNotificationHandler("notifications/tools/list_changed", () => void changes++);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  onTestFinished(() => client.close());
  const whose = async () => {
    const { content } = await client.callTool({ name: "whose", arguments: {} });
    return (content as { text: string }[])[0]?.text;
  };
  return { client, whose, changes: () => changes };
}

afterEach(() => vi.restoreAllMocks());

describe("sessionForRoots", () => {
  test("gets the client's folders, and calls wait for its session", async () => {
    const asked: (readonly string[])[] = [];
    const answered = Promise.withResolvers<string[]>();
    const { whose, client, changes } = await connect(
      async (urls) => {
        asked.push(urls);
        return sessionOf(urls[0]?.slice(8) ?? "none");
      },
      () => answered.promise,
    );
    const waiting = [whose(), client.listTools()] as const;
    answered.resolve(["file:///one", "file:///a%20b"]);
    expect(await waiting[0]).toBe("one");
    expect((await waiting[1]).tools.map(({ name }) => name)).toEqual(["tool_of_one"]);
    expect(asked).toEqual([["file:///one", "file:///a%20b"]]);
    await expect.poll(changes).toBe(1);
  });

  test("is asked again when the roots change; undefined leaves the session", async () => {
    let root = "file:///one";
    const { whose, client } = await connect(
      ([url]) => (url === "file:///gone" ? undefined : sessionOf(url?.slice(8) ?? "")),
      async () => [root],
    );
    expect(await whose()).toBe("one");
    for (const [next, name] of [
      ["two", "two"],
      ["gone", "two"],
      ["three", "three"],
    ]) {
      root = `file:///${next}`;
      await client.sendRootsListChanged();
      expect(await whose()).toBe(name);
    }
  });

  test("that fails is reported, and the session stays; nothing is asked of clients without roots", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const make = vi.fn(() => {
      throw new Error("No such place.");
    });
    const failing = await connect(make, async () => ["file:///one"]);
    expect(await failing.whose()).toBe("first");
    expect(said).toHaveBeenCalledWith("holdall: No such place.");
    const without = await connect(make);
    expect(await without.whose()).toBe("first");
    expect(make).toHaveBeenCalledTimes(1);
  });
});
