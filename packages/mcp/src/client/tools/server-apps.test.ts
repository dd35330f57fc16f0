import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { expect, it, onTestFinished } from "vitest";
import { fixtureTools } from "../../_fixtures/tools.fixture.ts";
import type { AppSource } from "../../apps/app-source.ts";
import { serveHttp } from "../../http.ts";
import { connected } from "../_fixtures/servers.fixture.ts";
import { isForPageOnly, pageOf } from "./app-page.ts";

const page: AppSource = {
  uri: "ui://test/page.html",
  name: "page",
  html: async () => "<p>shown</p>",
  shows: (tool) => tool === "echo_text",
};

async function serve(app: AppSource = page): Promise<string> {
  const server = await serveHttp(() => openSession(createRegistry(fixtureTools()), { policy: allow() }), {
    app,
    onError: () => {},
  });
  onTestFinished(() => server.close());
  return server.url;
}

it.each(["legacy", "modern"])(
  "reads the page of a tool of a server that the user has named for it: %s",
  async (protocol) => {
    await using place = await connected({ one: { url: await serve(), protocol, apps: true } });
    const app = await place.servers.app("mcp__one__echo_text");
    expect(app).toMatchObject({
      uri: page.uri,
      html: "<p>shown</p>",
      tool: { name: "echo_text", inputSchema: { type: "object" } },
      asksFor: { connect: [], load: [] },
    });
    expect(await place.servers.app("mcp__one__add_numbers")).toBeUndefined();
    expect(await place.servers.app("mcp__one__none")).toBeUndefined();
    const result = await place.session.call("mcp__one__echo_text", { text: "hello" });
    expect(result).toMatchObject({ ok: true, output: { content: [{ type: "text", text: "hello" }] } });
  },
);

it("reads no page of another server, which is not told that there is a place for them", async () => {
  await using place = await connected({ one: { url: await serve() } });
  expect(await place.servers.app("mcp__one__echo_text")).toBeUndefined();
});

it("says so when a server cannot give its page", async () => {
  const broken: AppSource = { ...page, html: async () => Promise.reject(new Error("gone")) };
  await using place = await connected({ one: { url: await serve(broken), apps: true } });
  await expect(place.servers.app("mcp__one__echo_text")).rejects.toMatchObject({
    code: expect.stringMatching(/^(internal|unavailable|not_found)$/),
  });
});

it.each([
  ["today's key", { ui: { resourceUri: "ui://a" } }, "ui://a"],
  ["the key before it", { "ui/resourceUri": "ui://b" }, "ui://b"],
  ["attack: an address of the web", { ui: { resourceUri: "https://evil.example" } }, undefined],
  ["attack: a file", { ui: { resourceUri: "file:///etc/passwd" } }, undefined],
  ["attack: no text", { ui: { resourceUri: { length: 5 } } }, undefined],
  ["nothing", {}, undefined],
])("a page by %s", (_, _meta, uri) => {
  expect(pageOf({ name: "t", inputSchema: { type: "object" }, _meta })).toBe(uri);
});

it("knows tools that only a page calls", () => {
  const tool = (visibility: unknown) => ({
    name: "t",
    inputSchema: { type: "object" as const },
    _meta: { ui: { visibility } },
  });
  expect([["app"], ["model", "app"], undefined, "app"].map((each) => isForPageOnly(tool(each)))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
