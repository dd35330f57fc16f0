import { parseHTML } from "linkedom";
import type { SearchHit } from "./provider.ts";

export interface DuckDuckGoPage {
  /** `empty` only where the page itself says that there is nothing. */
  readonly kind: "results" | "empty" | "blocked" | "unknown";
  readonly hits: readonly SearchHit[];
}

const challenge =
  '[class*="anomaly"], [id*="anomaly"], [id*="challenge-form"], form[action*="anomaly"], script[src*="anomaly"]';
const nothingFound = '.no-results, [class*="no-result"]';
const advertised = '[class*="result--ad"], [class*="badge--ad"]';

/** Read a page of DuckDuckGo's HTML edition, whatever the order of its attributes: results without advertisements, or why there are none. */
export function readPage(html: string): DuckDuckGoPage {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  const hits = [...document.querySelectorAll(".result")].flatMap((result) => hitOf(result) ?? []);
  if (hits.length > 0) return { kind: "results", hits };
  if (document.querySelector(challenge)) return { kind: "blocked", hits };
  return { kind: document.querySelector(nothingFound) ? "empty" : "unknown", hits };
}

function hitOf(result: Element): SearchHit | undefined {
  if (result.matches(advertised) || result.querySelector(advertised)) return undefined;
  const link = result.querySelector("a.result__a") ?? result.querySelector("h2 a");
  const url = targetOf(link?.getAttribute("href") ?? result.querySelector("a.result__url")?.getAttribute("href") ?? "");
  const title = link?.textContent ?? "";
  if (url === undefined || title.trim() === "") return undefined;
  const extras = result.querySelector(".result__extras")?.textContent ?? "";
  return {
    title,
    url,
    snippet: result.querySelector(".result__snippet")?.textContent ?? "",
    published: /\b\d{4}-\d\d-\d\d(?:T[\d:.]+)?/.exec(extras)?.[0].slice(0, 19),
  };
}

/** Where a link leads behind DuckDuckGo's redirect; nothing for advertisements and links of the page's own. */
function targetOf(href: string): string | undefined {
  const link = href.trim();
  if (/[\s\p{Cc}]/u.test(link) || !(/^(https?:)?\/\//i.test(link) || link.startsWith("/l/?"))) return undefined;
  const absolute = URL.canParse(link, "https://duckduckgo.com") ? new URL(link, "https://duckduckgo.com") : undefined;
  if (!absolute) return undefined;
  const { hostname, pathname, searchParams } = absolute;
  if (/(^|\.)duckduckgo\.com$/.test(hostname)) {
    if (/^\/l\/?$/.test(pathname)) return unwrap(link);
    if (pathname === "/y.js" || searchParams.has("uddg") || searchParams.has("ad_domain")) return undefined;
  }
  return link.startsWith("//") ? `https:${link}` : link;
}

/** The target of a redirect; nothing where it is damaged or another redirect. */
function unwrap(link: string): string | undefined {
  try {
    const target = decodeURIComponent(/[?&]uddg=([^&#]*)/.exec(link)?.[1] ?? "");
    return /^https?:\/\/(?![^/]*duckduckgo\.com\/(y\.js|l\/))/i.test(target) ? target : undefined;
  } catch {
    return undefined;
  }
}
