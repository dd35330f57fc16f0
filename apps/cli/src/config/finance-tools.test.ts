import { expect, test } from "vitest";
import { financeToolsOf } from "./finance-tools.ts";
import type { Settings } from "./settings.ts";

const namesOf = async (finance: Settings["config"]["finance"], env: Record<string, string> = {}) =>
  (await financeToolsOf({ file: "holdall.config.yaml", config: { finance } } as Settings, env))?.map(
    ({ name }) => name,
  );

test("prices are offered where the configuration asks for them, those of stocks with a key", async () => {
  expect(await namesOf(undefined)).toBeUndefined();
  expect(await namesOf({ enabled: false })).toBeUndefined();
  expect(await namesOf({})).toBeUndefined();
  expect(await namesOf({ enabled: true })).toEqual(["crypto_price", "exchange_rate"]);
  expect(await namesOf({ enabled: true }, { FINNHUB_API_KEY: "k" })).toEqual([
    "stock_quote",
    "crypto_price",
    "exchange_rate",
  ]);
  expect(await namesOf({ providers: ["ecb"] }, { FINNHUB_API_KEY: "k" })).toEqual(["exchange_rate"]);
});

test("providers without their keys are told by the names of their settings", async () => {
  await expect(namesOf({ providers: ["finnhub"] })).rejects.toMatchObject({
    message: "holdall.config.yaml: none of the finance providers finnhub has its settings.",
    hint: "Set FINNHUB_API_KEY, or add coingecko or ecb, which need none.",
  });
});
