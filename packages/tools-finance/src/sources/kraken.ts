import { askJson, failed, limited, unknownTo, unreadable } from "../providers/ask.ts";
import { noIds, pairNotes } from "../providers/pairs.ts";
import type { CoinProvider } from "../providers/provider.ts";
import { decimalOf, fieldsOf, listOf, timeOf } from "../providers/read.ts";

const asked = { label: "Kraken" };

/** Symbols that Kraken spells in its own way. */
const own: Readonly<Record<string, string>> = { BTC: "XBT", DOGE: "XDG" };

/** The last trade of a pair at Kraken, without a key. Source: https://docs.kraken.com/api/docs/rest-api/get-recent-trades */
export function kraken({
  baseUrl = "https://api.kraken.com",
}: {
  readonly baseUrl?: string | undefined;
} = {}): CoinProvider {
  const url = `${baseUrl}/0/public/Trades`;
  return {
    name: "kraken",
    url,
    terms: "Kraken, under its terms (https://www.kraken.com/legal).",
    async price(wanted, io) {
      if ("id" in wanted) throw noIds(asked.label);
      const symbol = wanted.symbol.toUpperCase();
      const currency = wanted.currency.toUpperCase();
      const pair = `${own[symbol] ?? symbol}${own[currency] ?? currency}`;
      const { status, fields } = await askJson(asked, `${url}?${new URLSearchParams({ pair })}`, {}, io);
      // Errors come with HTTP 200.
      const errors = listOf(fields.error).filter((each) => typeof each === "string");
      if (errors.some((each) => /rate limit|too many requests|throttled/i.test(each)))
        throw limited(asked, "told with HTTP 200");
      if (errors.some((each) => /unknown asset pair|invalid arguments/i.test(each)))
        throw unknownTo(asked, `the pair ${symbol}/${currency}`, "Check the symbol, or use an id and coingecko.");
      if (errors.length > 0 || status >= 400) throw failed(asked, "answered with an error");
      const trades = Object.entries(fieldsOf(fields.result)).find(([name]) => name !== "last")?.[1];
      const [price, , time] = listOf(listOf(trades).at(-1));
      const told = decimalOf(price);
      if (told === undefined) throw unreadable(asked);
      return {
        symbol,
        exchange: "Kraken",
        currency,
        price: told,
        as_of: timeOf(time) ?? null,
        as_of_means: "trade",
        delay: "realtime",
        notes: pairNotes(asked.label, symbol),
      };
    },
  };
}
