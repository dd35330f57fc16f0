import type { CoinProvider, FinanceClient, RateProvider, StockProvider } from "./providers/provider.ts";
import type { FinanceEnv } from "./sources/finance-providers-from.ts";

export interface FinanceToolsOptions {
  /** The web client: `openWebClient()` of `@holdall/tools-web`. */
  readonly client: FinanceClient;
  /** Environment variables with keys, such as `process.env`. None by default. */
  readonly env?: FinanceEnv | undefined;
  /** Stock providers in order; the next is used if one gives no answer. Defaults to those whose settings are in `env`. */
  readonly stocks?: readonly StockProvider[] | undefined;
  readonly coins?: readonly CoinProvider[] | undefined;
  readonly rates?: readonly RateProvider[] | undefined;
  /** Returns milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}
