import type { FamilyOptions } from "@holdall/presets";
import { ToolError } from "@holdall/tool-core";
import type { Settings } from "../read/settings.ts";

/** Who is asked for prices, opened with the first call; `false` where they are turned off, or the web is. */
export function financeOf(
  { file, config: { finance, web } }: Pick<Settings, "file" | "config">,
  env: NodeJS.ProcessEnv,
): FamilyOptions["finance"] {
  const isWanted = finance?.enabled === true || finance?.providers !== undefined;
  if (finance?.enabled === false || (web?.enabled === false && !isWanted)) return false;
  return async () => {
    const [{ coinProvidersFrom, describeFinanceProviders, rateProviders, stockProvidersFrom }, { openWebClient }] =
      await Promise.all([import("@holdall/tools-finance"), import("@holdall/tools-web")]);
    const providers = finance?.providers;
    const chosen = <P extends { readonly name: string }>(all: readonly P[]): readonly P[] =>
      providers?.flatMap((name) => all.find((each) => each.name === name) ?? []) ?? all;
    const made = {
      stocks: chosen(stockProvidersFrom(env)),
      coins: chosen(coinProvidersFrom(env)),
      rates: chosen(rateProviders()),
    };
    if (Object.values(made).some((each) => each.length > 0)) {
      return { client: openWebClient({ perHost: false }), ...made };
    }
    const missing = describeFinanceProviders(env)
      .filter(({ name, ready }) => !ready && providers?.includes(name as (typeof providers)[number]))
      .flatMap(({ settings }) => settings.map(({ name }) => name));
    throw new ToolError(
      "unavailable",
      `${file}: none of the finance providers ${providers?.join(", ")} has its settings.`,
      { hint: `Tell the user: set ${missing.join(" or ")}, or add coingecko or ecb, which need none.` },
    );
  };
}
