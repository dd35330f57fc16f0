import { expect, test } from "vitest";
import { readPage } from "./duckduckgo-page.ts";
import { duckChallenge, duckHits, duckNothing, duckPage, duckResult, duckResults } from "./search-pages.fixture.ts";

const one = { url: "https://a.example/x?a=1&b=2", title: "A &amp; B", snippet: "One &lt;div&gt;" };

test("redirects are unwrapped, entities and markup resolved, advertisements dropped", () => {
  const { kind, hits } = readPage(duckResults);
  expect(kind).toBe("results");
  expect(hits.map(({ url }) => url)).toEqual(duckHits.map(({ url }) => url));
  expect(hits[0]).toMatchObject({
    title: "Node.js 24 & what is new",
    snippet: "The release notes of Node's 24th line — with V8.",
    published: "2025-05-06T00:00:00",
  });
});

/** Every tag with its attributes in reverse order, in the quotes given. */
const shuffle = (html: string, quote: string) =>
  html.replace(/<([a-z]\w*)((?:\s+[\w-]+="[^"]*")+)/g, (_, name: string, attributes: string) => {
    const list = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(
      ([, key, value]) => `${key}=${quote}${value}${quote}`,
    );
    return `<${name} data-x="&quot;>" ${list.reverse().join("\n ")}`;
  });

test.each(['"', "'"])("attributes in any order, in %s", (quote) => {
  expect(readPage(shuffle(duckResults, quote))).toEqual(readPage(duckResults));
  expect(readPage(shuffle(duckChallenge, quote)).kind).toBe("blocked");
  expect(readPage(shuffle(duckNothing, quote)).kind).toBe("empty");
});

test("upper-case tags and classes among others", () => {
  const html = duckPage(duckResult(one)).replace(
    /<(\/?)(a|div|h2)\b/g,
    (_, end, name) => `<${end}${name.toUpperCase()}`,
  );
  expect(readPage(html.replaceAll('class="result__a"', 'class="x result__a y"')).hits).toHaveLength(1);
});

test("a title whose link has lost its class is still the first link", () => {
  expect(readPage(duckPage(duckResult(one).replace('class="result__a"', ""))).hits).toMatchObject([
    { url: one.url, title: "A & B" },
  ]);
});

test("a hit without a snippet is one; a hit without title or link is none", () => {
  const whole = duckResult(one);
  expect(readPage(duckPage(whole.replace(/<a class="result__snippet".*?<\/a>/s, ""))).hits).toMatchObject([
    { url: one.url, title: "A & B", snippet: "" },
  ]);
  expect(readPage(duckPage(whole.replace(/href="[^"]*"/g, ""))).kind).toBe("unknown");
  expect(readPage(duckPage(whole.replace(one.title, " "))).kind).toBe("unknown");
});

test.each<[string, string | undefined]>([
  ["https://direct.example/a", "https://direct.example/a"],
  ["//direct.example/a", "https://direct.example/a"],
  ["/l/?uddg=https%3A%2F%2Fa.example%2F%3Fq%3D1%2526", "https://a.example/?q=1%26"],
  ["//duckduckgo.com/l/?kh=-1&uddg=http%3A%2F%2Fa.example", "http://a.example"],
  ["https://duckduckgo.com/about", "https://duckduckgo.com/about"],
  ["//duckduckgo.com/l/?rut=1", undefined],
  ["//duckduckgo.com/l/?uddg=javascript%3Aalert(1)", undefined],
  ["//duckduckgo.com/l/?uddg=%2F%2Fa.example", undefined],
  ["https://duckduckgo.com/y.js?u3=https%3A%2F%2Fa.example", undefined],
  ["//duckduckgo.com/l/?uddg=https%3A%2F%2Fduckduckgo.com%2Fy.js%3Fu3%3Dx", undefined],
  ["javascript:alert(1)", undefined],
  ["/html/?q=next", undefined],
  ["http://", undefined],
])("the link %s leads to %s", (href, url) => {
  const html = duckPage(`<div class="result"><a class="result__a" href="${href.replaceAll("&", "&amp;")}">T</a></div>`);
  expect(readPage(html).hits.map((hit) => hit.url)).toEqual(url === undefined ? [] : [url]);
});

test("results that speak of challenges, and of no results, are results", () => {
  const html = duckPage(
    duckResult({ ...one, title: "anomaly-modal: bots use DuckDuckGo too", snippet: "class=no-results challenge-form" }),
  );
  expect(readPage(html).kind).toBe("results");
});

test("a challenge that also says no results is a challenge; what is neither is unknown", () => {
  expect(readPage(duckChallenge.replace("</form>", '<p class="no-results">No results.</p></form>')).kind).toBe(
    "blocked",
  );
  for (const html of ["", "No results.", "<p>No results.</p>", "\0", "<", '{"results":[]}', duckPage("")])
    expect(readPage(html).kind, html.slice(0, 40)).toBe("unknown");
});
