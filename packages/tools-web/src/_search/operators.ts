import type { SearchFilter, SearchQuery } from "./provider.ts";

/** The words of a search with the given filters written as operators that the large engines share. */
export function withOperators(search: SearchQuery, ...filters: readonly SearchFilter[]): string {
  const { query, exact_terms, allowed_domains, blocked_domains } = search;
  const sites = allowed_domains.map((domain) => `site:${domain}`);
  const parts = [query];
  if (filters.includes("exact_terms") && exact_terms) parts.push(`"${exact_terms.replaceAll('"', " ").trim()}"`);
  if (filters.includes("allowed_domains") && sites.length > 0)
    parts.push(sites.length > 1 ? `(${sites.join(" OR ")})` : `${sites[0]}`);
  if (filters.includes("blocked_domains")) parts.push(...blocked_domains.map((domain) => `-site:${domain}`));
  return parts.join(" ");
}
