import type { Tool } from "@holdall/tool-core";
import { UsageError } from "../usage-error.ts";
import type { Settings } from "./settings.ts";

/**
 * Tools for prices, if the configuration enables them. Throws UsageError if none of the providers it names can be used.
 */
export async function financeToolsOf(
  { file, config: { finance } }: Settings,
  env: NodeJS.ProcessEnv,
): Promise<readonly Tool[] | undefined> {
  // An empty entry asks for nothing: one that was found keeps none of its keys.
  if (finance?.enabled === false || !(finance?.enabled || finance?.providers)) return undefined;
  const { coinProvidersFrom, describeFinanceProviders, financeTools, rateProviders, stockProvidersFrom } = await import(
    "@holdall/tools-finance"
  );
  const { openWebClient } = await import("@holdall/tools-web");
  const { providers } = finance;
  const chosen = <P extends { readonly name: string }>(all: readonly P[]): readonly P[] =>
    providers?.flatMap((name) => all.find((each) => each.name === name) ?? []) ?? all;
  const tools = financeTools({
    client: openWebClient({ perHost: false }),
    stocks: chosen(stockProvidersFrom(env)),
    coins: chosen(coinProvidersFrom(env)),
    rates: chosen(rateProviders()),
  });
  if (tools.length > 0) return tools as readonly Tool[];
  const missing = describeFinanceProviders(env)
    .filter(({ name, ready }) => !ready && providers?.includes(name as (typeof providers)[number]))
    .flatMap(({ settings }) => settings.map(({ name }) => name));
  throw new UsageError(
    `${file}: none of the finance providers ${providers?.join(", ")} has its settings.`,
    `Set ${missing.join(" or ")}, or add coingecko or ecb, which need none.`,
  );
}
