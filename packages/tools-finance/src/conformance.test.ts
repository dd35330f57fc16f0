import { memoryBackend } from "@holdall/backends-memory";
import { describeTools } from "@holdall/conformance";
import { openMarket } from "./_finance.fixture.ts";

describeTools("finance tools", async () => {
  const market = await openMarket();
  return {
    backend: memoryBackend(),
    tools: market.registry.tools(),
    obvious: ["exchange", "provider", "currency", "from", "to", "symbols", "ids"],
    samples: {
      stock_quote: { symbols: ["AAPL"] },
      crypto_price: { ids: ["bitcoin"] },
      exchange_rate: { from: "EUR", to: "USD" },
    },
    dispose: () => market[Symbol.asyncDispose](),
  };
});
