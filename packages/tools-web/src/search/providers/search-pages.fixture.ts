/** A result of DuckDuckGo's HTML edition, built as the live page builds it. */
export function duckResult({ url, title, snippet, date = "", shown = new URL(url).host }: DuckResult): string {
  const link = `//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=4692a85012ddc1b5`;
  return `
<div class="result results_links results_links_deep web-result ">
  <div class="links_main links_deep result__body">
    <h2 class="result__title">
      <a rel="nofollow" class="result__a" href="${link}">${title}</a>
    </h2>
    <div class="result__extras">
      <div class="result__extras__url">
        <span class="result__icon">
          <a rel="nofollow" href="${link}"><img class="result__icon__img" width="16" height="16" alt=""
            src="//external-content.duckduckgo.com/ip3/${shown}.ico" name="i15" /></a>
        </span>
        <a class="result__url" href="${link}">
          ${shown}
        </a>
        ${date && `<span>&nbsp; &nbsp; ${date}</span>`}
      </div>
    </div>
    <a class="result__snippet" href="${link}">${snippet}</a>
    <div class="clear"></div>
  </div>
</div>`;
}

export interface DuckResult {
  url: string;
  title: string;
  snippet: string;
  date?: string;
  shown?: string;
}

const advertisement = `
<div class="result results_links results_links_deep result--ad ">
  <div class="links_main links_deep result__body">
    <h2 class="result__title">
      <a rel="nofollow" class="result__a" href="https://duckduckgo.com/y.js?ad_domain=shop.example&amp;ad_provider=bingv7aa&amp;u3=https%3A%2F%2Fwww.bing.com%2Faclick">Buy runtimes</a>
      <button class="badge--ad js-badge--ad">Ad</button>
    </h2>
    <a class="result__snippet" href="https://duckduckgo.com/y.js?ad_domain=shop.example">Cheap runtimes &amp; more.</a>
  </div>
</div>`;

const disguisedAdvertisement = `
<div class="result results_links web-result ">
  <h2 class="result__title">
    <a class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fduckduckgo.com%2Fy.js%3Fad_domain%3Dother.example&amp;rut=1">More runtimes</a>
  </h2>
</div>`;

export const duckHits: readonly DuckResult[] = [
  {
    url: "https://nodejs.org/en/blog/release/v24?lang=en&utm_source=ddg#notes",
    title: "Node.js <b>24</b> &amp; what is new",
    snippet: "The <b>release</b> notes of Node&#x27;s 24th line &mdash; with V8.",
    date: "2025-05-06T00:00:00.0000000",
  },
  { url: "https://deno.com/", title: "Deno", snippet: "A next-generation JavaScript runtime." },
  {
    url: "https://ja.wikipedia.org/wiki/実行環境",
    title: "実行環境 - Wikipedia",
    snippet: "実行環境（じっこうかんきょう）とは",
  },
  { url: "https://m.nodejs.org/en/blog/release/v24?lang=en", title: "Node.js 24 (mobile)", snippet: "The same page." },
];

export const duckPage = (inside: string): string => `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<html lang="en">
<head><title>runtime at DuckDuckGo</title><meta name="robots" content="noindex, nofollow"></head>
<body class="body--html">
<form id="search_form_homepage" action="/html/" method="post"><input name="q" value="runtime"></form>
<div><div class="serp__results"><div id="links" class="results">
${inside}
</div></div></div>
<div class="nav-link"><form action="/html/" method="post"><input type="submit" class="btn btn--alt" value="Next" />
<input type="hidden" name="s" value="10" /><input type="hidden" name="vqd" value="4-123" /></form></div>
</body></html>`;

export const duckResults = duckPage([advertisement, ...duckHits.map(duckResult), disguisedAdvertisement].join("\n"));

export const duckNothing = duckPage(`
<div class="result results_links results_links_deep result--no-result">
  <div class="links_main links_deep result__body"><div class="no-results">No results.</div></div>
</div>`);

export const duckChallenge = `<!DOCTYPE html><html><head><title>DuckDuckGo</title></head><body>
<form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html&amp;cc=sre" method="POST">
<div class="anomaly-modal__mask"><div class="anomaly-modal__modal" data-testid="anomaly-modal">
<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>
<div class="anomaly-modal__description">Please complete the following challenge to confirm this search was made by a human.</div>
<div class="anomaly-modal__instructions">Select all squares containing a duck:</div>
</div></div></form></body></html>`;

export const braveResults = {
  type: "search",
  query: { original: "runtime", more_results_available: true },
  web: {
    type: "search",
    results: [
      {
        title: "Node.js — Run JavaScript Everywhere",
        url: "https://nodejs.org/en",
        description: "Node.js&#174; is a <strong>free</strong> runtime &amp; more.",
        page_age: "2026-11-12T08:30:00",
        age: "November 12, 2026",
        language: "en",
        profile: { name: "Node.js" },
      },
      { title: "Node.js", url: "http://www.nodejs.org/en/?utm_campaign=x", description: "The same page again." },
      { title: "Deno", url: "https://deno.com/", description: "A runtime.", language: "de" },
    ],
  },
};

export const tavilyResults = {
  query: "runtime",
  results: [
    { title: "Node.js", url: "https://nodejs.org/en", content: "Runs JavaScript.", score: 0.9 },
    { title: "Bun", url: "https://bun.sh/", content: "A fast runtime.", score: 0.7, published_date: "2026-11-20" },
  ],
  response_time: 0.8,
};

export const exaResults = {
  requestId: "a1",
  results: [
    {
      id: "https://nodejs.org/en",
      title: "Node.js",
      url: "https://nodejs.org/en",
      publishedDate: "2026-11-01T00:00:00.000Z",
      highlights: ["Runs JavaScript.", "Built on V8."],
    },
    { id: "x", title: null, url: "https://bun.sh/", summary: "A fast runtime." },
  ],
};

export const googleResults = {
  kind: "customsearch#search",
  queries: { request: [{ count: 2 }] },
  searchInformation: { totalResults: "2" },
  items: [
    {
      title: "Node.js",
      link: "https://nodejs.org/en",
      snippet: "Nov 3, 2026 ... Runs JavaScript.",
      displayLink: "nodejs.org",
    },
    { title: "Bun", link: "https://bun.sh/", snippet: "A fast runtime." },
  ],
};

export const searxngResults = {
  query: "runtime",
  number_of_results: 0,
  results: [
    {
      url: "https://nodejs.org/en",
      title: "Node.js",
      content: "Runs JavaScript.",
      engine: "startpage",
      publishedDate: "2026-11-01T00:00:00",
    },
    { url: "https://bun.sh/", title: "Bun", content: "A fast runtime.", engine: "mojeek", publishedDate: null },
  ],
  unresponsive_engines: [["google", "CAPTCHA"]],
};
