import type { CoinProvider, RateProvider, StockProvider } from "../providers/provider.ts";
import { alphaVantage } from "./alpha-vantage.ts";
import { coinbase } from "./coinbase.ts";
import { coinGecko } from "./coingecko.ts";
import { ecb } from "./ecb.ts";
import { finnhub } from "./finnhub.ts";
import { kraken } from "./kraken.ts";
import { twelveData } from "./twelve-data.ts";

/** Settings by name, such as `process.env`. */
export type FinanceEnv = Readonly<Record<string, string | undefined>>;

/** Information about a provider without a request. Contains names of settings, never their values. */
export interface FinanceProviderReport {
  readonly name: string;
  readonly gives: "stocks" | "coins" | "rates";
  readonly ready: boolean;
  readonly settings: readonly { readonly name: string; readonly present: boolean }[];
}

const keyed = [
  { name: "twelve-data", setting: "TWELVE_DATA_API_KEY", make: (key: string) => twelveData({ key }) },
  { name: "finnhub", setting: "FINNHUB_API_KEY", make: (key: string) => finnhub({ key }) },
  { name: "alpha-vantage", setting: "ALPHA_VANTAGE_API_KEY", make: (key: string) => alphaVantage({ key }) },
] as const;

const settingOf = (env: FinanceEnv, setting: string): string | undefined => env[setting]?.trim() || undefined;

/** Create the stock providers whose keys are present, in order of use. */
export const stockProvidersFrom = (env: FinanceEnv): readonly StockProvider[] =>
  keyed.flatMap(({ setting, make }) => {
    const key = settingOf(env, setting);
    return key === undefined ? [] : [make(key)];
  });

/**
 * Create the coin providers, which need no key: CoinGecko, with a key if there is one (`COINGECKO_PLAN` names its plan), then
 * two exchanges.
 */
export const coinProvidersFrom = (env: FinanceEnv): readonly CoinProvider[] => [
  coinGecko({
    key: settingOf(env, "COINGECKO_API_KEY"),
    plan: settingOf(env, "COINGECKO_PLAN")?.toLowerCase() === "pro" ? "pro" : "demo",
  }),
  kraken(),
  coinbase(),
];

export const rateProviders = (): readonly RateProvider[] => [ecb()];

/** List which providers can be used with these settings, and which settings the others need. */
export function describeFinanceProviders(env: FinanceEnv): readonly FinanceProviderReport[] {
  const stocks = keyed.map(({ name, setting }): FinanceProviderReport => {
    const present = settingOf(env, setting) !== undefined;
    return { name, gives: "stocks", ready: present, settings: [{ name: setting, present }] };
  });
  const coins = coinProvidersFrom(env).map(({ name }): FinanceProviderReport => {
    const own =
      name === "coingecko"
        ? [{ name: "COINGECKO_API_KEY", present: settingOf(env, "COINGECKO_API_KEY") !== undefined }]
        : [];
    return { name, gives: "coins", ready: true, settings: own };
  });
  const rates = rateProviders().map(
    ({ name }): FinanceProviderReport => ({ name, gives: "rates", ready: true, settings: [] }),
  );
  return [...stocks, ...coins, ...rates];
}
