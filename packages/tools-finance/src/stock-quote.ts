import { defineTool, type Tool } from "@holdall/tool-core";
import * as z from "zod";
import type { FinanceToolsOptions } from "./options.ts";
import { accessesOf } from "./providers/access.ts";
import { exchangeOf, symbolsOf, texts } from "./providers/arguments.ts";
import { chooseProviders, openChain } from "./providers/chain.ts";
import { needsProvider } from "./providers/needs-provider.ts";
import { type Quotes, quoteEach, quoteOf, quotesSchema } from "./providers/quotes.ts";
import { renderQuotes } from "./providers/render.ts";
import { stockProvidersFrom } from "./sources/finance-providers-from.ts";

const input = z.object({
  symbols: texts.describe("Such as AAPL"),
  exchange: z.string().optional(),
  provider: z.string().optional(),
});
export type StockQuoteInput = z.infer<typeof input>;
export type StockQuoteOutput = Quotes;

/** Milliseconds after which a price of a stock is called old: a weekend and its holidays are not. */
const old = 3 * 86_400_000;

/** Create the tool `stock_quote`: returns the latest prices of stocks, funds and indices, each with its time, currency and source. */
export function stockQuote({
  client,
  env = {},
  stocks: providers = stockProvidersFrom(env),
  now = Date.now,
}: FinanceToolsOptions): Tool<StockQuoteInput, StockQuoteOutput, "stock_quote"> {
  needsProvider("stock_quote", providers);
  const ask = openChain(providers, client, now);
  return defineTool({
    name: "stock_quote",
    category: "finance",
    description: `Latest prices of up to 10 stocks, from ${providers.map(({ name }) => name).join(", ")}.`,
    guidance:
      "Prices of {stock_quote} are never advice: state as_of, the currency and the source, and say so where one of them is unknown.",
    examples: ["what does a share cost", "price of Apple stock", "how did the index close"],
    input,
    output: quotesSchema,
    // Credits are spent for good.
    hints: { readOnly: !providers.some(({ costs }) => costs), destructive: false, idempotent: true, openWorld: true },
    aliases: {
      names: ["get_stock_price", "get_stock_quote", "stock_price", "get_quote", "stock_quotes"],
      params: { symbol: "symbols", ticker: "symbols", tickers: "symbols", mic_code: "exchange", source: "provider" },
      foreign: { interval: "", outputsize: "", period: "Only the latest price is available." },
    },
    access: ({ provider }) => accessesOf(chooseProviders(providers, provider)[0]!),
    execute({ symbols, exchange, provider }, { signal, require }) {
      const at = exchangeOf(exchange);
      return quoteEach(
        symbolsOf(symbols, "symbols"),
        async (symbol) => {
          const key = JSON.stringify([symbol, at]);
          const answered = await ask(key, provider, { signal, require }, (each, io) =>
            each.quote({ symbol, exchange: at }, io),
          );
          return quoteOf(answered, old, now());
        },
        signal,
      );
    },
    render: renderQuotes,
  });
}
