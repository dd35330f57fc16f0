import { financeTools } from "@holdall/tools-finance";
import { expect, test } from "vitest";
import type { Settings } from "../read/settings.ts";
import { financeOf } from "./finance-tools.ts";

async function namesOf(
  finance: Settings["config"]["finance"],
  env: Record<string, string> = {},
  web?: Settings["config"]["web"],
) {
  const found = financeOf({ file: "holdall.config.yaml", config: { finance, web } }, env);
  if (typeof found !== "function") return found;
  return financeTools(await found()).map(({ name }) => name);
}

test("prices are offered unless they or the web are turned off, those of stocks with a key", async () => {
  expect(await namesOf(undefined)).toEqual(["crypto_price", "exchange_rate"]);
  expect(await namesOf({ enabled: false })).toBe(false);
  expect(await namesOf({}, {}, { enabled: false })).toBe(false);
  expect(await namesOf({ enabled: true }, {}, { enabled: false })).toEqual(["crypto_price", "exchange_rate"]);
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
    hint: expect.stringContaining("set FINNHUB_API_KEY, or add coingecko or ecb, which need none."),
  });
});
