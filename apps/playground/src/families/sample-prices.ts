import { ToolError } from "@holdall/tool-core";
import type { CoinProvider, Price, RateProvider, StockProvider } from "@holdall/tools-finance";

const terms = "Recorded examples that come with this page. Not market prices.";
const about = { name: "samples", url: "https://samples.example", terms };

const price = (symbol: string, more: Partial<Price>): Price => ({
  symbol,
  currency: "USD",
  price: "0",
  as_of: "2026-11-20T20:40:00Z",
  as_of_means: "trade",
  delay: "delayed_15",
  notes: [],
  ...more,
});

const stocks: Readonly<Record<string, Price>> = {
  AAPL: price("AAPL", { name: "Apple Inc.", exchange: "NASDAQ", price: "271.49", change_percent: "1.09" }),
  MSFT: price("MSFT", { name: "Microsoft Corp.", exchange: "NASDAQ", price: "472.12", change_percent: "-0.54" }),
  "VOD.L": price("VOD.L", {
    name: "Vodafone Group",
    exchange: "LSE",
    price: "88.02",
    currency: "GBp",
    as_of_means: "close",
    delay: "end_of_day",
  }),
  SAMPLE: price("SAMPLE", {
    name: "A stock whose source says little",
    price: "12.5",
    currency: null,
    as_of: null,
    as_of_means: "unknown",
    delay: "unknown",
    notes: ["This sample has no currency and no time."],
  }),
};

const coins: readonly (Price & { readonly id: string; readonly name: string })[] = [
  { ...price("BTC", { price: "91234.5", as_of_means: "average", delay: "realtime" }), id: "bitcoin", name: "Bitcoin" },
  {
    ...price("ETH", { price: "3012.77", as_of_means: "average", delay: "realtime" }),
    id: "ethereum",
    name: "Ethereum",
  },
  {
    ...price("TWIN", { price: "1.25", as_of_means: "average", delay: "realtime" }),
    id: "twin-one",
    name: "Twin One (made up)",
  },
  {
    ...price("TWIN", { price: "0.04", as_of_means: "average", delay: "realtime" }),
    id: "twin-two",
    name: "Twin Two (made up)",
  },
];

const rates: Readonly<Record<string, string>> = {
  "EUR/USD": "1.0843",
  "USD/EUR": "0.92225399",
  "EUR/GBP": "0.8312",
  "GBP/EUR": "1.20307988",
  "EUR/JPY": "168.35",
};

const notFound = (what: string, known: readonly string[]) =>
  new ToolError("not_found", `The samples have no ${what}.`, { hint: `They have: ${known.join(", ")}.` });

/** Stocks as they were recorded once. */
export const sampleStocks: StockProvider = {
  ...about,
  async quote({ symbol }) {
    const found = stocks[symbol.toUpperCase()];
    if (!found) throw notFound(`stock ${symbol}`, Object.keys(stocks));
    return found;
  },
};

/** Coins as they were recorded once, in US dollars; two of them share a symbol. */
export const sampleCoins: CoinProvider = {
  ...about,
  async price(asked) {
    if (asked.currency !== "USD") throw notFound(`prices in ${asked.currency}`, ["USD"]);
    const found = coins.filter((coin) =>
      "id" in asked ? coin.id === asked.id : coin.symbol === asked.symbol.toUpperCase(),
    );
    const [only, ...others] = found;
    if (!only)
      throw notFound(
        "id" in asked ? `coin ${asked.id}` : `coin with the symbol ${asked.symbol}`,
        coins.map(({ id }) => id),
      );
    if (others.length === 0) return only;
    throw new ToolError("ambiguous", `${found.length} coins of the samples have the symbol ${only.symbol}.`, {
      hint: "Ask for one of them by its id.",
      data: { candidates: found.map(({ id, symbol, name }) => ({ id, symbol, name })) },
    });
  },
};

/** Reference rates of one day. */
export const sampleRates: RateProvider = {
  ...about,
  async rate({ from, to, date }) {
    const rate = rates[`${from}/${to}`];
    if (rate === undefined) throw notFound(`rate from ${from} to ${to}`, Object.keys(rates));
    if (date !== undefined && date !== "2026-11-20") throw notFound(`rate of ${date}`, ["2026-11-20"]);
    return { rate, as_of: "2026-11-20", notes: [] };
  },
};
