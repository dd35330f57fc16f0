import { ToolError } from "@holdall/tool-core";
import { expect, test } from "vitest";
import type { WebClient } from "../../client/web-client.ts";
import { applyFilters } from "../apply-filters.ts";
import type { SearchProvider } from "./provider.ts";
import * as pages from "./search-pages.fixture.ts";
import { startSearchServer } from "./search-server.fixture.ts";

/** Numbers below 1 that are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const splinters = [
  ..."<>\"'&=/\\%;:{}[],\0\t\n\r \u202e\u00a0\ud800",
  ...["<!--", "-->", "<![CDATA[", "</div>", "<script>", "<a href=", "class=", 'class="result"', "result__a", "uddg="],
  ...["&#x0;", "&#99999999;", "&amp;amp;", "%", "%zz", "%00", "null", "true", "1e999", "[[[[", "https://", "//", "@"],
];

/** The page with up to eight wounds: cuts, repetitions, swaps, splinters, flipped characters. */
function mutate(page: string, random: () => number): string {
  let text = page;
  for (let wounds = 1 + Math.floor(random() * 8); wounds > 0; wounds--) {
    const from = Math.floor(random() * text.length);
    const to = Math.min(text.length, from + Math.floor(random() ** 3 * text.length));
    const [before, middle, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
    const splinter = splinters[Math.floor(random() * splinters.length)] ?? "";
    const next = Math.floor(random() * 5);
    text =
      [before + after, before + middle + middle.slice(0, 2000) + after, before + splinter + middle + after][next] ??
      (next === 3 ? before + splinter + after.slice(1) : after + middle + before);
  }
  return text.slice(0, 200_000);
}

/** The text and what it says in the encodings that pages and JSON put addresses in. */
function spellings(text: string): string[] {
  const percent = (value: string) =>
    value.replace(/(?:%[\da-f]{2})+/gi, (run) =>
      new TextDecoder().decode(Uint8Array.from(run.slice(1).split("%"), hex)),
    );
  const entities = (value: string) => value.replace(/&amp;?/g, "&").replace(/&#x27;/g, "'");
  const escapes = (value: string) =>
    value.replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(hex(code))).replace(/\\(.)/g, "$1");
  return [text, entities(text), escapes(text), percent(entities(text)), percent(text)];
}

const hex = (digits: string) => Number.parseInt(digits, 16);

/** True when the page holds the address, however it spells it. */
function occurs(url: string, texts: readonly string[]): boolean {
  const { host, pathname, search, hash } = new URL(url);
  const spelled = [pathname, pathname.replace(/^\/$/, "")].map((path) => host + path + search + hash);
  const wanted = spelled.flatMap((each) => [each, safely(each)]);
  return texts.some((text) => {
    const plain = text.toLowerCase();
    const ascii = safely(plain);
    return wanted.some((each) => plain.includes(each.toLowerCase()) || ascii.includes(each.toLowerCase()));
  });
}

function safely(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

const sources: readonly (readonly [string, string])[] = [
  ["duckduckgo", pages.duckResults],
  ["duckduckgo", pages.duckNothing],
  ["duckduckgo", pages.duckChallenge],
  ["brave", JSON.stringify(pages.braveResults)],
  ["tavily", JSON.stringify(pages.tavilyResults)],
  ["exa", JSON.stringify(pages.exaResults)],
  ["google", JSON.stringify(pages.googleResults)],
  ["searxng", JSON.stringify(pages.searxngResults)],
];

function clientOf(body: string): WebClient {
  const answer = { url: "https://x.example/", status: 200, headers: {}, truncated: false, hops: [] };
  const bytes = new TextEncoder().encode(body);
  return { request: async () => ({ ...answer, body: bytes, checked: "literals" }) };
}

/** How many pages; ten thousand with HOLDALL_STRESS=1. */
const rounds = process.env.HOLDALL_STRESS ? 10_000 : 300;

test(`${rounds} wounded pages give results, or a ToolError, and never an address that is not in them`, async () => {
  await using server = await startSearchServer();
  const providers: Readonly<Record<string, SearchProvider>> = server.providers;
  const random = randomFrom(20261121);
  const query = { query: "x", count: 10, page: 1, allowed_domains: [], blocked_domains: [] };
  const signal = new AbortController().signal;
  const tally = { results: 0, empty: 0, errors: 0, urls: 0 };
  for (let round = 0; round < rounds; round++) {
    const [name, page] = sources[round % 2 ? 0 : (round / 2) % sources.length] ?? ["", ""];
    const provider = providers[name];
    if (!provider) throw new Error(name);
    const wounded = mutate(page, random).toWellFormed();
    const client = clientOf(wounded);
    try {
      const { hits } = await provider.search(query, { client, signal, require: async () => {}, now: Date.now });
      const { hits: results } = applyFilters(hits, query, provider, Date.now());
      const texts = spellings(wounded);
      for (const { url, title } of results) {
        expect(occurs(url, texts), `${name}, round ${round}: ${url}`).toBe(true);
        expect(title).not.toMatch(/[\p{Cc}\n]/u);
      }
      tally[results.length > 0 ? "results" : "empty"]++;
      tally.urls += results.length;
    } catch (thrown) {
      if (!ToolError.is(thrown)) throw thrown;
      expect(thrown.code, thrown.message).toMatch(/^(unavailable|parse_error)$/);
      tally.errors++;
    }
  }
  // The wounds must neither all be deadly nor all be harmless, or this proves nothing.
  expect(tally.results).toBeGreaterThan(rounds / 5);
  expect(tally.errors).toBeGreaterThan(rounds / 10);
  expect(tally.urls).toBeGreaterThan(rounds * 0.8);
});
