import type { ToolContext } from "@holdall/tool-core";

/** The meaning of a price's time: the last trade, the close of a day, a daily reference, an average over markets. */
export type AsOfMeans = "trade" | "close" | "reference" | "average" | "unknown";

/** A price as given by its source. Missing values are `null` or absent, and never assumed. */
export interface Price {
  /** As the source spells it. */
  readonly symbol: string;
  /** The source's own id, where symbols are not unique. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly exchange?: string | undefined;
  /** As the source spells it: `GBp` is not `GBP`. */
  readonly currency: string | null;
  /** Decimal text, digit for digit, without an exponent. */
  readonly price: string;
  readonly previous_close?: string | undefined;
  readonly change_percent?: string | undefined;
  /** ISO 8601: a day where the source gives no time. */
  readonly as_of: string | null;
  readonly as_of_means: AsOfMeans;
  readonly delay: "realtime" | "delayed_15" | "end_of_day" | "unknown";
  readonly market?: "open" | "closed" | undefined;
  /** What a reader must know about this price. */
  readonly notes: readonly string[];
}

/** One of several coins that a symbol may mean. */
export interface Candidate {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** By market capitalization. */
  readonly rank?: number | undefined;
}

/** What a call provides to a provider. */
export interface FinanceIo {
  readonly client: FinanceClient;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A source of prices, created by a function per provider; to add one, write one such object. */
export interface Provider {
  /** Letters, digits and hyphens: what rules name, as in `stock_quote(provider:twelve-data)`. */
  readonly name: string;
  /** Where it asks: what permissions are given for. */
  readonly url: string;
  /** Each price costs credits of a plan: an access of the action `spend`. */
  readonly costs?: boolean | undefined;
  /** Under which terms, in a sentence that goes with every answer. */
  readonly terms: string;
}

/**
 * Throws `not_found` for an unknown symbol, `permission_denied` for a rejected key, `unavailable` for limits and
 * failures (`data.retry_after` in seconds if known), `unsupported` for missing features, `parse_error`, `timeout`.
 */
export interface StockProvider extends Provider {
  quote(asked: { readonly symbol: string; readonly exchange?: string | undefined }, io: FinanceIo): Promise<Price>;
}

/** Throws as a `StockProvider` does, and `ambiguous` with the candidates for a symbol of several coins. */
export interface CoinProvider extends Provider {
  price(
    asked: ({ readonly id: string } | { readonly symbol: string }) & { readonly currency: string },
    io: FinanceIo,
  ): Promise<Price>;
}

/** One rate: how much of `to` one unit of `from` is. */
export interface Rate {
  readonly rate: string;
  /** The day of the reference. */
  readonly as_of: string;
  /** The rates that this one was computed from, where it was. */
  readonly computed_from?: string | undefined;
  readonly notes: readonly string[];
}

/** Throws as a `StockProvider` does. Currencies are ISO 4217 in capital letters, the date is `YYYY-MM-DD`. */
export interface RateProvider extends Provider {
  rate(
    asked: { readonly from: string; readonly to: string; readonly date?: string | undefined },
    io: FinanceIo,
  ): Promise<Rate>;
}

/** A way to the web, shaped like the client of `@holdall/tools-web`. */
export interface FinanceClient {
  request(
    url: string,
    request: {
      readonly method: "GET";
      readonly headers: Readonly<Record<string, string>>;
      readonly timeout: number;
      readonly maxBytes: number;
      readonly maxAge: number;
      readonly redirects: "none";
      readonly robots: false;
      readonly signal: AbortSignal;
    },
  ): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
  }>;
}

/** What asking the next provider needs of a call. */
export type ChainIo = Pick<ToolContext, "signal" | "require">;
