import { parseMarkup } from "../../html/parse-markup.ts";
import { classesOf, type Element, elementsOf, textOf } from "../../html/tree.ts";
import type { SearchHit } from "./provider.ts";

export interface DuckDuckGoPage {
  /** `empty` only where the page itself says that there is nothing. */
  readonly kind: "results" | "empty" | "blocked" | "unknown";
  readonly hits: readonly SearchHit[];
}

/** Read a page of DuckDuckGo's HTML edition, whatever the order of its attributes: results without advertisements, or why there are none. */
export function readPage(html: string): DuckDuckGoPage {
  const all = [...elementsOf(parseMarkup(html))];
  const hits = all.filter((each) => hasClass(each, "result")).flatMap((result) => hitOf(result) ?? []);
  if (hits.length > 0) return { kind: "results", hits };
  if (all.some(isChallenge)) return { kind: "blocked", hits };
  return { kind: all.some((each) => hasClass(each, "no-results", "result--no-result")) ? "empty" : "unknown", hits };
}

const hasClass = (element: Element, ...names: readonly string[]) =>
  classesOf(element).some((own) => names.includes(own));

const isChallenge = ({ attributes }: Element) =>
  [attributes.class, attributes.id, attributes.action, attributes.src].some((value = "") =>
    /anomaly|challenge-form/.test(value),
  );

function hitOf(result: Element): SearchHit | undefined {
  const parts = [result, ...elementsOf(result)];
  if (parts.some((part) => hasClass(part, "result--ad", "badge--ad"))) return undefined;
  const find = (name: string) => parts.find((part) => hasClass(part, name));
  const link = find("result__a") ?? parts.find(({ tag, attributes }) => tag === "a" && attributes.href);
  const url = targetOf(link?.attributes.href ?? find("result__url")?.attributes.href ?? "");
  const title = link && textOf(link).trim();
  if (url === undefined || !title) return undefined;
  const [snippet, extras] = [find("result__snippet"), find("result__extras")];
  return {
    title,
    url,
    snippet: snippet ? textOf(snippet) : "",
    published: /\b\d{4}-\d\d-\d\d(?:T[\d:.]+)?/.exec(extras ? textOf(extras) : "")?.[0].slice(0, 19),
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
