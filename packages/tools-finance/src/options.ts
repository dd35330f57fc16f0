import type { FinanceEnv } from "./finance-providers-from.ts";
import type { CoinProvider, FinanceClient, RateProvider, StockProvider } from "./providers/provider.ts";

export interface FinanceToolsOptions {
  /** The way to the web: `openWebClient()` of `@holdall/tools-web`. */
  readonly client: FinanceClient;
  /** Where keys are looked up, such as `process.env`; nowhere by default. */
  readonly env?: FinanceEnv | undefined;
  /** Asked in this order, the next where one gives no answer; by default those whose settings `env` has. */
  readonly stocks?: readonly StockProvider[] | undefined;
  readonly coins?: readonly CoinProvider[] | undefined;
  readonly rates?: readonly RateProvider[] | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}
