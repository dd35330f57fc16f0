import { createNeutralizer, type Neutralizer } from "../html/page/neutral-text.ts";
import { daysOf } from "./freshness.ts";
import { isOnDomain } from "./hits/domains.ts";
import { normalizeHits } from "./hits/normalize-hits.ts";
import type { SearchFilter, SearchHit, SearchProvider, SearchQuery } from "./providers/provider.ts";

/** The outcome of a requested filter. */
export interface FilterReport {
  readonly filter: SearchFilter;
  /** `afterwards`: only by leaving out results of the provider. `ignored`: not at all, as nothing tells. */
  readonly honored: "native" | "operator" | "afterwards" | "ignored";
}

export interface Filtered {
  readonly hits: readonly SearchHit[];
  readonly filters: readonly FilterReport[];
  /** How many results each filter left out here. */
  readonly leftOut: Readonly<Partial<Record<SearchFilter, number>>>;
  readonly notes: readonly string[];
}

interface FilterCheck {
  readonly filter: SearchFilter;
  readonly by: string;
  /** Checks what the provider has filtered, too: addresses are certain. */
  readonly certain?: boolean;
  readonly wanted: (search: SearchQuery) => boolean;
  /** Undefined where nothing tells. */
  readonly fits: (hit: SearchHit, search: SearchQuery, now: number) => boolean | undefined;
}

const checks: readonly FilterCheck[] = [
  {
    filter: "allowed_domains",
    by: "address",
    certain: true,
    wanted: ({ allowed_domains }) => allowed_domains.length > 0,
    fits: ({ url }, { allowed_domains }) => isOnDomain(url, allowed_domains),
  },
  {
    filter: "blocked_domains",
    by: "address",
    certain: true,
    wanted: ({ blocked_domains }) => blocked_domains.length > 0,
    fits: ({ url }, { blocked_domains }) => !isOnDomain(url, blocked_domains),
  },
  {
    filter: "exact_terms",
    by: "title and snippet alone",
    wanted: ({ exact_terms }) => exact_terms !== undefined,
    fits: ({ title, snippet }, { exact_terms = "" }) =>
      `${title}\n${snippet}`.toLowerCase().includes(exact_terms.toLowerCase()),
  },
  {
    filter: "language",
    by: "the language they report",
    wanted: ({ language }) => language !== undefined,
    fits: ({ language: own }, { language = "" }) => (own ? primaryOf(own) === primaryOf(language) : undefined),
  },
  {
    filter: "freshness",
    by: "the date they report",
    wanted: ({ freshness }) => freshness !== undefined,
    fits({ published = "" }, { freshness = "year" }, now) {
      const time = Date.parse(published);
      return Number.isNaN(time) ? undefined : time >= now - (daysOf[freshness] + 1) * 86_400_000;
    },
  },
  { filter: "page", by: "", wanted: ({ page }) => page > 1, fits: () => undefined },
];

const primaryOf = (tag: string) => tag.toLowerCase().split(/[-_]/, 1)[0];

/** Tidy hits, and hold them to what the provider does not filter itself, as far as they tell; to domains in any case. */
export function applyFilters(
  found: readonly SearchHit[],
  search: SearchQuery,
  { name, can }: Pick<SearchProvider, "name" | "can">,
  now: number,
  neutral: Neutralizer = createNeutralizer(),
): Filtered {
  const filters: FilterReport[] = [];
  const leftOut: Partial<Record<SearchFilter, number>> = {};
  const notes: string[] = [];
  let hits = normalizeHits(found, neutral);
  for (const { filter, by, certain = false, wanted, fits } of checks) {
    if (!wanted(search)) continue;
    const support = can[filter];
    if (support !== "none" && !certain) {
      filters.push({ filter, honored: support });
      continue;
    }
    const verdicts = hits.map((hit) => fits(hit, search, now));
    const silent = verdicts.filter((verdict) => verdict === undefined).length;
    const dropped = verdicts.filter((verdict) => verdict === false).length;
    const ignored = silent > 0 && silent === hits.length;
    if (ignored)
      notes.push(`${name} cannot filter by ${filter}, and its results do not report it: nothing was filtered out.`);
    else if (silent > 0) notes.push(`${filter}: ${silent} of ${hits.length} results do not report it and were kept.`);
    if (dropped > 0) notes.push(`${filter} filtered out ${dropped} of ${hits.length} results, based on ${by}.`);
    filters.push({ filter, honored: ignored ? "ignored" : support === "none" ? "afterwards" : support });
    leftOut[filter] = dropped;
    hits = hits.filter((_, index) => verdicts[index] !== false);
  }
  return { hits, filters, leftOut, notes };
}
