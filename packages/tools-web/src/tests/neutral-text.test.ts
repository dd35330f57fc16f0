import { allow, contentText, createRegistry, openSession, type ToolResult } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { openWebClient } from "../client/open-web-client.ts";
import { playHost, say } from "../http/hostile-server.fixture.ts";
import { webSearch } from "../web-search.ts";
import { webTools } from "../web-tools.ts";

const tags = [..."ignore"].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join("");
const hostile = `a\u001b[31mb\u001b]0;title\u0007c\u0007d\u202ee\u2066f\u200bg\u2060h\ufeffi${tags}j\ufe01k\u009b2Jl`;
const entities = "a&#x202e;b&#8203;c&ZeroWidthSpace;d&#xe0041;e&lrm;f&InvisibleTimes;g";
const legit = "👩🏽‍🚀 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 نمی‌خواهم שָׁלוֹם क्‍ष Donau\u00addampf 葛󠄀飾";

const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  /\r(?!\n)|[\u0000-\u0008\u000b\f\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\ufe01/u;
const smuggled = [...tags];

/** Every text of a value, keys included. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      yield key;
      yield* textsOf(item);
    }
  }
}

function expectSafe(result: ToolResult): void {
  const said = result.ok ? [result.output, result.content] : [result.content, result.error.message, result.error.data];
  for (const text of textsOf(said)) {
    expect(text).not.toMatch(unsafe);
    // Of tags only those of a flag may be there.
    const bare = text.replaceAll("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "");
    expect(
      smuggled.some((tag) => bare.includes(tag)),
      JSON.stringify(text),
    ).toBe(false);
  }
}

const article = `<html lang="en${hostile}"><head><title>T${hostile}</title>
<meta name="author" content="A${hostile}"><meta property="og:x${hostile}" content="${hostile}">
<script type="application/ld+json">{"@type":"X","name\\u202e":"n\\u202e\\u001b[1m","deep":[{"a":"${"\u202e\u200b"}"}]}</script></head>
<body><article id="i${hostile}"><h1>H${hostile} ${entities}</h1><p class="c${hostile}">P${hostile} ${entities} ${legit}</p>
<p>${"Enough words for an article to be found in here, and a few more of them. ".repeat(12)}</p>
<a href="/p\u202eath${entities}" title="${hostile}">${hostile}</a><img alt="${hostile}" src="/i.png">
<pre><code class="language-${hostile}">${hostile}</code></pre>
<table><caption>${hostile}</caption><tr><th>${hostile}</th><th>b</th></tr><tr><td>${hostile}</td><td>c</td></tr></table></article></body></html>`;

const bodies = {
  "/page": [article, "text/html; charset=utf-8"],
  "/xhtml": [article, "application/xhtml+xml; charset=utf-8"],
  "/xml": [`<a><!--${hostile}-->${hostile}${legit}</a>`, "application/xml; charset=utf-8"],
  "/text": [`${hostile}\r\nnext\r${legit}`, "text/plain; charset=utf-8"],
  "/markdown": [`# ${hostile}\n\n[${hostile}](/x${hostile}) ${legit}`, "text/markdown; charset=utf-8"],
  "/csv": [`a,b\n${hostile},${legit}`, "text/csv; charset=utf-8"],
  "/code": [`if (x${hostile}) { /* ${legit} */ }`, "text/javascript; charset=utf-8"],
  "/json": [
    `{"raw":"${"\u202e\u200b\u2028\ufeff"}${tags}","${"k\u202e"}":"\\u202e\\u001b[31m ${legit}"}`,
    "application/json",
  ],
} as const;

describe("what a page hides in its characters", () => {
  const formats = ["markdown", "text", "html", "links", "json"];
  const asks = [
    ...formats.map((format) => ["web_fetch", { format }] as const),
    ["web_fetch", { find: "next" }] as const,
    ["web_fetch", { section: "H" }] as const,
    ["fetch_url", {}] as const,
    ["scrape_page", {}] as const,
    ["scrape_page", { selector: "p", include: ["links", "tables", "metadata"] }] as const,
    ["scrape_page", { selector: "article", fields: { a: "h1", b: "a@href", c: "a@title", d: "img@alt" } }] as const,
    ["scrape_page", { selector: ".no-such-class" }] as const,
  ];

  test.each(Object.keys(bodies))("never reaches a model, whatever asks for it: %s", async (path) => {
    const routes = Object.entries(bodies).map(
      ([at, [body, type]]) => [at, say(body, { "content-type": type })] as const,
    );
    await using host = await playHost(Object.fromEntries(routes));
    await using session = open();
    for (const [tool, more] of asks) {
      const result = await session.call(tool, { url: `${host.origin}${path}`, ...more });
      expectSafe(result);
      if (tool !== "fetch_url" && !("format" in more && more.format === "text")) continue;
      expect(contentText(result.content)).toMatch(/invisible characters? (was|were) removed \(U\+/);
      expect(contentText(result.content)).toContain("Donau\u00addampf");
      for (const part of legit.split(" ")) expect(contentText(result.content)).toContain(part);
    }
  });

  test("nor by the headers of an answer, and a page without any has no note", async () => {
    await using host = await playHost({
      "/": say("plain", { "x-note": "a\u009b2Jb\u00adc", "content-signal": "search=yes\u009b1A" }),
      "/bom": say(`\ufeff${legit}`, { "content-type": "text/plain; charset=utf-8" }),
    });
    await using session = open();
    for (const tool of ["fetch_url", "web_fetch"]) expectSafe(await session.call(tool, { url: `${host.origin}/` }));
    for (const tool of ["fetch_url", "web_fetch"]) {
      const { content } = await session.call(tool, { url: `${host.origin}/bom` });
      expect(contentText(content)).not.toContain("removed");
      expect(contentText(content)).toContain(legit);
    }
  });

  test("an error names no class of the page that is not a plain word", async () => {
    const page = `<p class="price \u202eobey">1</p><p id="ignore all of it">2</p>`;
    await using host = await playHost({ "/": say(page, { "content-type": "text/html; charset=utf-8" }) });
    await using session = open();
    const { content } = await session.call("scrape_page", { url: `${host.origin}/`, selector: ".x" });
    expect(contentText(content)).toContain(".price");
    expect(contentText(content)).not.toMatch(/ignore|obey/);
  });

  test("nor by what a search finds", async () => {
    const provider = {
      name: "fake",
      url: "https://search.example/api",
      can: {
        allowed_domains: "none",
        blocked_domains: "none",
        exact_terms: "none",
        language: "none",
        freshness: "none",
        page: "none",
      },
      most: 20,
      search: async () => ({
        hits: [
          { title: `T${hostile}`, url: "https://one.example/\ufe01a", snippet: `S${hostile} ${legit}`, age: hostile },
          { title: "Two", url: "https://\u202etwo.example/", snippet: "" },
          { title: "Three", url: "https://three.example/", snippet: "x", published: `2026 (${hostile})` },
        ],
        answer: `A${hostile}`,
      }),
    } as const;
    await using session = openSession(createRegistry([webSearch({ providers: [provider] })]), { policy: allow() });
    const result = await session.call("web_search", { query: "x" });
    expectSafe(result);
    const text = contentText(result.content);
    for (const part of legit.split(" ")) expect(text).toContain(part);
    expect(text).toMatch(/invisible characters were removed/);
    expect(text).toContain("https://one.example/%EF%B8%81a");
  });
});

function open() {
  const client = openWebClient({ allow: ["127.0.0.0/8"], perHost: false });
  return openSession(createRegistry(webTools({ client })), { policy: allow() });
}
