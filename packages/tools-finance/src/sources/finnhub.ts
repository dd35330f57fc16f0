import { ToolError } from "@holdall/tool-core";
import { askJson, failed, unknownTo, unreadable } from "../providers/ask.ts";
import { isZero } from "../providers/decimal.ts";
import type { StockProvider } from "../providers/provider.ts";
import { decimalOf, timeOf } from "../providers/read.ts";

const asked = { label: "Finnhub", keyName: "FINNHUB_API_KEY" };

/** Stocks of Finnhub, which tells neither currency nor exchange. Source: https://finnhub.io/docs/api/quote */
export function finnhub({
  key,
  baseUrl = "https://finnhub.io",
}: {
  readonly key: string;
  readonly baseUrl?: string | undefined;
}): StockProvider {
  const url = `${baseUrl}/api/v1/quote`;
  return {
    name: "finnhub",
    url,
    terms: "Finnhub, under the terms of your plan (https://finnhub.io/terms-of-service).",
    async quote({ symbol, exchange }, io) {
      if (exchange !== undefined)
        throw new ToolError("unsupported", "Finnhub does not accept an exchange in addition to the symbol.", {
          hint: "Write the symbol as Finnhub does, or name another provider.",
        });
      const query = new URLSearchParams({ symbol });
      const { status, fields } = await askJson(asked, `${url}?${query}`, { "x-finnhub-token": key }, io);
      if (status === 403)
        throw new ToolError("unsupported", `The plan behind ${asked.keyName} has no prices for this symbol.`, {
          hint: "Name another provider, or tell the user.",
        });
      if (status >= 400) throw failed(asked, `answered with HTTP ${status}`);
      const price = decimalOf(fields.c);
      const at = timeOf(fields.t);
      if (price === undefined) throw "c" in fields ? noPrice(symbol) : unreadable(asked);
      // It answers with zeros where it knows nothing.
      if (isZero(price) && at === undefined) throw noPrice(symbol);
      return {
        symbol,
        currency: null,
        price,
        previous_close: decimalOf(fields.pc),
        change_percent: decimalOf(fields.dp),
        as_of: at ?? null,
        as_of_means: at === undefined ? "unknown" : "trade",
        delay: "unknown",
        notes: ["Finnhub does not report the currency."],
      };
    },
  };
}

const noPrice = (symbol: string) =>
  unknownTo(asked, `a price of ${JSON.stringify(symbol)}`, "Check the symbol, or name another provider.");
