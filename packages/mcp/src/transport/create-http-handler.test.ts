import { expect, it } from "vitest";
import { callOf, modern } from "../_fixtures/http-calls.fixture.ts";
import { openFixture } from "../_fixtures/session.fixture.ts";
import { createHttpHandler } from "./create-http-handler.ts";

const url = "http://test.local/mcp";
const handler = () => createHttpHandler(openFixture, { onError: () => {}, maxBodySize: 1000 });

it("answers Requests with Responses, without a server", async () => {
  const { fetch, close } = handler();
  const response = await fetch(new Request(url, callOf(modern("add_numbers", { a: 1, b: 2 }))));
  expect(await response.json()).toMatchObject({ result: { content: [{ type: "text", text: '{"sum":3}' }] } });
  await close();
  expect((await fetch(new Request(url, callOf(modern("add_numbers", { a: 1, b: 2 }))))).status).toBe(503);
});

it.each([
  ["of the new era", callOf(modern("echo_text", { text: "x".repeat(2000) }))],
  ["of the old era", callOf({ headers: {}, body: { jsonrpc: "2.0", id: 1, method: "ping", more: "x".repeat(2000) } })],
])("reads no more of a body %s than it may", async (_name, call) => {
  let pulled = 0;
  const bytes = new TextEncoder().encode(String(call.body));
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(bytes);
    },
  });
  const { fetch, close } = handler();
  const response = await fetch(new Request(url, { ...call, body: endless, duplex: "half" } as RequestInit));
  expect(response.status).toBe(413);
  expect(pulled).toBeLessThan(10);
  await close();
});

it.each([
  ["no JSON", "{", 400],
  ["nothing", "", 400],
  ["a number", "7", 400],
])("refuses %s", async (_name, body, status) => {
  const { fetch, close } = handler();
  expect((await fetch(new Request(url, { ...callOf(modern("add_numbers", {})), body }))).status).toBe(status);
  await close();
});
