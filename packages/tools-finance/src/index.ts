export { alphaVantage } from "./alpha-vantage.ts";
export { coinbase } from "./coinbase.ts";
export { type CoinGeckoOptions, coinGecko } from "./coingecko.ts";
export { type CryptoPriceInput, type CryptoPriceOutput, cryptoPrice } from "./crypto-price.ts";
export { ecb } from "./ecb.ts";
export { type ExchangeRateInput, type ExchangeRateOutput, exchangeRate } from "./exchange-rate.ts";
export {
  coinProvidersFrom,
  describeFinanceProviders,
  type FinanceEnv,
  type FinanceProviderReport,
  rateProviders,
  stockProvidersFrom,
} from "./finance-providers-from.ts";
export { type FinanceTool, financeTools } from "./finance-tools.ts";
export { finnhub } from "./finnhub.ts";
export { kraken } from "./kraken.ts";
export type { FinanceToolsOptions } from "./options.ts";
export type {
  AsOfMeans,
  Candidate,
  CoinProvider,
  FinanceClient,
  FinanceIo,
  Price,
  Provider,
  Rate,
  RateProvider,
  StockProvider,
} from "./providers/provider.ts";
export type { Quote, Quotes } from "./providers/quotes.ts";
export { type StockQuoteInput, type StockQuoteOutput, stockQuote } from "./stock-quote.ts";
export { twelveData } from "./twelve-data.ts";
