import type { Access } from "@holdall/tool-core";
import type { WebClient } from "../../client/web-client.ts";

export type Freshness = "day" | "week" | "month" | "year";

/** A search as every provider gets it: checked, domains as bare host names. */
export interface SearchQuery {
  readonly query: string;
  /** Results wanted, 1 to 20. */
  readonly count: number;
  /** From 1. */
  readonly page: number;
  readonly allowed_domains: readonly string[];
  readonly blocked_domains: readonly string[];
  readonly exact_terms?: string | undefined;
  /** A BCP 47 tag: `en`, `pt-BR`. */
  readonly language?: string | undefined;
  readonly freshness?: Freshness | undefined;
}

/** The filters of a search. */
export type SearchFilter = "allowed_domains" | "blocked_domains" | "exact_terms" | "language" | "freshness" | "page";

/** How a provider supports a filter: with its own parameter, with operators in the query (`site:`, quotes), or not at all. */
export type FilterSupport = "native" | "operator" | "none";

/** One result as a provider gave it. Text may still hold markup. */
export interface SearchHit {
  readonly title: string;
  /** An http or https URL. Others are dropped later. */
  readonly url: string;
  readonly snippet: string;
  /** ISO 8601, as exact as the provider says. */
  readonly published?: string | undefined;
  /** In the provider's words: `3 days ago`. */
  readonly age?: string | undefined;
  readonly language?: string | undefined;
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** The provider's own notes on the query. */
  readonly answer?: string | undefined;
  readonly notes?: readonly string[] | undefined;
}

/** What a call provides to a provider. */
export interface SearchIo {
  readonly client: WebClient;
  readonly signal: AbortSignal;
  /** Asks permission for an origin that the call has not named. */
  readonly require: (access: Access) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A place to search. Made by a function per provider; adding one is writing one such object. */
export interface SearchProvider {
  readonly name: string;
  /** Where it asks: what permissions are given for. */
  readonly url: string;
  /** `url` is the host's own server and may be on its own network; nothing else there becomes reachable. */
  readonly ownServer?: boolean | undefined;
  readonly can: Readonly<Record<SearchFilter, FilterSupport>>;
  /** The most results of one page. */
  readonly most: number;
  /** Terms that must accompany every answer of this provider. */
  readonly notice?: string | undefined;
  /**
   * @throws ToolError `permission_denied` for a refused key, `unavailable` for throttling, blocks and failures (with
   * `data.retry_after` in seconds where the provider says so), `timeout`, `parse_error`. Never an empty answer for these.
   */
  search(query: SearchQuery, io: SearchIo): Promise<SearchAnswer>;
}
