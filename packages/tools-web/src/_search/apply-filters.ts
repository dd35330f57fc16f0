import { cleanMarkup, cleanText } from "./clean-text.ts";
import { isOnDomain } from "./domains.ts";
import { daysOf } from "./freshness.ts";
import { pageKey } from "./page-key.ts";
import type { SearchFilter, SearchHit, SearchProvider, SearchQuery } from "./provider.ts";

/** What became of a filter that was asked for. */
export interface FilterReport {
  readonly filter: SearchFilter;
  /** `afterwards`: only by leaving out results of the provider. `ignored`: not at all, as nothing tells. */
  readonly honoured: "native" | "operator" | "afterwards" | "ignored";
  /** Results left out here because of it. */
  readonly dropped: number;
}

export interface Filtered {
  readonly hits: readonly SearchHit[];
  readonly filters: readonly FilterReport[];
  readonly warnings: readonly string[];
}

/** Tidy hits, keep each page once, and hold them to the filters as far as they can be judged by what is known of them. */
export function applyFilters(
  found: readonly SearchHit[],
  search: SearchQuery,
  { name, can }: Pick<SearchProvider, "name" | "can">,
  now: number,
): Filtered {
  const warnings: string[] = [];
  const filters: FilterReport[] = [];
  let hits = uniquePages(found.flatMap((hit) => tidy(hit) ?? []));

  /** `fits` says undefined where nothing tells; such a hit stays. */
  const hold = (
    filter: SearchFilter,
    wanted: boolean,
    fits: (hit: SearchHit) => boolean | undefined,
    judgedBy: string,
  ) => {
    if (!wanted) return;
    const verdicts = hits.map(fits);
    const kept = hits.filter((_, index) => verdicts[index] !== false);
    const dropped = hits.length - kept.length;
    const support = can[filter];
    const unknown = verdicts.filter((verdict) => verdict === undefined).length;
    const ignored = support === "none" && hits.length > 0 && unknown === hits.length;
    if (ignored) warnings.push(`${name} does not know ${filter}; the results were not narrowed by it.`);
    else if (support === "none" && unknown > 0)
      warnings.push(`${filter}: ${unknown} of ${hits.length} results do not tell and were kept.`);
    if (dropped > 0) warnings.push(`${filter} left out ${dropped} of ${hits.length} results, judged by ${judgedBy}.`);
    filters.push({ filter, honoured: ignored ? "ignored" : support === "none" ? "afterwards" : support, dropped });
    hits = kept;
  };

  const { allowed_domains, blocked_domains, exact_terms, language, freshness, page } = search;
  hold("allowed_domains", allowed_domains.length > 0, ({ url }) => isOnDomain(url, allowed_domains), "their addresses");
  hold(
    "blocked_domains",
    blocked_domains.length > 0,
    ({ url }) => !isOnDomain(url, blocked_domains),
    "their addresses",
  );
  const phrase = exact_terms?.toLowerCase();
  hold(
    "exact_terms",
    phrase !== undefined,
    ({ title, snippet }) => can.exact_terms !== "none" || `${title}\n${snippet}`.toLowerCase().includes(phrase ?? ""),
    "title and snippet alone",
  );
  hold(
    "language",
    language !== undefined,
    (hit) => sameLanguage(hit.language, language),
    "what they say of themselves",
  );
  const oldest = now - (daysOf[freshness ?? "day"] + 1) * 86_400_000;
  hold("freshness", freshness !== undefined, ({ published }) => isSince(published, oldest), "their dates");
  if (page > 1) filters.push({ filter: "page", honoured: can.page === "none" ? "ignored" : can.page, dropped: 0 });
  return { hits, filters, warnings };
}

const sameLanguage = (own: string | undefined, wanted = "") =>
  own === undefined ? undefined : primaryOf(own) === primaryOf(wanted);

const primaryOf = (tag: string) => tag.toLowerCase().split(/[-_]/, 1)[0];

function isSince(published: string | undefined, oldest: number): boolean | undefined {
  const time = Date.parse(published ?? "");
  return Number.isNaN(time) ? undefined : time >= oldest;
}

/** The hit as one-line texts and a canonical URL; nothing when it leads nowhere. */
function tidy(hit: SearchHit): SearchHit | undefined {
  const raw = hit.url.trim();
  if (raw.length > 2048 || /[\s\p{Cc}\p{Cf}\ufffd<>"\\]/u.test(raw) || !URL.canParse(raw)) return undefined;
  // A port that is announced and missing, a user name, odd signs in the host: damaged, or made to mislead.
  if (!/^https?:\/\/(?![^/?#]*(:[/?#]|:$|@))/i.test(raw)) return undefined;
  const { hostname, href } = new URL(raw);
  if (!/^(\[|[a-z\d])[^!$&'()*+,;=~`{}]*$/.test(hostname)) return undefined;
  const published = Number.isNaN(Date.parse(hit.published ?? "")) ? undefined : hit.published?.slice(0, 19);
  const age = cleanText(hit.age ?? "", 40);
  const language = /^[a-z]{2,3}([-_][\w-]{1,20})?$/i.exec(hit.language ?? "")?.[0];
  return {
    title: cleanMarkup(hit.title, 200) || href,
    url: href,
    snippet: cleanMarkup(hit.snippet, 500),
    ...(published && { published }),
    ...(age && { age }),
    ...(language && { language }),
  };
}

function uniquePages(hits: readonly SearchHit[]): readonly SearchHit[] {
  const seen = new Set<string>();
  return hits.filter(({ url }) => {
    const key = pageKey(url);
    return !seen.has(key) && seen.add(key);
  });
}
