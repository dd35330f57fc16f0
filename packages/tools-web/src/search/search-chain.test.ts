import { ToolError } from "@holdall/tool-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cachedClient } from "../client/cached-client.ts";
import type { FilterSupport, SearchHit, SearchProvider, SearchQuery } from "./providers/provider.ts";
import { duckChallenge } from "./providers/search-pages.fixture.ts";
import { secret, startSearchServer } from "./providers/search-server.fixture.ts";
import { openSearchChain, type SearchOutcome } from "./search-chain.ts";

let server: Awaited<ReturnType<typeof startSearchServer>>;
beforeAll(async () => {
  server = await startSearchServer();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  server.seen.length = 0;
  server.reset();
});

const plain: SearchQuery = { query: "runtime", count: 8, page: 1, allowed_domains: [], blocked_domains: [] };

function chainOf(names: readonly (keyof typeof server.providers)[]) {
  const clock = { time: Date.parse("2026-11-21T12:00:00Z") };
  const required: string[] = [];
  const denied: string[] = [];
  const providers = names.map((name) => server.providers[name]);
  const chain = openSearchChain({ providers, client: server.client, now: () => clock.time });
  const require = async ({ target }: { target: string }) => {
    required.push(target);
    if (denied.includes(target)) throw new ToolError("permission_denied", `Not permitted: ${target}`);
  };
  const search = (query: Partial<SearchQuery> = {}, signal = new AbortController().signal) =>
    chain({ ...plain, ...query }, { signal, require });
  const failure = (query: Partial<SearchQuery> = {}) => search(query).then(shouldFail, (error: ToolError) => error);
  return { search, failure, clock, required, denied };
}

const shouldFail = (outcome: SearchOutcome): never => {
  throw new Error(`It answered: ${JSON.stringify(outcome)}`);
};
const paths = () => server.seen.map(({ path }) => path.split("/")[1]);

test("the first that answers is the only one asked; a page shows once, in its first spelling", async () => {
  const { search, required } = chainOf(["brave", "duckduckgo"]);
  const outcome = await search();
  expect(outcome).toMatchObject({ provider: "brave", tried: [], from_cache: false });
  expect(outcome.results.map(({ url }) => url)).toEqual(["https://nodejs.org/en", "https://deno.com/"]);
  expect(outcome.results[0]).toMatchObject({ snippet: "Node.js® is a free runtime & more.", provider: "brave" });
  expect([paths(), required]).toEqual([["brave"], []]);
});

test("throttled, it asks the next with permission, says so, and lets the first rest as long as it wants", async () => {
  server.reply("brave", { status: 429, headers: { "retry-after": "90" } });
  const { search, clock, required } = chainOf(["brave", "tavily"]);
  const outcome = await search();
  expect(outcome).toMatchObject({ provider: "tavily", tried: [{ provider: "brave", code: "unavailable" }] });
  expect(required).toEqual([server.providers.tavily.url]);
  clock.time += 89_000;
  const resting = await search({ query: "other" });
  expect(resting.tried[0]?.error).toContain("not used for 1 more");
  expect(paths()).toEqual(["brave", "tavily", "tavily"]);
  clock.time += 1000;
  server.reset();
  expect((await search({ query: "third" })).provider).toBe("brave");
});

test("a failure now and then costs no rest; three in a row cost a minute", async () => {
  server.reply("brave", { status: 503 });
  const { search, clock } = chainOf(["brave", "exa"]);
  for (const query of ["1", "2", "3", "4"]) await search({ query });
  expect(paths()).toEqual(["brave", "exa", "brave", "exa", "brave", "exa", "exa"]);
  clock.time += 60_000;
  server.reset();
  expect((await search({ query: "5" })).provider).toBe("brave");
});

test("a refused key ends the search instead of hiding behind the next provider", async () => {
  server.reply("brave", { status: 401 });
  const { failure } = chainOf(["brave", "duckduckgo"]);
  expect(await failure()).toMatchObject({
    code: "permission_denied",
    message: expect.stringContaining("BRAVE_SEARCH_API_KEY"),
    data: { tried: [{ provider: "brave", code: "permission_denied" }] },
  });
  expect(paths()).toEqual(["brave"]);
});

test("when the user does not answer, everybody's reason is told, and no key", async () => {
  server.reply("brave", { status: 429, headers: { "retry-after": "30" }, body: secret });
  server.reply("google", { status: 500, body: secret });
  server.reply("duckduckgo", { status: 202 });
  const { failure } = chainOf(["brave", "google", "duckduckgo"]);
  const error = await failure();
  expect(error).toMatchObject({ code: "unavailable", hint: expect.any(String), data: { retry_after: 30 } });
  expect(error.message).toMatch(/brave: .*429.*google: .*500.*2027-01-01.*duckduckgo: .*202/);
  expect(JSON.stringify([error, error.stack, error.cause])).not.toContain(secret);
});

test("without a network, the hint is about the network and not about spelling", async () => {
  const { brave } = server.providers;
  const unreachable: SearchProvider = {
    ...brave,
    url: "https://search.invalid/",
    search: async (_, { client, signal }) => {
      await client.request("https://search.invalid/", { signal });
      return { hits: [] };
    },
  };
  const search = openSearchChain({ providers: [unreachable] });
  const io = { signal: new AbortController().signal, require: async () => {} };
  const error = await search(plain, io).then(shouldFail, (thrown: ToolError) => thrown);
  expect(error).toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(/^No search provider can be reached/),
  });
  expect(error.hint).toMatch(/no network/);
  expect(error.hint).not.toMatch(/spelling/);
});

test("a provider that the policy refuses is passed over; with one provider its own error stands", async () => {
  server.reply("brave", { status: 500 });
  const { search, denied } = chainOf(["brave", "tavily", "exa"]);
  denied.push(server.providers.tavily.url);
  const outcome = await search();
  expect(outcome.provider).toBe("exa");
  expect(outcome.tried.map(({ code }) => code)).toEqual(["unavailable", "permission_denied"]);
  expect(paths()).toEqual(["brave", "exa"]);
  const alone = await chainOf(["brave"]).failure();
  expect(alone).toMatchObject({ message: "Brave Search answered with HTTP 500.", data: { status: 500 } });
});

test("answers are kept for fifteen minutes, by what was asked; failures are not", async () => {
  server.reply("brave", { status: 500 });
  const { search, failure, clock } = chainOf(["brave"]);
  await failure();
  server.reset();
  expect((await search()).from_cache).toBe(false);
  clock.time += 14 * 60_000;
  expect((await search()).from_cache).toBe(true);
  expect((await search({ count: 3 })).from_cache).toBe(false);
  expect((await search({ language: "de" })).from_cache).toBe(false);
  clock.time += 60_001;
  expect((await search()).from_cache).toBe(false);
  expect(server.seen).toHaveLength(5);
});

test("pages that a provider does not have come from the next, or are said to be missing", async () => {
  expect((await chainOf(["tavily", "brave"]).search({ page: 2 })).provider).toBe("brave");
  expect(await chainOf(["exa"]).failure({ page: 2 })).toMatchObject({ code: "unsupported" });
  expect(server.seen).toHaveLength(1);
});

test("a server of the host's own is reached on loopback by a client that opens its host and port alone", async () => {
  const chain = openSearchChain({ providers: [server.providers.searxng, server.providers.brave] });
  const io = { signal: new AbortController().signal, require: async () => {} };
  expect(await chain(plain, io)).toMatchObject({
    provider: "searxng",
    notes: ["These engines of SearXNG did not answer: google."],
  });
  const brave = openSearchChain({ providers: [server.providers.brave] });
  await expect(brave(plain, io)).rejects.toMatchObject({ code: "permission_denied" });
  server.reply("searxng", { status: 302, headers: { location: `http://localhost:${server.port}/brave` } });
  await expect(chain({ ...plain, query: "2" }, io)).rejects.toMatchObject({ code: "unavailable" });
  expect(paths()).toEqual(["searxng", "searxng"]);
});

test("a challenge is not kept by a client that keeps pages", async () => {
  const client = cachedClient(server.client);
  const chain = openSearchChain({ providers: [server.providers.duckduckgo], client });
  const io = { signal: new AbortController().signal, require: async () => {} };
  server.reply("duckduckgo", { headers: { "cache-control": "max-age=600" }, body: duckChallenge });
  await expect(chain(plain, io)).rejects.toMatchObject({ code: "unavailable" });
  server.reset();
  expect((await chain(plain, io)).results).toHaveLength(3);
});

test("more domains than an engine takes words for go to a provider that takes lists", async () => {
  const allowed_domains = Array.from({ length: 40 }, (_, index) => `host-${index}.example`);
  const outcome = await chainOf(["brave", "tavily"]).search({ allowed_domains });
  expect(outcome).toMatchObject({ provider: "tavily", tried: [{ provider: "brave", code: "unsupported" }] });
  expect(paths()).toEqual(["tavily"]);
});

test("a cancelled search asks nobody else", async () => {
  server.reply("brave", "hang");
  const { search } = chainOf(["brave", "exa"]);
  const controller = new AbortController();
  const running = search({}, controller.signal);
  await expect.poll(() => server.seen.length).toBe(1);
  controller.abort();
  await expect(running).rejects.toMatchObject({ code: "aborted" });
  expect(paths()).toEqual(["brave"]);
});

const support = (value: FilterSupport): SearchProvider["can"] => ({
  ...{ allowed_domains: value, blocked_domains: value, exact_terms: value },
  ...{ language: value, freshness: value, page: value },
});

function filtered(value: FilterSupport, hits: readonly Partial<SearchHit>[], query: Partial<SearchQuery>) {
  const made = hits.map((hit) => ({ title: "T", url: "https://a.example/", snippet: "", ...hit }));
  const provider: SearchProvider = {
    name: "p",
    url: "https://p.example/",
    can: support(value),
    most: 20,
    search: async () => ({ hits: made }),
  };
  const chain = openSearchChain({ providers: [provider], now: () => Date.parse("2026-11-21T12:00:00Z") });
  return chain({ ...plain, ...query }, { signal: new AbortController().signal, require: async () => {} });
}

test("domains hold whatever the provider does: themselves, what is below them, and nothing that only looks like it", async () => {
  const urls = [
    "https://a.example/1",
    "https://www.a.example/2",
    "https://nota.example/",
    "https://a.example.evil.org/",
  ];
  const hits = urls.map((url) => ({ url }));
  const allowed = await filtered("operator", hits, { allowed_domains: ["a.example"] });
  expect(allowed.results.map(({ url }) => url)).toEqual(urls.slice(0, 2));
  expect(allowed.filters).toEqual([{ filter: "allowed_domains", honored: "operator" }]);
  expect(allowed.left_out).toEqual({ allowed_domains: 2 });
  const blocked = await filtered("none", hits, { blocked_domains: ["a.example"] });
  expect(blocked.results.map(({ url }) => url)).toEqual(urls.slice(2));
  expect(blocked.filters).toEqual([{ filter: "blocked_domains", honored: "afterwards" }]);
  expect(blocked.left_out).toEqual({ blocked_domains: 2 });
  expect(blocked.notes).toEqual(["blocked_domains filtered out 2 of 4 results, based on address."]);
});

test("what a provider cannot filter is judged by what is known, and what nothing tells is said", async () => {
  const hits = [
    { url: "https://a.example/", published: "2026-11-20", language: "en-US", snippet: "the EXACT words" },
    { url: "https://b.example/", published: "2024-01-01", language: "de", snippet: "words, exact" },
    { url: "https://c.example/", snippet: "The exact words" },
  ];
  const fresh = await filtered("none", hits, { freshness: "week" });
  expect(fresh.results.map(({ url }) => url)).toEqual(["https://a.example/", "https://c.example/"]);
  expect(fresh.notes).toContain("freshness: 1 of 3 results do not report it and were kept.");
  const english = await filtered("none", hits, { language: "en" });
  expect(english.filters).toEqual([{ filter: "language", honored: "afterwards" }]);
  expect(english.left_out).toEqual({ language: 1 });
  const exact = await filtered("none", hits, { exact_terms: "exact words" });
  expect(exact.results).toHaveLength(2);
  const blind = await filtered("none", [{}], { language: "en", freshness: "day" });
  expect(blind.filters.map(({ honored }) => honored)).toEqual(["ignored", "ignored"]);
  expect(blind.notes).toHaveLength(2);
  const trusted = await filtered("native", hits, { exact_terms: "nowhere", freshness: "year" });
  expect(trusted.filters).toEqual([
    { filter: "exact_terms", honored: "native" },
    { filter: "freshness", honored: "native" },
  ]);
  expect(trusted.results).toHaveLength(3);
});

test("one page by many addresses is one result; other pages stay", async () => {
  const same = [
    "https://www.a.example/x/?utm_source=1&b=2&a=1#top",
    "http://m.a.example/x?a=1&b=2",
    "https://amp.a.example/x/amp?a=1&b=2&fbclid=9",
  ];
  const others = [
    "https://a.example/x?a=2&b=2",
    "https://a.example/X?a=1&b=2",
    "https://a.example:8443/x?a=1&b=2",
    "https://m.co/",
  ];
  const { results } = await filtered(
    "native",
    [...same, ...others].map((url) => ({ url })),
    {},
  );
  expect(results.map(({ url }) => url)).toEqual([same[0], ...others]);
});

test("addresses that mislead or lead nowhere never show", async () => {
  const bad = [
    "javascript:alert(1)",
    "https://google.com@evil.example/",
    "https://a b/",
    "file:///etc/passwd",
    "",
    "x",
    "https://a.example:/",
  ];
  const odd = [
    "https://a.example/\u202egnp",
    "https://a.example/<x>",
    `https://a.example/${"x".repeat(3000)}`,
    "data:text/html,x",
  ];
  expect(
    (
      await filtered(
        "native",
        [...bad, ...odd].map((url) => ({ url })),
        {},
      )
    ).results,
  ).toEqual([]);
});
