import { askJson, limited, refusedKey, unknownTo, unreadable } from "../providers/ask.ts";
import type { StockProvider } from "../providers/provider.ts";
import { dayOf, decimalOf, textOf, timeOf } from "../providers/read.ts";

const asked = { label: "Twelve Data", keyName: "TWELVE_DATA_API_KEY" };

/** Stocks, funds and indices of Twelve Data; each price costs a credit. Source: https://twelvedata.com/docs#quote */
export function twelveData({
  key,
  baseUrl = "https://api.twelvedata.com",
}: {
  readonly key: string;
  readonly baseUrl?: string | undefined;
}): StockProvider {
  const url = `${baseUrl}/quote`;
  return {
    name: "twelve-data",
    url,
    costs: true,
    terms: "Twelve Data, under the terms of your plan (https://twelvedata.com/terms).",
    async quote({ symbol, exchange }, io) {
      const query = new URLSearchParams({ symbol, ...(exchange !== undefined && { exchange }) });
      const { status, fields, retryAfter } = await askJson(
        asked,
        `${url}?${query}`,
        { authorization: `apikey ${key}` },
        io,
      );
      // Errors come with their status in the body, and with HTTP 200 as well.
      const code = fields.status === "error" ? Number(decimalOf(fields.code) ?? 400) : status;
      if (code === 429) throw limited(asked, "its own code 429", retryAfter);
      if (code === 401 || code === 403) throw refusedKey(asked, `its own code ${code}`);
      if (code >= 400) throw unknownTo(asked, named(symbol, exchange), "Check the symbol, and name its `exchange`.");
      const price = decimalOf(fields.close);
      if (price === undefined) throw unreadable(asked);
      const at = timeOf(fields.last_quote_at) ?? timeOf(fields.timestamp);
      const currency = textOf(fields.currency, 10) ?? null;
      return {
        symbol: textOf(fields.symbol, 40) ?? symbol,
        name: textOf(fields.name),
        exchange: textOf(fields.exchange, 40),
        currency,
        price,
        previous_close: decimalOf(fields.previous_close),
        change_percent: decimalOf(fields.percent_change),
        as_of: at ?? dayOf(fields.datetime) ?? null,
        as_of_means: at === undefined ? "close" : "trade",
        delay: "unknown",
        market: typeof fields.is_market_open === "boolean" ? (fields.is_market_open ? "open" : "closed") : undefined,
        notes: currency === null ? ["Twelve Data does not report the currency."] : [],
      };
    },
  };
}

const named = (symbol: string, exchange: string | undefined) =>
  `the symbol ${JSON.stringify(symbol)}${exchange === undefined ? "" : ` at ${JSON.stringify(exchange)}`}`;
