import { ToolError } from "@holdall/tool-core";
import type { SearchFilter, SearchQuery } from "./providers/provider.ts";

/** What engines take in one line of words. */
const longest = 400;

/** The words of a search with the given filters written as operators that the large engines share. Throws `unsupported` when that is too long for them. */
export function withOperators(search: SearchQuery, ...filters: readonly SearchFilter[]): string {
  const { query, exact_terms, allowed_domains, blocked_domains } = search;
  const sites = allowed_domains.map((domain) => `site:${domain}`);
  const parts = [query];
  if (filters.includes("exact_terms") && exact_terms) parts.push(`"${exact_terms.replaceAll('"', " ").trim()}"`);
  if (filters.includes("allowed_domains") && sites.length > 0)
    parts.push(sites.length > 1 ? `(${sites.join(" OR ")})` : `${sites[0]}`);
  if (filters.includes("blocked_domains")) parts.push(...blocked_domains.map((domain) => `-site:${domain}`));
  const words = parts.join(" ");
  if (words.length <= longest) return words;
  throw new ToolError(
    "unsupported",
    `Words and filters together have ${words.length} characters; the limit is ${longest}.`,
    {
      hint: "Use fewer domains or fewer words.",
    },
  );
}
