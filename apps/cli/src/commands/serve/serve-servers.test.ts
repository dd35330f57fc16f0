import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type ElicitResult } from "@modelcontextprotocol/client";
import { describe, test } from "vitest";
import { stdioTransport } from "../../fixtures/serve.fixture.ts";

const odd = join(import.meta.dirname, "../../../../../packages/mcp/src/client/_fixtures/odd-server.fixture.mjs");
const server = (...args: readonly string[]) => ({ command: process.execPath, args: [odd, ...args] });

interface Served extends AsyncDisposable {
  readonly client: Client;
  readonly folder: string;
  readonly asked: unknown[];
  announced(): number;
  said(): string;
}

/** `holdall serve` on stdio with servers behind it, and a client that can be asked or not. */
async function serve(
  servers: (folder: string) => Readonly<Record<string, object>>,
  answer?: (params: unknown) => ElicitResult,
): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "holdall-behind-"));
  const config = join(folder, "mcp.json");
  writeFileSync(config, JSON.stringify({ mcpServers: servers(folder) }));
  const words = ["--root", folder, "--mcp-config", config, "--yes", "--defer", "none"];
  const capabilities = answer ? { elicitation: { form: {}, url: {} } } : {};
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  const asked: unknown[] = [];
  if (answer)
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params);
      return answer(params);
    });
  let announced = 0;
  client.setNotificationHandler("notifications/tools/list_changed", () => void announced++);
  const env = { PATH: process.env.PATH ?? "", XDG_CONFIG_HOME: join(folder, "config") };
  const transport = stdioTransport(words, { env });
  await client.connect(transport);
  return {
    client,
    folder,
    asked,
    announced: () => announced,
    said: transport.said,
    async [Symbol.asyncDispose]() {
      await client.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
const textOf = ({ content }: { content?: unknown }) => JSON.stringify(content);

describe.concurrent("serve with MCP servers behind it", { timeout: 25_000 }, () => {
  test("answers while one is dead and one is slow, and announces tools when they come", async ({ expect }) => {
    await using served = await serve((folder) => ({
      dead: server("silent"),
      slow: server("gated", join(folder, "gate")),
      gone: { command: "no-such-program-anywhere" },
    }));
    const { client, folder, announced, said } = served;
    expect(client.getInstructions()).toContain("dead, slow");
    const names = () => namesOf(client);
    expect(await names()).toContain("read_file");
    expect(await names()).not.toContain("mcp__slow__echo");
    const early = await client.callTool({ name: "mcp__slow__echo", arguments: {} });
    expect(early).toMatchObject({ isError: true });
    expect(textOf(early)).toContain("slow is still being connected");
    await expect.poll(said, { timeout: 15_000 }).toContain("the MCP server dead has not connected after 3 seconds");
    const before = announced();
    writeFileSync(join(folder, "gate"), "");
    await expect.poll(announced, { timeout: 10_000 }).toBeGreaterThan(before);
    expect(await names()).toContain("mcp__slow__echo");
    expect(textOf(await client.callTool({ name: "mcp__slow__echo", arguments: { text: "hi" } }))).toContain("said hi");
    const gone = await client.callTool({ name: "mcp__gone__echo", arguments: {} });
    expect(textOf(gone)).toContain("no-such-program-anywhere was not found");
  });

  test("passes their questions on to a client that can be asked", async ({ expect }) => {
    await using served = await serve(
      () => ({ odd: server() }),
      (params) =>
        Object(params).mode === "url"
          ? { action: "accept" }
          : { action: "accept", content: { name: "Ann", loud: false } },
    );
    const { client, asked } = served;
    await expect.poll(() => namesOf(client), { timeout: 10_000 }).toContain("mcp__odd__ask");
    const call = (name: string) => client.callTool({ name, arguments: {} });
    expect(textOf(await call("mcp__odd__ask"))).toContain("Ann");
    expect(textOf(await call("mcp__odd__ask_url"))).toContain("accept");
    expect(asked).toMatchObject([
      { message: "The MCP server odd asks: Who<U+202E>?", requestedSchema: { required: ["name"] } },
      { mode: "url", url: "https://example.com/login" },
    ]);
    const { folder } = served;
    expect(textOf(await call("mcp__odd__roots"))).toContain(`file://${folder}`);
  });

  test("declines their questions where the user cannot be asked", async ({ expect }) => {
    await using served = await serve(() => ({ odd: server() }));
    const { client } = served;
    await expect.poll(() => namesOf(client), { timeout: 10_000 }).toContain("mcp__odd__ask");
    expect(textOf(await client.callTool({ name: "mcp__odd__ask", arguments: {} }))).toContain("decline");
  });
});
