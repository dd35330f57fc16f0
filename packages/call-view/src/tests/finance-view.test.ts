import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { financeTools } from "@holdall/tools-finance";
import { expect, test } from "vitest";
import { ageText } from "../blocks/quotes.ts";
import { followCalls } from "../follow-calls.ts";

const body = (path: string): string => {
  if (path.includes("finnhub")) return '{"c":271.49,"pc":268.55,"dp":1.09,"t":1795207200}';
  if (path.includes("simple/price")) return '{"bitcoin":{"usd":91234.5,"last_updated_at":1795262340}}';
  return "<Cube time='2026-11-20'><Cube currency='USD' rate='1.0843'/><Cube currency='GBP' rate='0.8312'/></Cube>";
};

test("prices of the real tools stand with their time, currency and source; old ones are marked", async () => {
  const log = followCalls();
  const client = {
    request: async (url: string) => ({ status: 200, headers: {}, body: new TextEncoder().encode(body(url)) }),
  };
  const now = () => Date.parse("2026-11-21T12:30:00Z");
  const registry = createRegistry(financeTools({ client, env: { FINNHUB_API_KEY: "key" }, now }));
  await using session = openSession(registry, { policy: allow(), onEvent: log.follow });
  await session.call("stock_quote", { symbols: ["AAPL"] });
  await session.call("get_crypto_price", { ids: ["bitcoin", "nothing"] });
  await session.call("exchange_rate", { from: "usd", to: "gbp" });
  const calls = log.calls();
  expect(calls.map(({ title, subject, outcome }) => [title, subject, outcome])).toEqual([
    ["Stock quote", "AAPL", "271.49"],
    ["Crypto price", "bitcoin, nothing", "91234.5 USD"],
    ["Exchange rate", "USD → GBP", "0.76657752"],
  ]);
  expect(calls.map(({ blocks }) => blocks)).toMatchObject([
    [
      {
        kind: "quotes",
        quotes: [
          {
            ...{ symbol: "AAPL", price: "271.49", currency: null, change: "+1.09 %" },
            ...{ asOf: "2026-11-20T20:40:00Z", asOfMeans: "trade", age: "15 hours", isOld: false },
            ...{ source: "finnhub", terms: expect.stringContaining("Finnhub") },
            notes: ["Finnhub does not report the currency."],
          },
        ],
      },
    ],
    [
      {
        quotes: [
          { symbol: "bitcoin", about: "", currency: "USD", age: "31 minutes", isOld: true, delay: "delay unknown" },
        ],
        missing: [{ asked: "nothing", why: expect.stringContaining("CoinGecko does not know") }],
      },
    ],
    [
      {
        quotes: [
          {
            ...{ symbol: "1 USD", price: "0.76657752", currency: "GBP", asOf: "2026-11-20" },
            ...{ asOfMeans: "reference", delay: "end of day" },
            notes: ["Computed from 1 EUR = 1.0843 USD, 1 EUR = 0.8312 GBP."],
          },
        ],
      },
    ],
  ]);
});

test("an age has the largest unit that fits, and none without both times", () => {
  const ages = ["2026-01-01T11:59:59Z", "2026-01-01T11:00:00Z", "2025-12-01", "2026-01-02T00:00:00Z", null];
  expect(ages.map((asOf) => ageText(asOf, "2026-01-01T12:00:00Z"))).toEqual([
    ...["1 second", "1 hour", "31 days"],
    undefined,
    undefined,
  ]);
});
