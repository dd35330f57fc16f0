import { contentText } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { openMarket } from "./_finance.fixture.ts";
import { recorded } from "./sources/_recorded.fixture.ts";

const daily = "/ecb/stats/eurofxref/eurofxref-daily.xml";

test("a rate of the euro is the bank's own, with its day", async () => {
  await using market = await openMarket();
  expect(await market.call("exchange_rate", { from: "eur", to: "gbp" })).toMatchObject({
    ...{ from: "EUR", to: "GBP", rate: "0.83120", as_of: "2026-11-20", as_of_means: "reference", old: false },
    source: { name: "ecb", terms: expect.stringContaining("for information only") },
  });
});

test("other pairs are computed, and say from what", async () => {
  await using market = await openMarket();
  const result = await market.session.call("convert_currency", { base: "USD", target: "GBP", amount: 5 });
  expect(result.ok && result.output).toMatchObject({
    rate: "0.76657752",
    computed_from: "1 EUR = 1.0843 USD, 1 EUR = 0.83120 GBP",
  });
  expect(contentText(result.content)).toMatch(/1 USD = 0\.76657752 GBP, as of 2026-11-20[\s\S]*amount was not used/);
  expect(await market.call("exchange_rate", { from: "JPY", to: "EUR" })).toMatchObject({ rate: "0.0060968175" });
  expect(await market.call("exchange_rate", { from: "JPY", to: "JPY" })).toMatchObject({ rate: "1" });
});

test("a day without rates takes those of the day before it, and says so", async () => {
  await using market = await openMarket();
  expect(await market.call("exchange_rate", { from: "EUR", to: "USD", date: "2026-11-15" })).toMatchObject({
    ...{ rate: "1.08", as_of: "2026-11-13", old: false },
    notes: ["There are no rates for 2026-11-15; these are from 2026-11-13."],
  });
});

test("rates of more than six days ago are headed as old", async () => {
  await using market = await openMarket();
  market.pass(6 * 86_400_000);
  expect(contentText((await market.session.call("exchange_rate", { from: "EUR", to: "USD" })).content)).toMatch(
    /^OLD: 1 EUR/,
  );
});

test.each([
  [{ from: "EUR", to: "XAU" }, "not_found", /no rate for XAU on 2026-11-20/],
  [{ from: "EUR", to: "dollars" }, "invalid_input", /not the code of a currency/],
  [{ from: "EUR", to: "USD", date: "2026-02-30" }, "invalid_input", /not a day/],
  [{ from: "EUR", to: "USD", date: "2027-01-01" }, "invalid_input", /in the future/],
  [{ from: "EUR", to: "USD", date: "2020-01-01" }, "not_found", /no rates for 2020-01-01/],
])("%j: %s", async (input, code, message) => {
  await using market = await openMarket();
  const error = await market.fails("exchange_rate", input);
  expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
});

test.each([
  [{ body: recorded.page }, "parse_error"],
  [{ status: 429, headers: { "retry-after": "7" }, body: "" }, "unavailable"],
  [{ status: 500, body: "" }, "unavailable"],
  ["dies", "unavailable"],
] as const)("the bank answers %j: %s", async (reply, code) => {
  await using market = await openMarket({ [daily]: reply });
  expect((await market.fails("exchange_rate", { from: "EUR", to: "USD" })).code).toBe(code);
});
