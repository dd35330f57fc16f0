import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { allow, createRegistry, openSession, type Policy, type ToolError } from "@holdall/tool-core";
import { openWebClient } from "@holdall/tools-web";
import { type FinanceToolsOptions, financeTools, type Quotes } from "./index.ts";
import { recorded } from "./sources/_recorded.fixture.ts";
import { alphaVantage } from "./sources/alpha-vantage.ts";
import { coinbase } from "./sources/coinbase.ts";
import { coinGecko } from "./sources/coingecko.ts";
import { ecb } from "./sources/ecb.ts";
import { finnhub } from "./sources/finnhub.ts";
import { kraken } from "./sources/kraken.ts";
import { twelveData } from "./sources/twelve-data.ts";

export const key = "secret-key";
/** 2026-11-21, a Saturday. */
export const noon = Date.parse("2026-11-21T12:00:00Z");

export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
}

export interface Seen {
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: IncomingHttpHeaders;
}

const usual: Readonly<Record<string, Reply>> = {
  "/twelve/quote": { body: recorded.twelveData },
  "/finnhub/api/v1/quote": { body: recorded.finnhub },
  "/alpha/query": { body: recorded.alphaVantage },
  "/gecko/api/v3/simple/price": { body: recorded.coinGecko },
  "/gecko/api/v3/search": { body: recorded.coinGeckoOne },
  "/kraken/0/public/Trades": { body: recorded.kraken },
  "/coinbase/products/BTC-USD/ticker": { body: recorded.coinbase },
  "/ecb/stats/eurofxref/eurofxref-daily.xml": { body: recorded.ecb },
  "/ecb/stats/eurofxref/eurofxref-hist-90d.xml": { body: recorded.ecbHistory },
};

/** All services on this machine, the guarded way to them, and a session over the tools. */
export async function openMarket(
  replies: Readonly<Record<string, Reply | "dies">> = {},
  { policy = allow(), ...options }: Partial<FinanceToolsOptions> & { readonly policy?: Policy } = {},
) {
  const seen: Seen[] = [];
  const current: Record<string, Reply | "dies"> = { ...replies };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://market");
    seen.push({ path: url.pathname, query: Object.fromEntries(url.searchParams), headers: request.headers });
    const reply = current[url.pathname] ?? usual[url.pathname] ?? { status: 404, body: '{"message":"NotFound"}' };
    if (reply === "dies") return void request.socket.destroy();
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const at = (name: string) => `http://127.0.0.1:${port}/${name}`;
  let time = noon;
  const registry = createRegistry(
    financeTools({
      client: openWebClient({ allow: [`127.0.0.1:${port}`], perHost: false }),
      stocks: [
        twelveData({ key, baseUrl: at("twelve") }),
        finnhub({ key, baseUrl: at("finnhub") }),
        alphaVantage({ key, baseUrl: at("alpha") }),
      ],
      coins: [
        coinGecko({ key, baseUrl: at("gecko") }),
        kraken({ baseUrl: at("kraken") }),
        coinbase({ baseUrl: at("coinbase") }),
      ],
      rates: [ecb({ baseUrl: at("ecb") })],
      now: () => time,
      ...options,
    }),
  );
  const session = openSession(registry, { policy });
  const call = async (tool: string, input: object) => {
    const result = await session.call(tool, input);
    if (!result.ok) throw result.error;
    return result.output;
  };
  return {
    at,
    seen,
    session,
    registry,
    replies: current,
    /** Let milliseconds pass. */
    pass: (ms: number) => {
      time += ms;
    },
    call,
    quotes: async (tool: string, input: object) => (await call(tool, input)) as Quotes,
    /** The error of a call that must fail. */
    fails: async (tool: string, input: object): Promise<ToolError> => {
      const result = await session.call(tool, input);
      if (result.ok) throw new Error(`${tool} did not fail: ${JSON.stringify(result.output)}`);
      return result.error;
    },
    [Symbol.asyncDispose]: async () => {
      await session[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
