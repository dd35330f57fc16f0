import type { ToolResult } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { callForPage } from "./call-for-page.ts";

const servers = { toolOf: (server: string, tool: string) => (tool === "look" ? `mcp__${server}__look` : undefined) };
const done: ToolResult = { ok: true, output: { content: [{ type: "text", text: "blue" }] }, content: [] };

test("a page calls tools of its own server, one after the other, and no more than five wait", async () => {
  const begun: string[] = [];
  const gates: PromiseWithResolvers<ToolResult>[] = [];
  const call = callForPage(servers, "sky", (tool) => {
    begun.push(tool);
    const gate = Promise.withResolvers<ToolResult>();
    gates.push(gate);
    return gate.promise;
  });
  await expect(call("delete_file", {})).rejects.toThrow("delete_file is not a tool of sky");
  const calls = Array.from({ length: 5 }, () => call("look", {}));
  await expect(call("look", {})).rejects.toThrow("More than 5 calls of this page are waiting.");
  for (let at = 0; at < 5; at++) {
    await expect.poll(() => begun.length).toBe(at + 1);
    gates[at]?.resolve(done);
    expect(await calls[at]).toEqual({ content: [{ type: "text", text: "blue" }] });
  }
  const next = call("look", {});
  await expect.poll(() => begun.length).toBe(6);
  gates[5]?.resolve(done);
  await next;
  expect(new Set(begun)).toEqual(new Set(["mcp__sky__look"]));
});

test("a failure is the page's answer, and the next call is made", async () => {
  const denied = {
    ok: false,
    error: { code: "permission_denied", message: "No." },
    content: [{ type: "text", text: "No." }],
  };
  const answers = [denied as unknown as ToolResult, done];
  const call = callForPage(servers, "sky", async () => answers.shift() as ToolResult);
  expect(await call("look", {})).toEqual({ content: [{ type: "text", text: "No." }], isError: true });
  expect(await call("look", {})).not.toHaveProperty("isError");
});
