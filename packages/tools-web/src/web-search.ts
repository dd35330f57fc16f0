import { defineTool, type Tool, ToolError } from "@holdall/tool-core";
import * as z from "zod";
import { between } from "./client/_limits.ts";
import type { WebClient } from "./client/web-client.ts";
import { type SearchEnv, searchProvidersFrom } from "./providers/search-providers-from.ts";
import { bareDomains } from "./search/hits/domains.ts";
import { outcomeSchema } from "./search/hits/outcome-schema.ts";
import { formatOutcome } from "./search/hits/render.ts";
import type { SearchProvider, SearchQuery } from "./search/providers/provider.ts";
import type { SearchChain, SearchOutcome } from "./search/search-chain.ts";
import { webSearchSpellings } from "./search/spellings.ts";

export interface WebSearchOptions {
  /** Tried in this order, the next if one fails; by default those for which `env` has keys, then DuckDuckGo. */
  readonly providers?: readonly SearchProvider[] | undefined;
  /** Where keys are looked up, such as `process.env`; nowhere by default. */
  readonly env?: SearchEnv | undefined;
  /** The client; its own by default. The host's own servers always get a client that opens only them. */
  readonly client?: WebClient | undefined;
  /**
   * Domains that are excluded from every search. Without it, `reddit.com` is, unless a call names it in `allowed_domains`.
   */
  readonly blockedDomains?: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

export type WebSearchInput = z.infer<typeof input>;
export type WebSearchOutput = SearchOutcome;

/** Excluded by default: its pages rank high but are not reliable. */
const usuallyBlocked: readonly string[] = ["reddit.com"];

const input = z.object({
  query: z.string(),
  limit: between(1, 20).optional().describe("Results, default 8"),
  allowed_domains: z.array(z.string()).optional(),
  blocked_domains: z.array(z.string()).optional(),
  exact_terms: z.string().optional(),
  language: z.string().optional().describe("Such as en, pt-BR"),
  freshness: z.enum(["day", "week", "month", "year"]).optional(),
  page: between(1, 10).optional().describe("From 1"),
});

/** Search the web with whichever provider there is. Snippets are excerpts by others, marked as such. */
export function webSearch({
  env = {},
  providers = searchProvidersFrom(env),
  blockedDomains,
  client,
  now,
}: WebSearchOptions = {}): Tool<WebSearchInput, WebSearchOutput, "web_search", WebSearchInput> {
  const [first] = providers;
  if (!first) throw new ToolError("invalid_input", "web_search has no provider.", { hint: "Configure at least one." });
  let chain: Promise<SearchChain> | undefined;
  return defineTool({
    name: "web_search",
    category: "web",
    description: `Search the web: titles, URLs, snippets${blockedDomains ? "" : ` (${usuallyBlocked.join(", ")} only if allowed_domains names it)`}. Read a page with {web_fetch}.`,
    guidance: [
      "Use a few specific words, in the language of the pages you want.",
      "For what is new, get the date with {current_time} and put the year in the query.",
      "Snippets may be old: open the pages that matter with {web_fetch}, and name sources by URL.",
    ].join("\n"),
    examples: ["look it up on the web", "find the documentation of a library", "what is the latest news about this"],
    input,
    output: outcomeSchema,
    hints: { readOnly: true, openWorld: true },
    aliases: webSearchSpellings,
    access: () => [{ action: "network", target: first.url }],
    async execute(wanted, { signal, require }) {
      const search = readSearch(wanted, blockedDomains);
      chain ??= import("./search/search-chain.ts").then(({ openSearchChain }) =>
        openSearchChain({ providers, client, now }),
      );
      return (await chain)(search, { signal, require });
    },
    render: formatOutcome,
  });
}

/** Arguments in the one form that providers and the cache know. */
function readSearch(wanted: WebSearchInput, always: readonly string[] | undefined): SearchQuery {
  const { limit: count = 8, page = 1, allowed_domains = [], blocked_domains = [], freshness } = wanted;
  const query = oneLine(wanted.query, "query");
  if (query === "") throw new ToolError("invalid_input", "The query is empty.", { hint: "Say what to search for." });
  const allowed = bareDomains(allowed_domains, "allowed_domains");
  const leftOut = allowed.length > 0 ? [] : usuallyBlocked;
  return {
    query,
    count,
    page,
    allowed_domains: allowed,
    blocked_domains: bareDomains([...blocked_domains, ...(always ?? leftOut)], "blocked_domains"),
    exact_terms: wanted.exact_terms === undefined ? undefined : oneLine(wanted.exact_terms, "exact_terms") || undefined,
    language: wanted.language === undefined ? undefined : languageTag(wanted.language),
    freshness,
  };
}

function oneLine(text: string, parameter: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line.length <= 400) return line;
  throw new ToolError("invalid_input", `${parameter} has ${line.length} characters; search engines accept 400.`, {
    hint: "Search for a few important words.",
  });
}

function languageTag(text: string): string {
  try {
    return new Intl.Locale(text.trim().slice(0, 40).replaceAll("_", "-")).baseName;
  } catch {
    throw new ToolError("invalid_input", `language: ${JSON.stringify(text.slice(0, 40))} is not a language tag.`, {
      hint: "Write en, de or pt-BR.",
    });
  }
}
