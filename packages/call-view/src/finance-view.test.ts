import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { financeTools } from "@holdall/tools-finance";
import { expect, test } from "vitest";
import { followCalls } from "./follow-calls.ts";

const body = (path: string): string => {
  if (path.includes("finnhub")) return '{"c":271.49,"pc":268.55,"dp":1.09,"t":1795207200}';
  if (path.includes("simple/price")) return '{"bitcoin":{"usd":91234.5,"last_updated_at":1795262340}}';
  return "<Cube time='2026-11-20'><Cube currency='USD' rate='1.0843'/><Cube currency='GBP' rate='0.8312'/></Cube>";
};

test("prices of the real tools stand with their time, currency and source; old ones are warnings", async () => {
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
  expect(log.calls().map(({ title, subject, outcome, blocks }) => ({ title, subject, outcome, blocks }))).toEqual([
    {
      ...{ title: "Stock quote", subject: "AAPL", outcome: "271.49" },
      blocks: [
        { kind: "text", text: "AAPL · 271.49 (currency unknown) · as of 2026-11-20T20:40:00Z (trade)" },
        { kind: "text", text: "Finnhub does not tell the currency." },
        { kind: "text", text: expect.stringContaining("Source: Finnhub") },
      ],
    },
    {
      ...{ title: "Crypto price", subject: "bitcoin, nothing", outcome: "91234.5 USD" },
      blocks: [
        {
          kind: "text",
          text: "Old: bitcoin · 91234.5 USD · as of 2026-11-21T11:59:00Z (average)",
          isWarning: true,
        },
        { kind: "text", text: expect.stringContaining("Data by CoinGecko") },
        {
          kind: "text",
          text: expect.stringContaining("No price of nothing: CoinGecko does not know"),
          isWarning: true,
        },
      ],
    },
    {
      ...{ title: "Exchange rate", subject: "USD → GBP", outcome: "0.76657752" },
      blocks: [
        { kind: "text", text: "1 USD = 0.76657752 GBP · as of 2026-11-20 (reference)" },
        { kind: "text", text: "Computed from 1 EUR = 1.0843 USD, 1 EUR = 0.8312 GBP" },
        { kind: "text", text: expect.stringContaining("European Central Bank") },
      ],
    },
  ]);
});
