import { allow, contentText, createRegistry, defineTool, openSession, type Tool } from "@holdall/tool-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type HttpServer, serveHttp } from "../http.ts";
import { connectHttpServers, httpServer } from "./connect-http-servers.ts";
import { toAppResult } from "./tools/app-result.ts";

const tool = (name: string): Tool =>
  defineTool({
    name,
    category: "test",
    description: "Look at the sky.",
    input: z.object({}),
    hints: { readOnly: true, openWorld: false },
    execute: async () => ({ color: "blue" }),
    render: () => "The sky is blue.",
  }) as Tool;

let server: HttpServer;
let other: HttpServer;
beforeAll(async () => {
  const open = (name: string) => serveHttp(() => openSession(createRegistry([tool(name)]), { policy: allow() }));
  server = await open("look");
  other = await open("gaze");
});
afterAll(async () => {
  await server.close();
  await other.close();
});

describe.each(["legacy", "modern"] as const)("servers by URL, in the %s protocol", (protocol) => {
  it("have tools that the policy of the session decides on, with fenced answers", async () => {
    await using servers = await connectHttpServers([{ name: "sky", url: server.url, protocol }]);
    expect(servers.status()).toMatchObject([{ name: "sky", state: "connected", tools: ["mcp__sky__look"] }]);
    expect(servers.nameOf("sky", "look")).toBe("mcp__sky__look");
    expect([servers.nameOf("sky", "mcp__sky__look"), servers.nameOf("sea", "look")]).toEqual([undefined, undefined]);
    const registry = createRegistry();
    servers.attach(registry);
    await using strict = openSession(registry, { policy: allow({ actions: ["read"] }) });
    expect(await strict.call("mcp__sky__look", {})).toMatchObject({
      ok: false,
      error: { code: "permission_denied", message: expect.stringContaining("mcp:sky/look") },
    });
    await using session = openSession(registry, { policy: allow({ tools: ["mcp__sky__look"] }) });
    const result = await session.call("mcp__sky__look", {});
    expect(contentText(result.content)).toMatch(/<untrusted[^>]*source="MCP server sky"[\s\S]*The sky is blue\./);
  });
});

it("servers come and go, and their tools with them", async () => {
  await using servers = await connectHttpServers([{ name: "a", url: server.url }]);
  const registry = createRegistry();
  servers.attach(registry);
  const names = () => registry.list().map(({ name }) => name);
  await servers.add(httpServer({ name: "b", url: other.url }));
  expect(names()).toEqual(expect.arrayContaining(["mcp__a__look", "mcp__b__gaze", "read_mcp_resource"]));
  await expect(servers.add(httpServer({ name: "b", url: server.url }))).rejects.toMatchObject({
    code: "invalid_input",
  });
  expect(await servers.remove("a")).toBe(true);
  expect(await servers.remove("a")).toBe(false);
  expect(names()).not.toContain("mcp__a__look");
  await servers.remove("b");
  expect(names()).toEqual([]);
  await servers.add(httpServer({ name: "a", url: other.url }));
  expect(names()).toContain("mcp__a__gaze");
});

it("takes neither programs nor addresses with a password", async () => {
  for (const url of ["file:///etc/passwd", "javascript:alert(1)", "https://me:secret@example.com/mcp", "x"])
    await expect(connectHttpServers([{ name: "odd", url }]), url).rejects.toMatchObject({ code: "invalid_input" });
  await using servers = await connectHttpServers([]);
  const place = { kind: "stdio", command: "touch", args: ["/tmp/never"], env: {}, cwd: "/" } as const;
  await servers.add({ ...httpServer({ name: "program", url: server.url }), place });
  expect(servers.status()).toMatchObject([{ state: "failed", problem: { code: "permission_denied" } }]);
});

it("an output is given to a page in the form of the protocol", () => {
  const png = { type: "file", mediaType: "image/png", data: Uint8Array.of(1, 2) } as const;
  const sound = { type: "file", mediaType: "audio/wav", data: Uint8Array.of(3) } as const;
  const other = { type: "file", mediaType: "application/pdf", data: Uint8Array.of(4), name: "a.pdf" } as const;
  expect(toAppResult({ content: [{ type: "text", text: "x" }, png, sound, other], structured: { a: 1 } })).toEqual({
    content: [
      { type: "text", text: "x" },
      { type: "image", data: "AQI=", mimeType: "image/png" },
      { type: "audio", data: "Aw==", mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "attachment:///a.pdf", mimeType: "application/pdf", blob: "BA==" } },
    ],
    structuredContent: { a: 1 },
  });
  expect(toAppResult({ content: [], structured: 1 })).toEqual({ content: [] });
});
