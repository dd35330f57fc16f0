import { ToolError } from "@holdall/tool-core";
import { askJson, failed, refusedKey, unknownTo, unreadable } from "../providers/ask.ts";
import type { Candidate, CoinProvider, FinanceIo, Price } from "../providers/provider.ts";
import { decimalOf, fieldsOf, listOf, textOf, timeOf } from "../providers/read.ts";

const asked = { label: "CoinGecko", keyName: "COINGECKO_API_KEY" };

export interface CoinGeckoOptions {
  /** Without a key, a rate limit is shared with everybody at the same IP address. */
  readonly key?: string | undefined;
  /** Keys of paid plans use another host; `demo` by default. */
  readonly plan?: "demo" | "pro" | undefined;
  readonly baseUrl?: string | undefined;
}

/** Candidates that an ambiguous symbol is answered with. */
const most = 10;

/** Coins of CoinGecko by id, or by a symbol that only one coin has. Source: https://docs.coingecko.com/reference */
export function coinGecko({
  key,
  plan = "demo",
  baseUrl = plan === "pro" ? "https://pro-api.coingecko.com" : "https://api.coingecko.com",
}: CoinGeckoOptions = {}): CoinProvider {
  const headers: Record<string, string> = key === undefined ? {} : { [`x-cg-${plan}-api-key`]: key };

  async function get(path: string, query: Readonly<Record<string, string>>, io: FinanceIo) {
    const { status, fields } = await askJson(asked, `${baseUrl}${path}?${new URLSearchParams(query)}`, headers, io);
    const code = decimalOf(fieldsOf(fields.status).error_code) ?? decimalOf(fields.error_code);
    if (code === "10010" || code === "10011")
      throw new ToolError("permission_denied", `CoinGecko says that ${asked.keyName} belongs to another plan.`, {
        hint: `Tell the user to use the plan ${plan === "pro" ? "demo" : "pro"} for this key; asking again will not help.`,
      });
    if (status === 403 && key !== undefined) throw refusedKey(asked, "HTTP 403");
    if (status >= 400) throw failed(asked, `answered with HTTP ${status}`);
    return fields;
  }

  async function find(symbol: string, io: FinanceIo): Promise<Candidate> {
    const { coins } = await get("/api/v3/search", { query: symbol }, io);
    if (!Array.isArray(coins)) throw unreadable(asked);
    const found = listOf(coins).flatMap((each): Candidate[] => {
      const coin = fieldsOf(each);
      const id = textOf(coin.id);
      const own = textOf(coin.symbol, 40);
      if (id === undefined || own?.toLowerCase() !== symbol.toLowerCase()) return [];
      const rank = decimalOf(coin.market_cap_rank);
      return [{ id, symbol: own, name: textOf(coin.name) ?? id, ...(rank !== undefined && { rank: Number(rank) }) }];
    });
    const [first, ...others] = found;
    if (!first)
      throw unknownTo(asked, `a coin with the symbol ${JSON.stringify(symbol)}`, "Use its id, such as bitcoin.");
    if (others.length > 0) throw ambiguous(symbol, found);
    return first;
  }

  return {
    name: "coingecko",
    url: `${baseUrl}/api/v3/simple/price`,
    terms: "Data by CoinGecko (https://www.coingecko.com), which must be named where it is shown.",
    async price(wanted, io): Promise<Price> {
      const coin = "id" in wanted ? undefined : await find(wanted.symbol, io);
      const id = coin?.id ?? ("id" in wanted ? wanted.id : "");
      const currency = wanted.currency.toLowerCase();
      const fields = await get(
        "/api/v3/simple/price",
        {
          ...{ ids: id, vs_currencies: currency, precision: "full" },
          ...{ include_last_updated_at: "true", include_24hr_change: "true" },
        },
        io,
      );
      if (!Object.hasOwn(fields, id))
        throw unknownTo(asked, `a coin with the id ${JSON.stringify(id)}`, "Ask by `symbols` to see the ids.");
      const found = fieldsOf(fields[id]);
      const price = decimalOf(found[currency]);
      if (price === undefined)
        throw unknownTo(asked, `a price of ${id} in ${wanted.currency}`, "Try another currency, such as usd.");
      return {
        symbol: coin?.symbol ?? id,
        id,
        name: coin?.name,
        currency: wanted.currency.toUpperCase(),
        price,
        change_percent: decimalOf(found[`${currency}_24h_change`]),
        as_of: timeOf(found.last_updated_at) ?? null,
        as_of_means: "average",
        delay: "unknown",
        notes: [],
      };
    },
  };
}

function ambiguous(symbol: string, found: readonly Candidate[]): ToolError {
  const shown = [...found].sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity)).slice(0, most);
  const lines = shown.map(({ id, name, rank }) => `${id} (${name}${rank === undefined ? "" : `, rank ${rank}`})`);
  const more = found.length > most ? `, and ${found.length - most} more` : "";
  return new ToolError("ambiguous", `${found.length} coins have the symbol ${symbol}: ${lines.join(", ")}${more}.`, {
    hint: "Call again with `ids`. If the question does not say which coin, ask the user.",
    data: { symbol, candidates: shown },
  });
}
