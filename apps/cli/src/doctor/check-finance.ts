import type { Settings } from "../config/read/settings.ts";
import type { Finding } from "./finding.ts";

/** Who can be asked for prices, where the configuration asks for them; variables are looked for by name. */
export async function checkFinance(
  { config: { finance } }: Pick<Settings, "config">,
  env: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  if (finance?.enabled === false || !(finance?.enabled || finance?.providers)) {
    const fix = "write finance: { enabled: true } into a configuration, and name it with --config";
    return [{ name: "finance", state: "missing", text: "switched off", fix }];
  }
  const { describeFinanceProviders } = await import("@holdall/tools-finance");
  const wanted: readonly string[] | undefined = finance.providers;
  return describeFinanceProviders(env)
    .filter(({ name }) => wanted?.includes(name) ?? true)
    .map(({ name, ready, settings }): Finding => {
      const text = settings
        .map(({ name: variable, present }) => `${variable} is ${present ? "" : "not "}set`)
        .join(", ");
      const finding = { name: `finance: ${name}`, text: text || "needs no key" };
      const missing = settings.filter(({ present }) => !present).map((setting) => setting.name);
      return ready
        ? { ...finding, state: "works" }
        : { ...finding, state: "missing", fix: `set ${missing.join(" and ")} to ask it` };
    });
}
