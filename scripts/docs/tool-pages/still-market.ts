import type { FinanceClient } from "@holdall/tools-finance";

/** Prices that never change: one stock, Bitcoin, two coins named UNI, and rates of one day. */
export const stillMarket: FinanceClient = {
  request: async (url) => ({ status: 200, headers: {}, body: new TextEncoder().encode(answerTo(new URL(url))) }),
};

function answerTo({ host, pathname, searchParams }: URL): string {
  const at = Date.parse("2026-11-21T11:59:00Z") / 1000;
  if (host === "finnhub.io") {
    const isKnown = searchParams.get("symbol") === "AAPL";
    return JSON.stringify(isKnown ? { c: 271.49, pc: 268.55, dp: 1.0948, t: at - 54_900 } : { c: 0, pc: 0, t: 0 });
  }
  if (host === "www.ecb.europa.eu")
    return "<Cube time='2026-11-20'><Cube currency='USD' rate='1.0843'/><Cube currency='GBP' rate='0.8312'/></Cube>";
  if (!pathname.endsWith("/search"))
    return JSON.stringify({ bitcoin: { usd: 91234.57, usd_24h_change: -1.23, last_updated_at: at } });
  return JSON.stringify({
    coins: [
      { id: "uniswap", name: "Uniswap", symbol: "UNI", market_cap_rank: 29 },
      { id: "uni-coin", name: "UNI COIN", symbol: "UNI", market_cap_rank: null },
    ],
  });
}
