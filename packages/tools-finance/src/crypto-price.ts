import { defineTool, type Tool, ToolError } from "@holdall/tool-core";
import * as z from "zod";
import type { FinanceToolsOptions } from "./options.ts";
import { accessesOf } from "./providers/access.ts";
import { currencyOf, symbolsOf, texts } from "./providers/arguments.ts";
import { chooseProviders, openChain } from "./providers/chain.ts";
import { needsProvider } from "./providers/needs-provider.ts";
import { type Quotes, quoteEach, quoteOf, quotesSchema } from "./providers/quotes.ts";
import { renderQuotes } from "./providers/render.ts";
import { coinProvidersFrom } from "./sources/finance-providers-from.ts";

const input = z.object({
  ids: texts.optional().describe("Such as bitcoin"),
  symbols: texts.optional(),
  currency: z.string().optional(),
  provider: z.string().optional(),
});
export type CryptoPriceInput = z.infer<typeof input>;
export type CryptoPriceOutput = Quotes;

/** Milliseconds after which a price of a coin is called old. */
const old = 15 * 60_000;

/** Create the tool `crypto_price`: returns the latest prices of coins. A symbol of several coins is an error that asks for the id. */
export function cryptoPrice({
  client,
  env = {},
  coins: providers = coinProvidersFrom(env),
  now = Date.now,
}: FinanceToolsOptions): Tool<CryptoPriceInput, CryptoPriceOutput, "crypto_price"> {
  needsProvider("crypto_price", providers);
  const ask = openChain(providers, client, now);
  return defineTool({
    name: "crypto_price",
    category: "finance",
    description: "Latest prices of up to 10 coins. Symbols are not unique: prefer ids.",
    guidance:
      "With prices of {crypto_price}, state as_of and the source. A symbol of several coins comes back with their ids: ask the user which.",
    examples: ["what is bitcoin worth", "price of a coin in euros"],
    input,
    output: quotesSchema,
    hints: { readOnly: true, openWorld: true },
    aliases: {
      names: ["get_crypto_price", "crypto_quote", "coin_price", "get_coin_price", "get_token_price"],
      params: {
        ...{ id: "ids", coin_id: "ids", coin_ids: "ids", symbol: "symbols", coin: "symbols", coins: "symbols" },
        ...{ vs_currency: "currency", vs_currencies: "currency", convert: "currency", source: "provider" },
      },
      foreign: { precision: "", include_24hr_change: "", include_last_updated_at: "", include_market_cap: "" },
    },
    access: ({ provider }) => accessesOf(chooseProviders(providers, provider)[0]!),
    execute({ ids = [], symbols = [], currency: given = "USD", provider }, { signal, require }) {
      if (ids.length + symbols.length === 0)
        throw new ToolError("invalid_input", "Neither ids nor symbols are given.", {
          hint: "Name coins in `ids`, such as bitcoin, or in `symbols`, such as BTC.",
        });
      const currency = currencyOf(given, "currency");
      const wanted = new Map<string, { readonly id: string } | { readonly symbol: string }>();
      if (ids.length > 0) for (const id of symbolsOf(ids, "ids")) wanted.set(id, { id: id.toLowerCase() });
      if (symbols.length > 0)
        for (const symbol of symbolsOf(symbols, "symbols")) wanted.set(`symbol ${symbol}`, { symbol });
      return quoteEach(
        [...wanted.keys()],
        async (text) => {
          const coin = { ...wanted.get(text)!, currency };
          const answered = await ask(JSON.stringify(coin), provider, { signal, require }, (each, io) =>
            each.price(coin, io),
          );
          return quoteOf(answered, old, now());
        },
        signal,
      );
    },
    render: renderQuotes,
  });
}
