import type { Readable } from "node:stream";
import { unlessAborted } from "./aborted.ts";
import { acceptEncoding, decodeStream } from "./decode.ts";
import { checkedConnector, type Lookup } from "./dial.ts";
import { webError } from "./errors.ts";
import { flatHeaders } from "./headers.ts";
import type { UrlRules } from "./rules.ts";
import type { Transport } from "./transport.ts";

/**
 * Send with undici over connections that were checked when they were made, and are kept for the next request to the same
 * origin. Proxies named by the environment are not used: behind one nobody could check an address.
 */
export async function openNodeTransport(rules: UrlRules, lookup: Lookup = resolveAll): Promise<Transport> {
  // CommonJS, of which a bundle that loads it late keeps the default export alone.
  const { Agent, buildConnector } = (await import("undici")).default;
  const agent = new Agent({
    connect: checkedConnector(buildConnector, lookup, rules),
    connections: 8,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 65_536,
  });
  return {
    checked: "addresses",
    async send(url, { method, headers, body, signal, maxBytes }) {
      const { origin, pathname, search } = new URL(url);
      const asked = agent.request({
        origin,
        path: pathname + search,
        method,
        headers: { "accept-encoding": acceptEncoding, ...headers },
        body: body ?? null,
        signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const answer = await unlessAborted(asked, signal, ({ body }) => letGo(body));
      const raw: Readable = answer.body;
      const bodyless = method === "HEAD" || answer.statusCode === 204 || answer.statusCode === 304;
      const received = flatHeaders(answer.headers);
      return {
        status: answer.statusCode,
        headers: received,
        body: decoded(),
        discard: () => void answer.body.dump({ limit: 16_384, signal }).catch(() => {}),
      };

      async function* decoded(): AsyncGenerator<Uint8Array> {
        const encoding = bodyless ? undefined : received["content-encoding"];
        try {
          yield* (await decodeStream(raw, encoding, maxBytes)) as AsyncIterable<Uint8Array>;
        } catch (thrown) {
          throw webError(thrown, url, signal);
        } finally {
          letGo(raw);
        }
      }
    },
  };
}

const letGo = (body: Readable) => void body.on("error", () => {}).destroy();

async function resolveAll(host: string): Promise<readonly string[]> {
  const { promises } = process.getBuiltinModule("node:dns");
  return (await promises.lookup(host, { all: true })).map(({ address }) => address);
}
