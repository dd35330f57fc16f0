import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { fixtureServer } from "../_fixtures/connect.fixture.ts";

const textOf = (result: { content?: unknown }) => JSON.stringify(result.content);

describe.concurrent.each([
  ["2025-11-25", "legacy"],
  ["2026-07-28", { pin: "2026-07-28" }],
] as const)("on stdio, a client of %s", (_era, mode) => {
  async function connect(decision?: string) {
    const capabilities = decision === undefined ? {} : { elicitation: {} };
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode }, capabilities });
    if (decision !== undefined) {
      client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { decision } }));
    }
    await client.connect(new StdioClientTransport(fixtureServer));
    return client;
  }

  it.each([
    ["allow once", "gone"],
    ["deny", "declined"],
    [undefined, "the user cannot be asked here"],
  ])("that answers %j", async (decision, answer) => {
    const client = await connect(decision);
    expect(textOf(await client.callTool({ name: "delete_everything", arguments: {} }))).toContain(answer);
    await client.close();
  });

  it("cancels the call that it means, and only that", async () => {
    const client = await connect();
    const stop = new AbortController();
    const hanging = client.callTool({ name: "wait_forever", arguments: {} }, { signal: stop.signal });
    const short = client.callTool({ name: "wait_briefly", arguments: { milliseconds: 100 } });
    await client.callTool({ name: "add_numbers", arguments: { a: 1, b: 1 } });
    stop.abort();
    await expect(hanging).rejects.toThrow(/abort|cancel/i);
    expect(textOf(await short)).toContain("waited 100");
    expect(textOf(await client.callTool({ name: "count_aborts", arguments: {} }))).toContain('"1"');
    await client.close();
  });
});
