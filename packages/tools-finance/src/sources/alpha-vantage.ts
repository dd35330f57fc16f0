import { ToolError } from "@holdall/tool-core";
import { askJson, failed, limited, refusedKey, unknownTo, unreadable } from "../providers/ask.ts";
import type { StockProvider } from "../providers/provider.ts";
import { dayOf, decimalOf, fieldsOf, textOf } from "../providers/read.ts";

const asked = { label: "Alpha Vantage", keyName: "ALPHA_VANTAGE_API_KEY" };

/** Seconds: its free plan counts by the day. */
const rest = 3600;

/** Stocks of Alpha Vantage: the latest trading day, without time and currency. Source: https://www.alphavantage.co/documentation/ */
export function alphaVantage({
  key,
  baseUrl = "https://www.alphavantage.co",
}: {
  readonly key: string;
  readonly baseUrl?: string | undefined;
}): StockProvider {
  const url = `${baseUrl}/query`;
  return {
    name: "alpha-vantage",
    url,
    terms: "Alpha Vantage, under its terms (https://www.alphavantage.co/terms_of_service/).",
    async quote({ symbol, exchange }, io) {
      if (exchange !== undefined)
        throw new ToolError("unsupported", "Alpha Vantage does not accept an exchange in addition to the symbol.", {
          hint: "Write the symbol as Alpha Vantage does (TSCO.LON), or name another provider.",
        });
      // It takes the key nowhere else.
      const query = new URLSearchParams({ function: "GLOBAL_QUOTE", symbol, apikey: key });
      const { status, fields } = await askJson(asked, `${url}?${query}`, {}, io);
      if (status >= 400) throw failed(asked, `answered with HTTP ${status}`);
      // Limits and errors come with HTTP 200. Their words are not repeated: they hold the key.
      const said = [fields.Note, fields.Information, fields["Error Message"]].find((text) => typeof text === "string");
      if (typeof said === "string") throw problemOf(said, symbol);
      if (!("Global Quote" in fields)) throw unreadable(asked);
      const quote = fieldsOf(fields["Global Quote"]);
      const price = decimalOf(quote["05. price"]);
      if (price === undefined) throw unknownSymbol(symbol);
      const day = dayOf(quote["07. latest trading day"]);
      return {
        symbol: textOf(quote["01. symbol"], 40) ?? symbol,
        currency: null,
        price,
        previous_close: decimalOf(quote["08. previous close"]),
        change_percent: decimalOf(textOf(quote["10. change percent"])?.replace(/%$/, "")),
        as_of: day ?? null,
        as_of_means: day === undefined ? "unknown" : "close",
        delay: "end_of_day",
        notes: ["Alpha Vantage reports neither the currency nor the time of day."],
      };
    },
  };
}

function problemOf(said: string, symbol: string): ToolError {
  if (/apikey is invalid|invalid api ?key|demo purposes/i.test(said)) return refusedKey(asked, "told with HTTP 200");
  if (/rate limit|call frequency|requests per|premium/i.test(said)) return limited(asked, "told with HTTP 200", rest);
  if (/invalid api call/i.test(said)) return unknownSymbol(symbol);
  return failed(asked, "answered with a message instead of a price");
}

const unknownSymbol = (symbol: string) =>
  unknownTo(asked, `the symbol ${JSON.stringify(symbol)}`, "Check the symbol, or name another provider.");
