import { abortedError, ToolError, type ToolErrorCode } from "@holdall/tool-core";
import { leftOut } from "@holdall/tool-kit";
import type { LRUCache } from "lru-cache";
import { openWebClient } from "../client/open-web-client.ts";
import type { WebClient } from "../client/web-client.ts";
import { createNeutralizer } from "../html/page/neutral-text.ts";
import { applyFilters, type FilterReport } from "./apply-filters.ts";
import { cleanText } from "./hits/clean-text.ts";
import { createBreaker } from "./providers/breaker.ts";
import type { SearchFilter, SearchHit, SearchIo, SearchProvider, SearchQuery } from "./providers/provider.ts";

export interface SearchResult extends SearchHit {
  readonly provider: string;
}

export interface SearchOutcome {
  readonly query: string;
  readonly page: number;
  /** Who answered. */
  readonly provider: string;
  readonly results: readonly SearchResult[];
  /** The provider's own notes on the query. */
  readonly answer?: string | undefined;
  /** The outcome of every requested filter. */
  readonly filters: readonly FilterReport[];
  /** How many results each filter left out. */
  readonly left_out?: Readonly<Partial<Record<SearchFilter, number | undefined>>> | undefined;
  readonly notes: readonly string[];
  /** Who was asked before, or left out, and why. */
  readonly tried: readonly Attempt[];
  readonly from_cache: boolean;
}

export interface Attempt {
  readonly provider: string;
  /** A `ToolErrorCode`. */
  readonly code: string;
  readonly error: string;
}

export interface SearchChainOptions {
  /** In the order they are asked. */
  readonly providers: readonly SearchProvider[];
  readonly client?: WebClient | undefined;
  readonly now?: (() => number) | undefined;
}

export type SearchChain = (search: SearchQuery, io: Pick<SearchIo, "signal" | "require">) => Promise<SearchOutcome>;

/** Failures that say something of a provider's health. */
const failing = new Set<ToolErrorCode>(["unavailable", "timeout", "parse_error", "too_large"]);

/** Failures after which the next provider is asked: its own, and what may not be reached. A refused key is none: the user has to correct it. */
const isPassing = ({ code, data }: ToolError): boolean =>
  failing.has(code) || code === "unsupported" || (code === "permission_denied" && data?.status === undefined);

/**
 * Search with the first provider that answers. Who throttles or keeps failing is left alone for a while; answers are kept
 * for 15 minutes, the 200 latest. Throws the error of a refused key, or `unavailable` with everything that was tried.
 */
export function openSearchChain({ providers, client, now = Date.now }: SearchChainOptions): SearchChain {
  const breaker = createBreaker(now);
  let opened: Promise<LRUCache<string, SearchOutcome>> | undefined;
  const clientOf = openClients(client);

  return async (search, { signal, require }) => {
    const key = JSON.stringify(search);
    opened ??= openCache(now);
    const kept = await opened;
    const known = kept.get(key);
    if (known) return { ...known, from_cache: true };
    const tried: Attempt[] = [];
    const errors: ToolError[] = [];
    for (const [index, provider] of providers.entries()) {
      try {
        if (index > 0) await require({ action: "network", target: provider.url });
        const outcome = await askOne(provider, search, { signal, require });
        breaker.succeeded(provider.name);
        const complete = { ...outcome, tried };
        kept.set(key, complete);
        return complete;
      } catch (thrown) {
        if (signal.aborted) throw abortedError(signal.reason);
        if (!ToolError.is(thrown)) throw thrown;
        tried.push({ provider: provider.name, code: thrown.code, error: thrown.message });
        errors.push(thrown);
        if (!isPassing(thrown)) throw withTried(thrown, tried);
      }
    }
    throw noneAnswered(errors, tried);
  };

  async function askOne(
    provider: SearchProvider,
    search: SearchQuery,
    io: Pick<SearchIo, "signal" | "require">,
  ): Promise<SearchOutcome> {
    const { name, can, most, notice } = provider;
    if (search.page > 1 && can.page === "none")
      throw new ToolError("unsupported", `${name} has no further pages.`, {
        hint: "Search with other words, or use a larger limit on page 1.",
      });
    const rest = breaker.restsFor(name);
    if (rest > 0)
      throw new ToolError("unavailable", `${name} failed and is not used for ${rest} more seconds.`, {
        hint: `Wait ${rest} seconds, or set the key of another search provider.`,
        data: { retry_after: rest },
      });
    const count = Math.min(wantedOf(search, provider), most);
    const answer = await provider
      .search({ ...search, count }, { ...io, client: clientOf(provider), now })
      .catch((thrown: unknown) => {
        if (!io.signal.aborted && ToolError.is(thrown) && failing.has(thrown.code))
          breaker.failed(name, restAfter(thrown));
        throw thrown;
      });
    const neutral = createNeutralizer();
    const { hits, filters, leftOut: left, notes } = applyFilters(answer.hits, search, provider, now(), neutral);
    const said = answer.answer === undefined ? undefined : cleanText(answer.answer, 4000, neutral);
    const short = search.count > most ? [`${name} returns at most ${most} results per page.`] : [];
    return {
      query: search.query,
      page: search.page,
      provider: name,
      results: hits.slice(0, search.count).map((hit) => ({ ...hit, provider: name })),
      ...(said !== undefined && { answer: said }),
      filters,
      ...leftOut(left),
      notes: [...notes, ...short, ...(answer.notes ?? []), ...neutral.notes(), ...(notice ? [notice] : [])],
      tried: [],
      from_cache: false,
    };
  }
}

/** `now` is asked once a lookup, so that a clock of the host's own counts. */
async function openCache(now: () => number) {
  const { LRUCache } = await import("lru-cache");
  return new LRUCache<string, SearchOutcome>({ max: 200, ttl: 15 * 60_000, ttlResolution: 0, perf: { now } });
}

/** More than asked for on page 1 where some of it will be left out here. */
function wantedOf({ count, page, exact_terms }: SearchQuery, { can, most }: SearchProvider): number {
  return page === 1 && exact_terms !== undefined && can.exact_terms === "none" ? most : count;
}

/** Seconds to leave a provider alone: what it says, a minute where it throttles without saying. */
function restAfter({ data }: ToolError): number | undefined {
  if (typeof data?.retry_after === "number") return data.retry_after;
  return data?.status === 429 || data?.status === 202 ? 60 : undefined;
}

/** Servers of the host's own get a client each, which opens their host and port and nothing else; all others share one that opens nothing. */
function openClients(shared = openWebClient({ perHost: false })): (provider: SearchProvider) => WebClient {
  const opened = new Map<string, WebClient>();
  return ({ url, ownServer }) => {
    if (!ownServer) return shared;
    const { protocol, hostname, port } = new URL(url);
    const place = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
    const client = opened.get(place) ?? openWebClient({ perHost: false, allow: [place] });
    opened.set(place, client);
    return client;
  };
}

function withTried(error: ToolError, tried: readonly Attempt[]): ToolError {
  const { code, message, hint, data, cause } = error;
  return new ToolError(code, message, { hint, data: { ...data, tried }, cause });
}

/** No way leads there. Its address is ours, so the spelling is right. */
const isUnreachable = ({ data }: ToolError): boolean =>
  /^(?:EAI_|ENOTFOUND|ENODATA|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)/.test(String(data?.reason ?? ""));

function noneAnswered(errors: readonly ToolError[], tried: readonly Attempt[]): ToolError {
  const [first] = errors;
  if (first && errors.every(isUnreachable))
    return new ToolError(
      "unavailable",
      `No search provider can be reached. ${tried.map(({ error }) => error).join(" ")}`,
      {
        hint: "This machine seems to have no network. Work without the web, or try again when it has.",
        data: { tried },
        cause: first,
      },
    );
  if (first && errors.length === 1) return withTried(first, tried);
  const reasons = tried.map(({ provider, error }) => `${provider}: ${error}`).join(" ");
  const waits = errors.flatMap(({ data }) => (typeof data?.retry_after === "number" ? data.retry_after : []));
  return new ToolError("unavailable", `No search provider answered. ${reasons}`, {
    hint: first?.hint ?? "Set the key of a search provider.",
    data: { tried, ...(waits.length > 0 && { retry_after: Math.min(...waits) }) },
    cause: new AggregateError(errors),
  });
}
