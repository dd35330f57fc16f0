export { type CryptoPriceInput, type CryptoPriceOutput, cryptoPrice } from "./crypto-price.ts";
export { type ExchangeRateInput, type ExchangeRateOutput, exchangeRate } from "./exchange-rate.ts";
export { type FinanceTool, financeTools } from "./finance-tools.ts";
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
export { alphaVantage } from "./sources/alpha-vantage.ts";
export { coinbase } from "./sources/coinbase.ts";
export { type CoinGeckoOptions, coinGecko } from "./sources/coingecko.ts";
export { ecb } from "./sources/ecb.ts";
export {
  coinProvidersFrom,
  describeFinanceProviders,
  type FinanceEnv,
  type FinanceProviderReport,
  rateProviders,
  stockProvidersFrom,
} from "./sources/finance-providers-from.ts";
export { finnhub } from "./sources/finnhub.ts";
export { kraken } from "./sources/kraken.ts";
export { twelveData } from "./sources/twelve-data.ts";
export { type StockQuoteInput, type StockQuoteOutput, stockQuote } from "./stock-quote.ts";
