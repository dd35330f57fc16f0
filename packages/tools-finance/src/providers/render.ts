import { wrapUntrusted } from "@holdall/tool-kit/text";
import type { Quote, Quotes } from "./quotes.ts";

/** The text of prices for the model: each with its time, currency and source. Names are untrusted text. */
export function renderQuotes({ quotes, missing }: Quotes): string {
  const sources = new Map(quotes.map(({ source }) => [source.name, source]));
  const names = [...sources.keys()].join(", ");
  return [
    ...(quotes.length > 0 ? [wrapUntrusted(quotes.map(line).join("\n"), { source: `prices of ${names}` })] : []),
    ...new Set(quotes.flatMap(({ notes }) => notes.map((note) => `Note: ${note}`))),
    ...[...sources.values()].map(
      ({ fetched_at, from_cache, terms }) =>
        `Source: ${terms} Asked at ${fetched_at}${from_cache ? ", kept since" : ""}.`,
    ),
    ...triedLines(quotes),
    ...missing.map(({ asked, error, hint }) => `No price of ${asked}: ${error}${hint === undefined ? "" : ` ${hint}`}`),
  ].join("\n");
}

export const triedLines = (of: readonly Pick<Quote, "tried">[]): readonly string[] => [
  ...new Set(of.flatMap(({ tried }) => tried.map(({ provider, error }) => `Asked before: ${provider}. ${error}`))),
];

const meanings: Readonly<Record<Quote["as_of_means"], string>> = {
  trade: "last trade",
  close: "close of the day",
  reference: "reference of the day",
  average: "average of markets",
  unknown: "time not reported",
};

const delays: Readonly<Record<Quote["delay"], string>> = {
  realtime: "not delayed",
  delayed_15: "15 minutes late",
  end_of_day: "end of day",
  unknown: "delay unknown",
};

function line(quote: Quote): string {
  const { symbol, id, name, exchange, currency, price, as_of, as_of_means, delay, market, old } = quote;
  const { previous_close, change_percent } = quote;
  const about = [id !== undefined && id !== symbol && id, name, exchange].filter(Boolean).join(", ");
  const when = as_of === null ? "time unknown" : `as of ${as_of} (${meanings[as_of_means]})`;
  const more = [
    delays[delay],
    market && `market ${market}`,
    previous_close !== undefined && `previous close ${previous_close}`,
    change_percent !== undefined && `change ${change_percent} %`,
  ].filter(Boolean);
  const unit = currency ?? "(currency unknown)";
  return `${old ? "OLD: " : ""}${symbol}${about === "" ? "" : ` (${about})`}: ${price} ${unit}, ${when}; ${more.join("; ")}`;
}
