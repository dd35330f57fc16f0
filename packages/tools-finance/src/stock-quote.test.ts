import { contentText } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { key, openMarket } from "./_finance.fixture.ts";
import { recorded } from "./sources/_recorded.fixture.ts";

const twelve = "/twelve/quote";
const finnhub = "/finnhub/api/v1/quote";
const alpha = "/alpha/query";
const asked = { symbols: ["AAPL"] };

test("a price comes digit for digit, with its time, currency, exchange and source", async () => {
  await using market = await openMarket();
  const { quotes } = await market.quotes("stock_quote", asked);
  expect(quotes).toEqual([
    {
      ...{ symbol: "AAPL", name: "Apple Inc", exchange: "NASDAQ", currency: "USD", price: "271.4900" },
      ...{ previous_close: "268.55", change_percent: "1.09476", as_of: "2026-11-20T20:40:00Z", as_of_means: "trade" },
      ...{ delay: "unknown", market: "closed", old: false, notes: [], tried: [] },
      source: {
        ...{
          name: "twelve-data",
          url: market.at("twelve/quote"),
          fetched_at: "2026-11-21T12:00:00Z",
          from_cache: false,
        },
        terms: expect.stringContaining("twelvedata.com/terms"),
      },
    },
  ]);
  expect(market.seen[0]).toMatchObject({ query: { symbol: "AAPL" }, headers: { authorization: `apikey ${key}` } });
  const result = await market.session.call("stock_quote", asked);
  expect(contentText(result.content)).toMatch(
    /<untrusted-\w+ source="prices of twelve-data">[\s\S]*AAPL \(Apple Inc, NASDAQ\): 271\.4900 USD, as of 2026-11-20T20:40:00Z \(last trade\)[\s\S]*Source: Twelve Data/,
  );
});

test("pence are no pounds, and a day is no time", async () => {
  await using market = await openMarket({ [twelve]: { body: recorded.twelveDataPence } });
  const { quotes } = await market.quotes("stock_quote", { symbols: ["TSCO"], exchange: "LSE" });
  expect(quotes[0]).toMatchObject({ currency: "GBp", price: "451.2", as_of: "2026-11-20", as_of_means: "close" });
  expect(market.seen[0]?.query).toEqual({ symbol: "TSCO", exchange: "LSE" });
});

test("Finnhub tells no currency: it is null and said so, never taken from the symbol", async () => {
  await using market = await openMarket();
  const { quotes } = await market.quotes("stock_quote", { symbols: ["VOD.L"], provider: "Finnhub" });
  expect(quotes[0]).toMatchObject({
    price: "271.49",
    currency: null,
    notes: ["Finnhub does not report the currency."],
  });
  expect(market.seen).toMatchObject([{ path: finnhub, headers: { "x-finnhub-token": key } }]);
});

test("Alpha Vantage tells a day and no currency, and its price is the close of it", async () => {
  await using market = await openMarket();
  const { quotes } = await market.quotes("stock_quote", { symbols: ["IBM"], provider: "alpha-vantage" });
  expect(quotes[0]).toMatchObject({
    ...{ price: "302.4700", change_percent: "0.8637", currency: null, as_of: "2026-11-20", as_of_means: "close" },
    delay: "end_of_day",
  });
});

test.each([
  ["twelve-data", twelve, { body: recorded.twelveDataUnknown }, "not_found"],
  ["twelve-data", twelve, { status: 404, body: recorded.twelveDataUnknown }, "not_found"],
  ["twelve-data", twelve, { body: recorded.twelveDataKey }, "permission_denied"],
  ["twelve-data", twelve, { status: 401, body: recorded.twelveDataKey }, "permission_denied"],
  ["twelve-data", twelve, { body: recorded.twelveDataLimit }, "unavailable"],
  ["twelve-data", twelve, { status: 429, body: recorded.twelveDataLimit }, "unavailable"],
  ["twelve-data", twelve, { body: '{"symbol":"AAPL","close":null}' }, "parse_error"],
  ["finnhub", finnhub, { body: recorded.finnhubUnknown }, "not_found"],
  ["finnhub", finnhub, { body: recorded.finnhubNull }, "not_found"],
  ["finnhub", finnhub, { status: 429, body: recorded.finnhubLimit }, "unavailable"],
  ["finnhub", finnhub, { status: 401, body: '{"error":"Invalid API key"}' }, "permission_denied"],
  ["finnhub", finnhub, { status: 403, body: '{"error":"You don\'t have access to this resource."}' }, "unsupported"],
  ["alpha-vantage", alpha, { body: recorded.alphaVantageUnknown }, "not_found"],
  ["alpha-vantage", alpha, { body: recorded.alphaVantageNote }, "unavailable"],
  ["alpha-vantage", alpha, { body: recorded.alphaVantageInformation }, "unavailable"],
  ["alpha-vantage", alpha, { body: recorded.alphaVantageKey }, "permission_denied"],
  ["twelve-data", twelve, { body: recorded.page }, "parse_error"],
  ["finnhub", finnhub, { body: recorded.page }, "parse_error"],
  ["alpha-vantage", alpha, { status: 503, body: recorded.page }, "unavailable"],
  ["alpha-vantage", alpha, "dies", "unavailable"],
  ["finnhub", finnhub, { status: 302, headers: { location: "http://127.0.0.1:9/" }, body: "" }, "unavailable"],
] as const)("%s (%s) answers %j: %s, with what to do and without the key", async (provider, path, reply, code) => {
  await using market = await openMarket({ [path]: reply });
  const error = await market.fails("stock_quote", { ...asked, provider });
  expect(error.code).toBe(code);
  expect(error.hint).toMatch(/\w+ \w+/);
  expect(JSON.stringify([error.message, error.hint, error.data, String(error.cause)])).not.toContain(key);
});

test("the next provider is asked after a limit, and the first is left alone for a minute", async () => {
  await using market = await openMarket({ [twelve]: { body: recorded.twelveDataLimit } });
  const first = await market.quotes("stock_quote", asked);
  expect(first.quotes[0]).toMatchObject({
    currency: null,
    source: { name: "finnhub" },
    tried: [{ code: "unavailable" }],
  });
  // Nothing of the two is mixed.
  expect(first.quotes[0]).not.toHaveProperty("exchange");
  await market.quotes("stock_quote", { symbols: ["MSFT"] });
  expect(market.seen.map(({ path }) => path)).toEqual([twelve, finnhub, finnhub]);
  market.replies[twelve] = { body: recorded.twelveData };
  market.pass(61_000);
  expect((await market.quotes("stock_quote", asked)).quotes[0]?.source.name).toBe("twelve-data");
});

test("the next provider is not asked for what the first does not know, nor for a refused key", async () => {
  for (const body of [recorded.twelveDataUnknown, recorded.twelveDataKey]) {
    await using market = await openMarket({ [twelve]: { body } });
    await market.fails("stock_quote", asked);
    expect(market.seen.map(({ path }) => path)).toEqual([twelve]);
  }
});

test("all that failed are named where none answers", async () => {
  await using market = await openMarket({ [twelve]: "dies", [finnhub]: "dies", [alpha]: { body: recorded.page } });
  const error = await market.fails("stock_quote", asked);
  expect(error.code).toBe("unavailable");
  expect(error.message).toMatch(/twelve-data: .*finnhub: .*alpha-vantage: /);
});

test("a price is kept for a minute, and says since when", async () => {
  await using market = await openMarket();
  await market.quotes("stock_quote", asked);
  market.pass(30_000);
  expect((await market.quotes("stock_quote", asked)).quotes[0]?.source).toMatchObject({
    from_cache: true,
    fetched_at: "2026-11-21T12:00:00Z",
  });
  market.pass(30_000);
  expect((await market.quotes("stock_quote", asked)).quotes[0]?.source.from_cache).toBe(false);
  expect(market.seen).toHaveLength(2);
});

test("a price of more than three days ago is headed as old; one over a weekend is not", async () => {
  await using market = await openMarket();
  market.pass(2 * 86_400_000);
  expect((await market.quotes("stock_quote", asked)).quotes[0]?.old).toBe(false);
  market.pass(86_400_000);
  const result = await market.session.call("stock_quote", asked);
  expect(contentText(result.content)).toContain("OLD: AAPL");
});

test("of several symbols those that are found come, and why the others do not", async () => {
  await using market = await openMarket({ [alpha]: { body: recorded.alphaVantage } });
  market.replies[finnhub] = { body: recorded.finnhub };
  const some = await market.quotes("stock_quote", { symbols: ["AAPL", "MSFT"], provider: "finnhub" });
  expect(some.quotes.map(({ symbol }) => symbol)).toEqual(["AAPL", "MSFT"]);
  market.replies[finnhub] = { body: recorded.finnhubUnknown };
  const result = await market.session.call("stock_quote", { symbols: ["AAPL", "NOPE"], provider: "finnhub" });
  expect(result).toMatchObject({ ok: true, output: { missing: [{ asked: "NOPE", code: "not_found" }] } });
  expect(contentText(result.content)).toContain("No price of NOPE: Finnhub does not know");
});

test("symbols of elsewhere: one as text, several in a text, ticker for symbols", async () => {
  await using market = await openMarket();
  for (const input of [{ ticker: "AAPL" }, { symbols: "AAPL, AAPL" }, { tickers: ["AAPL"], interval: "1min" }])
    expect((await market.quotes("get_stock_price", input)).quotes).toHaveLength(1);
});

test.each([
  [{ symbols: [] }, /empty/],
  [{ symbols: ["A&apikey=x"] }, /cannot be one of symbols/],
  [{ symbols: Array.from({ length: 11 }, (_, n) => `S${n}`) }, /more than 10/],
  [{ symbols: ["AAPL"], exchange: "../x" }, /cannot be an exchange/],
  [{ symbols: ["AAPL"], provider: "yahoo" }, /no provider "yahoo"/],
])("%j is refused before anybody is asked", async (input, message) => {
  await using market = await openMarket();
  expect((await market.fails("stock_quote", input)).message).toMatch(message);
  expect(market.seen).toEqual([]);
});
