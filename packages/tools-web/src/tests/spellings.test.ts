import { allow, contentText, createRegistry, encodeResult, openSession } from "@holdall/tool-core";
import type { TextModel } from "@holdall/tool-kit/text";
import { expect, test } from "vitest";
import { cachedClient } from "../client/cached-client.ts";
import { openWebClient } from "../client/open-web-client.ts";
import { playHost, say } from "../http/hostile-server.fixture.ts";
import { webFetch } from "../web-fetch.ts";
import { webSearch } from "../web-search.ts";

const page = "<article><h1>Herons</h1><p>The grey heron is 98 cm tall.</p></article>";

function open(model?: TextModel) {
  const client = cachedClient(openWebClient({ allow: ["127.0.0.0/8"], perHost: false }));
  const session = openSession(createRegistry([webFetch({ client, model })]), { policy: allow() });
  return async (name: string, input: object) => contentText((await session.call(name, input)).content);
}

test.each(["WebFetch", "URLFetcher", "webfetch"])(
  "the prompt of %s is not a reason to refuse without a model",
  async (name) => {
    await using host = await playHost({ "/": say(page) });
    const shown = await open()(name, { url: host.origin, prompt: "How tall?" });
    expect(shown).toMatch(/98 cm tall[\s\S]*No model is available to answer prompts: pages are returned unchanged\./);
  },
);

test("with a model it is answered, and no note is needed", async () => {
  await using host = await playHost({ "/": say(page) });
  const shown = await open(async () => "98 cm.")("WebFetch", { url: host.origin, prompt: "How tall?" });
  expect(shown).toContain("98 cm.");
  expect(shown).not.toContain("No model is here");
});

test("an address that stands in the prompt is the one to open, as gemini-cli writes it", async () => {
  await using host = await playHost({ "/a": say(page) });
  const shown = await open()("web_fetch", { prompt: `Summarise ${host.origin}/a, and http://127.0.0.1:1/b.` });
  expect(shown).toMatch(
    /98 cm tall[\s\S]*Only the first address was opened; call again for http:\/\/127\.0\.0\.1:1\/b/,
  );
});

test.each([
  ["opencode", { format: "text", timeout: 30 }, /host sets the time limit of a request/],
  ["mcp-server-fetch", { raw: true, max_length: 500, start_index: 0 }, /<p>The grey heron/],
])("%s: %j", async (_, input, says) => {
  await using host = await playHost({ "/": say(page, { "content-type": "text/html" }) });
  expect(await open()("fetch", { url: host.origin, ...input })).toMatch(says);
});

test("the camel dialect of a search gives links", async () => {
  const native = { allowed_domains: "native", blocked_domains: "native", exact_terms: "native" } as const;
  const tool = webSearch({
    providers: [
      {
        name: "fake",
        url: "https://search.example/api",
        can: { ...native, language: "native", freshness: "native", page: "native" },
        most: 20,
        search: async () => ({ hits: [{ title: "One", url: "https://one.example/", snippet: "First." }] }),
      },
    ],
  });
  const session = openSession(createRegistry([tool]), { policy: allow(), dialect: "camel" });
  const input = { query: "herons", numberOfResults: 3, exactTerms: "grey heron", languageCode: "en-US" };
  const result = await session.call("webSearch", input);
  expect(encodeResult(tool, result, "camel")).toMatchObject({
    success: true,
    results: [{ title: "One", link: "https://one.example/", snippet: "First." }],
  });
  expect((await session.call("WebSearch", { search_term: "herons", explanation: "why" })).ok).toBe(true);
});
