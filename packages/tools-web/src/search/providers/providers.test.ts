import { ToolError } from "@holdall/tool-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SearchIo, SearchQuery } from "./provider.ts";
import { duckChallenge, duckNothing, duckPage } from "./search-pages.fixture.ts";
import { type Reply, secret, startSearchServer } from "./search-server.fixture.ts";

let server: Awaited<ReturnType<typeof startSearchServer>>;
beforeAll(async () => {
  server = await startSearchServer();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  server.seen.length = 0;
});

const now = Date.parse("2026-11-21T12:00:00Z");
type Name = keyof typeof server.providers;

const everything: SearchQuery = {
  query: "js runtime",
  count: 5,
  page: 3,
  allowed_domains: ["nodejs.org", "deno.com"],
  blocked_domains: ["evil.example"],
  exact_terms: 'event "loop"',
  language: "zh-TW",
  freshness: "week",
};
const plain: SearchQuery = { query: "js runtime", count: 5, page: 1, allowed_domains: [], blocked_domains: [] };

function search(name: Name, query: SearchQuery = plain, io: Partial<SearchIo> = {}) {
  const signal = new AbortController().signal;
  return server.providers[name].search(query, {
    client: server.client,
    signal,
    require: async () => {},
    now: () => now,
    ...io,
  });
}

async function failureOf(name: Name, reply: Reply): Promise<ToolError> {
  server.reply(name, reply);
  const thrown = await search(name).catch((error: unknown) => error);
  if (!ToolError.is(thrown)) throw new Error(`${name} did not throw a ToolError: ${JSON.stringify(thrown)}`);
  expect(JSON.stringify([thrown, thrown.stack, String(thrown.cause)])).not.toContain(secret);
  return thrown;
}

const operators = 'js runtime "event  loop" (site:nodejs.org OR site:deno.com) -site:evil.example';
const quoted = 'js runtime "event  loop"';

describe("what a provider is asked", () => {
  test.each<[Name, object]>([
    [
      "brave",
      {
        method: "GET",
        path: "/brave/res/v1/web/search",
        headers: expect.objectContaining({ "x-subscription-token": secret }),
        query: {
          ...{ q: operators, count: "5", offset: "2", search_lang: "zh-hant", freshness: "pw" },
          text_decorations: "false",
        },
      },
    ],
    [
      "tavily",
      {
        method: "POST",
        path: "/tavily/search",
        headers: expect.objectContaining({ authorization: `Bearer ${secret}` }),
        body: {
          ...{ query: quoted, max_results: 5, time_range: "week" },
          ...{ include_domains: ["nodejs.org", "deno.com"], exclude_domains: ["evil.example"] },
        },
      },
    ],
    [
      "exa",
      {
        method: "POST",
        path: "/exa/search",
        headers: expect.objectContaining({ "x-api-key": secret }),
        body: {
          ...{ query: quoted, type: "auto", numResults: 5, contents: { highlights: true } },
          ...{ includeDomains: ["nodejs.org", "deno.com"], excludeDomains: ["evil.example"] },
          startPublishedDate: "2026-11-14T12:00:00.000Z",
        },
      },
    ],
    [
      "google",
      {
        method: "GET",
        path: "/google/customsearch/v1",
        headers: expect.objectContaining({ "x-goog-api-key": secret }),
        query: {
          ...{ cx: "engine-1", num: "5", start: "11", lr: "lang_zh-TW", dateRestrict: "w1" },
          ...{ exactTerms: 'event "loop"', q: "js runtime (site:nodejs.org OR site:deno.com) -site:evil.example" },
        },
      },
    ],
    [
      "searxng",
      {
        method: "GET",
        path: "/searxng/search",
        query: { q: operators, format: "json", pageno: "3", language: "zh-TW", time_range: "week" },
      },
    ],
    [
      "duckduckgo",
      { method: "GET", path: "/duckduckgo/html/", query: { q: operators, kl: "tw-tzh", df: "w", s: "25" } },
    ],
  ])("%s", async (name, request) => {
    await search(name, everything);
    expect(server.seen).toEqual([expect.objectContaining(request)]);
  });

  test.each(["brave", "tavily", "exa", "google", "searxng", "duckduckgo"] as const)(
    "%s gets no filter that nobody asked for, and no key in its address",
    async (name) => {
      await search(name);
      const [{ query, body } = { query: {}, body: {} }] = server.seen;
      expect(JSON.stringify([query, body])).not.toMatch(/site:|lang|freshness|time_range|startPublished|sk-secret/);
    },
  );
});

describe("what comes back", () => {
  test.each<[Name, number, object]>([
    ["brave", 3, { url: "https://nodejs.org/en", published: "2026-11-12T08:30:00", age: "November 12, 2026" }],
    ["tavily", 2, { url: "https://nodejs.org/en", snippet: "Runs JavaScript." }],
    ["exa", 2, { url: "https://nodejs.org/en", snippet: "Runs JavaScript. … Built on V8." }],
    ["google", 2, { url: "https://nodejs.org/en", snippet: "Nov 3, 2026 ... Runs JavaScript." }],
    ["searxng", 2, { url: "https://nodejs.org/en", published: "2026-11-01T00:00:00" }],
    ["duckduckgo", 4, { url: "https://nodejs.org/en/blog/release/v24?lang=en&utm_source=ddg#notes" }],
  ])("%s gives %i hits", async (name, count, first) => {
    const { hits } = await search(name);
    expect(hits).toHaveLength(count);
    expect(hits[0]).toMatchObject(first);
  });

  test.each<[Name, unknown]>([
    ["brave", { type: "search", query: { original: "x" } }],
    ["tavily", { results: [] }],
    ["exa", { results: [] }],
    ["google", { kind: "customsearch#search", searchInformation: { totalResults: "0" } }],
    ["searxng", { results: [], unresponsive_engines: [] }],
    ["duckduckgo", duckNothing],
  ])("%s says so when there is nothing", async (name, body) => {
    server.reply(name, { body });
    expect((await search(name)).hits).toEqual([]);
  });
});

describe("what goes wrong", () => {
  const keys: [Name, string][] = [
    ["brave", "BRAVE_SEARCH_API_KEY"],
    ["tavily", "TAVILY_API_KEY"],
    ["exa", "EXA_API_KEY"],
    ["google", "GOOGLE_SEARCH_ENGINE_API_KEY"],
  ];
  test.each(keys.flatMap(([name, key]) => [401, 403].map((status) => [name, key, status] as const)))(
    "%s: a refused key names %s (%i)",
    async (name, key, status) => {
      const error = await failureOf(name, { status, body: { error: `invalid key ${secret}` } });
      expect(error).toMatchObject({ code: "permission_denied", hint: expect.stringContaining(key) });
      expect(error.message).toContain(key);
    },
  );

  test.each<[Name, Reply]>([
    ["brave", { status: 422, body: { error: { code: "SUBSCRIPTION_TOKEN_INVALID" } } }],
    ["google", { status: 400, body: { error: { details: [{ reason: "API_KEY_INVALID" }] } } }],
  ])("%s says that a key is wrong in its own way", async (name, reply) => {
    expect((await failureOf(name, reply)).code).toBe("permission_denied");
  });

  const all: Name[] = ["brave", "tavily", "exa", "google", "searxng", "duckduckgo"];
  test.each(all)("%s throttling says how long", async (name) => {
    const seconds = await failureOf(name, { status: 429, headers: { "retry-after": "17" } });
    expect(seconds).toMatchObject({ code: "unavailable", data: { status: 429, retry_after: 17 } });
    const date = await failureOf(name, { status: 429, headers: { "retry-after": "Sat, 21 Nov 2026 12:00:30 GMT" } });
    expect(date.data).toMatchObject({ retry_after: 30 });
  });

  test.each(all)("%s failing, or forbidding where there is no key, is unavailable", async (name) => {
    expect(await failureOf(name, { status: 500, body: "oops" })).toMatchObject({ code: "unavailable" });
    expect(await failureOf(name, { status: 302, headers: { location: "https://elsewhere.example/" } })).toMatchObject({
      code: "unavailable",
    });
  });

  test.each(all.slice(0, 5))("%s answering with no JSON, or another JSON, is not 'no results'", async (name) => {
    const bodies: unknown[] = ["{", "[]", "null", '"text"', "<html>hello</html>", {}, { error: "x" }, { results: 5 }];
    for (const body of bodies) expect((await failureOf(name, { body })).code, JSON.stringify(body)).toBe("parse_error");
  });

  test("a used-up plan is told apart from throttling", async () => {
    expect((await failureOf("tavily", { status: 432 })).hint).toContain("TAVILY_API_KEY");
    expect((await failureOf("exa", { status: 402 })).message).toContain("no searches left");
  });

  test("every error of google says when it ends", async () => {
    for (const reply of [{ status: 401 }, { status: 500 }, { body: "{" }])
      expect((await failureOf("google", reply)).message).toContain("2027-01-01");
  });

  test("a SearXNG server without JSON says what to change", async () => {
    const html = { headers: { "content-type": "text/html" }, body: "<!DOCTYPE html><title>403 Forbidden</title>" };
    for (const status of [200, 403])
      expect((await failureOf("searxng", { status, ...html })).hint).toMatch(/`json` to `search.formats`/);
  });

  test("a SearXNG server whose engines are all silent has not found nothing", async () => {
    const error = await failureOf("searxng", {
      body: { results: [], unresponsive_engines: [["google", "CAPTCHA"], ["<b>x"], "y", ["mojeek", "timeout"]] },
    });
    expect(error.message).toContain("google, mojeek.");
  });

  test.each<[string, Reply]>([
    ["a 202 page", { status: 202, body: duckNothing }],
    ["a challenge", { body: duckChallenge }],
    ["a challenge with 403", { status: 403, body: duckChallenge }],
    ["an empty page", { body: "" }],
    ["a page without results and without word of it", { body: duckPage("") }],
    ["another site's page", { body: "<html><body><h1>Log in to the WLAN</h1></body></html>" }],
  ])("DuckDuckGo: %s is unavailable, with what to do", async (_, reply) => {
    expect(await failureOf("duckduckgo", reply)).toMatchObject({
      code: "unavailable",
      hint: expect.stringMatching(/key/),
    });
  });

  test("a server that does not answer in time, or is gone", async () => {
    server.reply("brave", "hang");
    const impatient = {
      request: (url: string, request = {}) => server.client.request(url, { ...request, timeout: 100 }),
    };
    await expect(search("brave", plain, { client: impatient })).rejects.toMatchObject({ code: "timeout" });
    const foreign = { request: () => Promise.reject(new TypeError(`fetch failed ${secret}`)) };
    const thrown = await search("exa", plain, { client: foreign }).catch((error: ToolError) => error.toJSON());
    expect(thrown).toMatchObject({ code: "unavailable", message: "Exa could not be reached." });
  });

  test("a cancelled search is aborted, not unavailable", async () => {
    server.reply("brave", "hang");
    const controller = new AbortController();
    const running = search("brave", plain, { signal: controller.signal });
    await expect.poll(() => server.seen.length).toBe(1);
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: "aborted" });
  });
});
