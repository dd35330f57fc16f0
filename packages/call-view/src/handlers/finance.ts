import { pricesBlock, rateBlock } from "../blocks/quotes.ts";
import { counted, listOf, textOf } from "../view/fields.ts";
import type { Handler } from "./handler.ts";

const category = "finance";

const asked = (input: unknown): string =>
  ["symbols", "ids", "symbol", "ticker", "id"]
    .flatMap((key) => [textOf(input, key) ?? "", ...listOf(input, key)])
    .filter((each) => typeof each === "string" && each !== "")
    .join(", ");

const prices = (title: string): Handler => ({
  title,
  category,
  subject: asked,
  outcome(output) {
    const found = listOf(output, "quotes");
    const [only] = found;
    if (found.length !== 1) return counted(found.length, "price");
    return `${textOf(only, "price") ?? ""} ${textOf(only, "currency") ?? ""}`.trim();
  },
  blocks: (output) => [pricesBlock(output)],
});

/** How prices and rates are shown: each with its time, its currency and its source. */
export const financeHandlers: Readonly<Record<string, Handler>> = {
  stock_quote: prices("Stock quote"),
  crypto_price: prices("Crypto price"),
  exchange_rate: {
    title: "Exchange rate",
    category,
    subject: (input, output) =>
      [textOf(output, "from") ?? textOf(input, "from", "base"), textOf(output, "to") ?? textOf(input, "to", "target")]
        .filter(Boolean)
        .join(" → "),
    outcome: (output) => textOf(output, "rate") ?? "",
    blocks: (output) => [rateBlock(output)],
  },
};
