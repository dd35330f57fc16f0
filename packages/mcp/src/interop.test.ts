import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClientKind, clientKinds, connect, isModern } from "./_fixtures/connect.fixture.ts";
import { openFixture } from "./_fixtures/session.fixture.ts";
import { type HttpServer, serveHttp } from "./http.ts";
import { errorMetaKey } from "./results/to-mcp-result.ts";

const text = (value: string) => ({ type: "text", text: value });

describe.each(["stdio", "http"])("over %s", (transport) => {
  let http: HttpServer | undefined;
  beforeAll(async () => {
    if (transport === "http") http = await serveHttp(openFixture, { onError: () => {} });
  });
  afterAll(() => http?.close());

  describe.concurrent.each(clientKinds)("a %s client", (kind: ClientKind) => {
    let client: Client;
    let changes = 0;
    beforeAll(async () => {
      const url = http && `${http.url}?session=${encodeURIComponent(kind)}`;
      client = await connect(kind, url, () => changes++);
    });
    afterAll(() => client.close());

    it("negotiates its own era", () => {
      if (kind === "v1") return expect(client.getServerVersion()?.name).toBe("holdall");
      expect(client.getProtocolEra()).toBe(isModern(kind) ? "modern" : "legacy");
    });

    it("reads the instructions", () => {
      expect(client.getInstructions()).toContain("Prefer add_numbers to adding in your head.");
    });

    it("lists tools with annotations and schemas", async () => {
      const { tools } = await client.listTools();
      const add = tools.find(({ name }) => name === "add_numbers");
      expect(add).toMatchObject({
        title: "Add numbers",
        description: "Add two numbers",
        inputSchema: { type: "object", required: ["a", "b"] },
        outputSchema: { type: "object", properties: { sum: { type: "number" } } },
        annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      });
      expect(tools.find(({ name }) => name === "read_page")).not.toHaveProperty("outputSchema");
    });

    it("calls a tool for structured content and its text", async () => {
      const result = await client.callTool({ name: "add_numbers", arguments: { a: 1, b: 2 } });
      expect(result).toMatchObject({ content: [text('{"sum":3}')], structuredContent: { sum: 3 } });
    });

    it("gets a long text once", async () => {
      const result = await client.callTool({ name: "read_page", arguments: {} });
      expect(result).not.toHaveProperty("structuredContent");
      expect(JSON.stringify(result).match(/Page 1/g)).toHaveLength(1);
    });

    it("gets bad arguments back as a result that says what to correct", async () => {
      const result = await client.callTool({ name: "add_numbers", arguments: { a: "one", b: 2 } });
      expect(result).toMatchObject({ isError: true, _meta: { [errorMetaKey]: { code: "invalid_input" } } });
      expect(JSON.stringify(result.content)).toMatch(/\ba\b.*number/);
    });

    it("gets a failure with its code, data and next move, though the tool has an output schema", async () => {
      const result = await client.callTool({ name: "fail_plainly", arguments: {} });
      expect(result).toMatchObject({
        isError: true,
        content: [text("Error (ambiguous): There are three of them.\nUse add_numbers.")],
        _meta: { [errorMetaKey]: { code: "ambiguous", data: { lines: [1, 2] } } },
      });
      expect(result).not.toHaveProperty("structuredContent");
    });

    it("hears of a crash without its message", async () => {
      const result = await client.callTool({ name: "crash", arguments: {} });
      expect(result).toMatchObject({ isError: true, _meta: { [errorMetaKey]: { code: "internal" } } });
      expect(JSON.stringify(result)).not.toContain("secret");
    });

    it("is told that a call takes an approval nobody can give", async () => {
      const result = await client.callTool({ name: "delete_everything", arguments: {} });
      expect(result).toMatchObject({ isError: true, _meta: { [errorMetaKey]: { code: "permission_denied" } } });
      expect(JSON.stringify(result.content)).toMatch(/approv.*the user cannot|the user cannot.*approv/);
    });

    it("gets -32602 for a tool that is not there, with the nearest name", async () => {
      const call = client.callTool({ name: "add_number", arguments: {} });
      await expect(call).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("add_numbers") });
    });

    it("gets images, audio and files as such", async () => {
      const mixed = await client.callTool({ name: "test_multiple_content_types", arguments: {} });
      expect(mixed.content).toMatchObject([
        { type: "text" },
        { type: "image", mimeType: "image/png", data: expect.stringMatching(/^iVBORw0KGgo/) },
        { type: "resource", resource: { mimeType: "text/plain", blob: btoa("A note"), uri: "attachment:///note.txt" } },
      ]);
      const audio = await client.callTool({ name: "test_audio_content", arguments: {} });
      expect(audio.content).toMatchObject([{ type: "audio", mimeType: "audio/wav" }]);
    });

    it("hears progress, and cancels the call", async ({ expect }) => {
      const aborting = new AbortController();
      const heard = Promise.withResolvers<unknown>();
      const call = callWithOptions(client, kind, "wait_forever", {
        signal: aborting.signal,
        onprogress: heard.resolve,
      });
      expect(await heard.promise).toMatchObject({ progress: 1, message: "waiting" });
      aborting.abort();
      await expect(call).rejects.toThrow(/abort|cancel/i);
      await expect.poll(() => countOf(client, "count_aborts")).toBe(1);
    });

    it("runs calls side by side and keeps answers apart", async () => {
      const waits = [60, 1, 30, 5];
      const results = await Promise.all(
        waits.map((milliseconds) => client.callTool({ name: "wait_briefly", arguments: { milliseconds } })),
      );
      expect(results.map(({ content }) => content)).toEqual(waits.map((wait) => [text(`waited ${wait}`)]));
    });

    it("hears that the tools have changed", async ({ expect }) => {
      const change = async () => {
        await client.callTool({ name: "test_trigger_tool_change", arguments: {} });
        return changes;
      };
      // Over HTTP the stream that carries it is opened beside the calls, some time after connecting.
      await expect.poll(change).toBeGreaterThan(0);
    });

    it("remembers from call to call", async () => {
      expect(await countOf(client, "count_calls")).toBe(1);
      expect(await countOf(client, "count_calls")).toBe(2);
    });
  });
});

async function countOf(client: Client, tool: string): Promise<number> {
  const { content } = await client.callTool({ name: tool, arguments: {} });
  return content[0]?.type === "text" ? Number(content[0].text) : Number.NaN;
}

/** The first SDK's client takes a result schema between the parameters and the options. */
function callWithOptions(client: Client, kind: ClientKind, name: string, options: object): Promise<unknown> {
  const callTool = client.callTool.bind(client) as (...input: unknown[]) => Promise<unknown>;
  const call = { name, arguments: {} };
  return kind === "v1" ? callTool(call, undefined, options) : callTool(call, options);
}
