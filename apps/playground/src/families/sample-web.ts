import { ToolError } from "@holdall/tool-core";
import type { SearchProvider, WebClient } from "@holdall/tools-web";
import { htmlOf, samplePages } from "./sample-pages.ts";

/** Where the samples are searched; nothing is asked there. */
export const sampleSearchUrl = "https://search.example";

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[a-z0-9]{3,}/g));

/** Searches the sample pages by their words, the best first. */
export const sampleSearch: SearchProvider = {
  name: "samples",
  url: sampleSearchUrl,
  can: {
    ...{ allowed_domains: "none", blocked_domains: "none", exact_terms: "none" },
    ...{ language: "none", freshness: "none", page: "none" },
  },
  most: 20,
  notice: "These are sample pages that come with the playground. The web was not searched.",
  async search({ query, count, page }) {
    const wanted = [...wordsOf(query)];
    const ranked = samplePages
      .map((each) => {
        const words = wordsOf(`${each.title} ${each.paragraphs.join(" ")}`);
        return { each, score: wanted.filter((word) => words.has(word)).length };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice((page - 1) * count, page * count);
    return {
      hits: ranked.map(({ each: { title, url, published, paragraphs } }) => ({
        ...{ title, url, published },
        snippet: paragraphs[0] ?? "",
      })),
    };
  },
};

/** Answers for the sample pages and reaches nothing else. */
export const sampleClient: WebClient = {
  async request(url, { signal } = {}) {
    signal?.throwIfAborted();
    const page = samplePages.find((each) => each.url === url.replace(/[#?].*$/, "").replace(/\/$/, ""));
    if (!page) {
      throw new ToolError(
        "unavailable",
        `${url} is not among the sample pages, and this page does not use the network.`,
        {
          hint: `Find the sample pages with {web_search}, or fetch one of: ${samplePages.map((each) => each.url).join(", ")}.`,
        },
      );
    }
    return {
      url,
      status: 200,
      headers: { "content-type": "text/html; charset=utf-8" },
      body: new TextEncoder().encode(htmlOf(page)),
      truncated: false,
      hops: [],
      checked: "literals",
    };
  },
};
