export { type CryptoPriceInput, type CryptoPriceOutput, cryptoPrice } from "./crypto-price.ts";
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
