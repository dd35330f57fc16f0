import { permissions } from "@holdall/permissions";
import { allow, toOpenAI } from "@holdall/tool-core";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { openMarket } from "./_finance.fixture.ts";
import { describeFinanceProviders, financeTools, stockProvidersFrom, stockQuote } from "./index.ts";
import { recorded } from "./sources/_recorded.fixture.ts";

const network = "network(domain:127.0.0.1)";

test("credits are spent where a rule names the provider, and nowhere else", async () => {
  const { policy } = permissions({ rules: [{ allow: [network, "stock_quote(provider:twelve-data)"] }], roots: [] });
  await using market = await openMarket({}, { policy });
  expect((await market.quotes("stock_quote", { symbols: ["AAPL"] })).quotes).toHaveLength(1);
  const { policy: none } = permissions({ rules: [{ allow: [network] }], roots: [] });
  await using other = await openMarket({}, { policy: none });
  expect((await other.fails("stock_quote", { symbols: ["AAPL"] })).code).toBe("permission_denied");
  expect((await other.quotes("stock_quote", { symbols: ["AAPL"], provider: "finnhub" })).quotes).toHaveLength(1);
  expect(other.seen.map(({ path }) => path)).toEqual(["/finnhub/api/v1/quote"]);
});

test("a provider that is asked in place of another needs a permission of its own", async () => {
  await using market = await openMarket({ "/twelve/quote": { body: recorded.twelveDataLimit } });
  const refusing = await openMarket(
    { "/twelve/quote": { body: recorded.twelveDataLimit } },
    {
      policy: ({ access }) =>
        access?.target.includes("/finnhub/") ? { effect: "deny", reason: "no" } : allow()({ access } as never),
    },
  );
  await using _ = refusing;
  expect((await market.quotes("stock_quote", { symbols: ["AAPL"] })).quotes[0]?.source.name).toBe("finnhub");
  expect((await refusing.fails("stock_quote", { symbols: ["AAPL"] })).code).toBe("permission_denied");
  expect(refusing.seen.map(({ path }) => path)).toEqual(["/twelve/quote"]);
});

test("keys are looked up by name, and reports hold no value", () => {
  const env = { FINNHUB_API_KEY: " secret-key ", ALPHA_VANTAGE_API_KEY: "  " };
  expect(stockProvidersFrom(env).map(({ name }) => name)).toEqual(["finnhub"]);
  const report = describeFinanceProviders(env);
  expect(report.filter(({ ready }) => ready).map(({ name }) => name)).toEqual([
    "finnhub",
    "coingecko",
    "kraken",
    "coinbase",
    "ecb",
  ]);
  expect(JSON.stringify(report)).not.toContain("secret");
});

test("without a key there is no tool for stocks, and asking for it says which keys there are", () => {
  const client = { request: () => Promise.reject(new Error("the user is not asked")) };
  expect(financeTools({ client }).map(({ name }) => name)).toEqual(["crypto_price", "exchange_rate"]);
  expect(() => stockQuote({ client })).toThrow(/no provider/);
});

test("the three tools cost a model at most 250 tokens", async () => {
  await using market = await openMarket();
  expect(market.registry.tools()).toHaveLength(3);
  expect(encode(JSON.stringify(toOpenAI(market.registry))).length).toBeLessThanOrEqual(250);
});
