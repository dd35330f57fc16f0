import { cryptoPrice } from "./crypto-price.ts";
import { exchangeRate } from "./exchange-rate.ts";
import type { FinanceToolsOptions } from "./options.ts";
import { coinProvidersFrom, rateProviders, stockProvidersFrom } from "./sources/finance-providers-from.ts";
import { stockQuote } from "./stock-quote.ts";

/** One of these tools. */
export type FinanceTool = ReturnType<typeof stockQuote | typeof cryptoPrice | typeof exchangeRate>;

/** Create the tools of this package that have a provider: stocks need a key, coins and currencies do not. */
export function financeTools(options: FinanceToolsOptions): readonly FinanceTool[] {
  const {
    env = {},
    stocks = stockProvidersFrom(env),
    coins = coinProvidersFrom(env),
    rates = rateProviders(),
  } = options;
  return [
    ...(stocks.length > 0 ? [stockQuote({ ...options, stocks })] : []),
    ...(coins.length > 0 ? [cryptoPrice({ ...options, coins })] : []),
    ...(rates.length > 0 ? [exchangeRate({ ...options, rates })] : []),
  ];
}
