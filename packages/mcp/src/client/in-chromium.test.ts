import { join } from "node:path";
import { allow, createRegistry, defineTool, openSession, type Tool } from "@holdall/tool-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { chromiumPath, noChromium, openSite } from "../../../backends-opfs/src/_browser.fixture.ts";
import { type HttpServer, serveHttp } from "../http.ts";
import type { BrowserClient } from "./_fixtures/browser-client.fixture.ts";

declare const holdall: BrowserClient;

const plain = { category: "test", input: z.object({}), hints: { readOnly: true, openWorld: false } } as const;

const tools = [
  defineTool({
    ...plain,
    name: "look",
    description: "Look at the sky.",
    async *execute() {
      yield { message: "looking up" };
      return { color: "blue ☀" };
    },
    output: z.object({ color: z.string() }),
    render: ({ color }) => [
      { type: "text", text: color },
      { type: "file", mediaType: "image/png", data: new Uint8Array(200_000).fill(7) },
    ],
  }),
  defineTool({
    ...plain,
    name: "wait",
    description: "Wait long enough to become a task.",
    async execute(_, { signal }) {
      await new Promise<void>((resolve, reject) => {
        setTimeout(resolve, 40);
        signal.addEventListener("abort", reject);
      });
      return "waited";
    },
  }),
] as readonly Tool[];

const app = {
  uri: "ui://sky/page.html",
  name: "sky",
  html: async () => "<p>☀</p>",
  shows: (tool: string) => tool === "look",
};

if (chromiumPath === undefined) {
  // There is nothing to run it in.
  test.skip(`the client runs in a browser (${noChromium})`, () => {});
} else {
  const site = await openSite(join(import.meta.dirname, "_fixtures/browser-client.fixture.ts"), "in memory");
  const page = await site.open();
  page.setDefaultTimeout(20_000);
  let server: HttpServer;
  let closed: HttpServer;
  beforeAll(async () => {
    const open = () => openSession(createRegistry(tools), { policy: allow() });
    const options = { app, token: "secret", structured: "always", tasks: { when: () => 10 } } as const;
    server = await serveHttp(open, { ...options, allowedOrigins: [site.origin] });
    closed = await serveHttp(open, options);
  });
  afterAll(async () => {
    await site.close();
    await server.close();
    await closed.close();
  });

  const connect = (config: Parameters<BrowserClient["connect"]>[0]) =>
    page.evaluate((given) => holdall.connect(given), config);
  const call = (tool: string, allowed: readonly string[]) =>
    page.evaluate(([name, names]) => holdall.call(name, {}, names), [tool, allowed] as const);
  const headers = { authorization: "Bearer secret" };

  describe.each([
    ["legacy", "2025-11-25"],
    ["modern", "2026-07-28"],
  ] as const)("a page connects to a server of ours, in the %s protocol", (protocol, version) => {
    test("and calls its tools: progress, characters, files, a task, a page, and what no rule allows", async () => {
      const sky = { name: "sky", url: server.url, headers, apps: true, protocol };
      expect(await connect(sky)).toEqual({
        state: "connected",
        protocol: version,
        tools: ["mcp__sky__look", "mcp__sky__wait"],
        problem: undefined,
      });
      const looked = await call("mcp__sky__look", ["mcp__sky__look"]);
      expect(looked.text).toContain("blue ☀");
      expect(looked.text).toContain("MCP server sky");
      expect(looked.progress).toEqual(["looking up"]);
      expect(looked.output?.structuredContent).toEqual({ color: "blue ☀" });
      const picture = looked.output?.content.find(({ type }) => type === "image") as { data: string } | undefined;
      expect(Buffer.from(picture?.data ?? "", "base64")).toEqual(Buffer.alloc(200_000, 7));
      expect((await call("mcp__sky__wait", ["mcp__sky__wait"])).text).toContain("waited");
      expect((await call("mcp__sky__look", [])).text).toContain("Not permitted: mcp__sky__look, execute mcp:sky/look");
      expect(await page.evaluate(() => holdall.app("mcp__sky__look"))).toBe("<p>☀</p>");
      await connect({ ...sky, apps: false });
      expect(await page.evaluate(() => holdall.app("mcp__sky__look"))).toBeNull();
    });
  });

  test("a server that refuses the token, or does not allow the page's origin, is told with the next step", async () => {
    const wrong = await connect({ name: "sky", url: server.url, headers: { authorization: "Bearer wrong" } });
    expect(wrong).toMatchObject({ state: "failed", problem: expect.stringContaining("requires a login") });
    const foreign = await connect({ name: "sky", url: closed.url, headers });
    expect(foreign).toMatchObject({
      state: "waiting",
      problem: expect.stringContaining("allows pages of this origin"),
    });
  });
}
