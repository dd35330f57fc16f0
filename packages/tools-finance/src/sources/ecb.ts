import { ToolError } from "@holdall/tool-core";
import { ask, failed, limited, unreadable } from "../providers/ask.ts";
import { divide, plainDecimal } from "../providers/decimal.ts";
import type { FinanceIo, RateProvider } from "../providers/provider.ts";

const asked = { label: "The ECB" };

/** Rates of one day, against one euro. */
interface Day {
  readonly day: string;
  readonly rates: ReadonlyMap<string, string>;
}

/**
 * Reference rates of the European Central Bank: one per banking day, for about 30 currencies, 90 days back. Source:
 * https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates
 */
export function ecb({
  baseUrl = "https://www.ecb.europa.eu",
}: {
  readonly baseUrl?: string | undefined;
} = {}): RateProvider {
  const folder = `${baseUrl}/stats/eurofxref`;
  return {
    name: "ecb",
    url: folder,
    terms: "European Central Bank: reference rates for information only, free with its name.",
    async rate({ from, to, date }, io) {
      const days = await read(`${folder}/${date === undefined ? "eurofxref-daily.xml" : "eurofxref-hist-90d.xml"}`, io);
      const found = date === undefined ? days[0] : days.find(({ day }) => day <= date);
      if (!found)
        throw new ToolError("not_found", `The ECB has no rates for ${date ?? "today"}.`, {
          hint: `It has ${days.at(-1)?.day} to ${days[0]?.day}; use such a date, or none for the latest.`,
        });
      const { day, rates } = found;
      const notes =
        date === undefined || day === date ? [] : [`There are no rates for ${date}; these are from ${day}.`];
      if (from === to) return { rate: "1", as_of: day, notes };
      const [perEuro, wanted] = [from, to].map((currency) => rateOf(currency, rates, day));
      if (perEuro === undefined || wanted === undefined) throw unreadable(asked);
      if (from === "EUR") return { rate: wanted, as_of: day, notes };
      const parts = [`1 EUR = ${perEuro} ${from}`, ...(to === "EUR" ? [] : [`1 EUR = ${wanted} ${to}`])];
      return { rate: divide(wanted, perEuro), as_of: day, computed_from: parts.join(", "), notes };
    },
  };
}

function rateOf(currency: string, rates: ReadonlyMap<string, string>, day: string): string {
  const rate = currency === "EUR" ? "1" : rates.get(currency);
  if (rate !== undefined) return rate;
  throw new ToolError("not_found", `The ECB has no rate for ${currency} on ${day}.`, {
    hint: `It has EUR, ${[...rates.keys()].join(", ")}.`,
  });
}

/** The days of a file, the latest first. */
async function read(url: string, io: FinanceIo): Promise<readonly Day[]> {
  const { status, text, retryAfter } = await ask(asked, url, { accept: "application/xml, text/xml" }, io);
  if (status === 429) throw limited(asked, "HTTP 429", retryAfter);
  if (status >= 300) throw failed(asked, `answered with HTTP ${status}`);
  const days = text
    .split(/<Cube\s+time\s*=\s*/)
    .slice(1)
    .map((part): Day => {
      const day = /^["'](\d{4}-\d\d-\d\d)["']/.exec(part)?.[1] ?? "";
      const rates = new Map<string, string>();
      for (const [, currency = "", rate = ""] of part.matchAll(
        /currency=["']([A-Z]{3})["']\s+rate=["']([\d.]{1,20})["']/g,
      )) {
        const told = plainDecimal(rate);
        if (told !== undefined && /[1-9]/.test(told)) rates.set(currency, told);
      }
      return { day, rates };
    });
  const known = days.filter(({ day, rates }) => day !== "" && rates.size > 0);
  if (known.length === 0) throw unreadable(asked);
  return known.sort((a, b) => (a.day < b.day ? 1 : -1));
}
