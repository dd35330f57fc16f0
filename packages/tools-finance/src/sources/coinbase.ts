import { askJson, failed, unknownTo, unreadable } from "../providers/ask.ts";
import { noIds, pairNotes } from "../providers/pairs.ts";
import type { CoinProvider } from "../providers/provider.ts";
import { decimalOf, textOf } from "../providers/read.ts";

const asked = { label: "Coinbase Exchange" };

/** The last trade of a pair at Coinbase Exchange, without a key. Source: https://docs.cdp.coinbase.com/exchange/reference */
export function coinbase({
  baseUrl = "https://api.exchange.coinbase.com",
}: {
  readonly baseUrl?: string | undefined;
} = {}): CoinProvider {
  return {
    name: "coinbase",
    url: `${baseUrl}/products`,
    terms: "Coinbase Exchange, under its market data terms (https://www.coinbase.com/legal/market_data).",
    async price(wanted, io) {
      if ("id" in wanted) throw noIds(asked.label);
      const symbol = wanted.symbol.toUpperCase();
      const currency = wanted.currency.toUpperCase();
      const pair = encodeURIComponent(`${symbol}-${currency}`);
      const { status, fields } = await askJson(asked, `${baseUrl}/products/${pair}/ticker`, {}, io);
      if (status === 404)
        throw unknownTo(asked, `the pair ${symbol}-${currency}`, "Check the symbol and the currency.");
      if (status >= 400) throw failed(asked, `answered with HTTP ${status}`);
      const price = decimalOf(fields.price);
      if (price === undefined) throw unreadable(asked);
      const time = textOf(fields.time, 40);
      return {
        symbol,
        exchange: "Coinbase Exchange",
        currency,
        price,
        as_of: time !== undefined && !Number.isNaN(Date.parse(time)) ? new Date(time).toISOString() : null,
        as_of_means: "trade",
        delay: "realtime",
        notes: pairNotes(asked.label, symbol),
      };
    },
  };
}
