import type { Socket } from "node:net";
import type { Readable, Transform } from "node:stream";
import { ToolError } from "@holdall/tool-core";
import { pinnedLookup, readAddress } from "@holdall/tool-kit/addresses";
import type { buildConnector } from "undici";
import { isNamed } from "../client/safe-url.ts";
import { webError } from "./errors.ts";
import { flatHeaders } from "./headers.ts";
import { addressRefusal, type UrlRules } from "./rules.ts";
import type { Transport } from "./transport.ts";

/**
 * Send with undici over connections that were checked when they were made, and are kept for the next request to the
 * same origin. Proxies named by the environment are not used: behind a proxy, addresses cannot be checked.
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

/** Milliseconds for a name to be resolved, and again for a connection; requests may have given up long before. */
const dialTimeout = 10_000;

/** Every address of a name, as text. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/**
 * A connector for undici that resolves a name once, wants every address allowed, dials no other, and looks at who
 * answered. Literals, which undici would not look up, pass the same check. A kept connection stays what was checked.
 */
export function checkedConnector(
  build: typeof buildConnector,
  lookup: Lookup,
  rules: UrlRules,
): buildConnector.connector {
  return (options, callback) => {
    dial(options).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };

  async function dial(options: buildConnector.Options): Promise<Socket> {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    const port = Number(options.port || (options.protocol === "https:" ? 443 : 80));
    const addresses = readAddress(host) ? [host] : await unlessAborted(lookup(host), AbortSignal.timeout(dialTimeout));
    const wanted = addresses.map((text) => checkAddress(text, host, port));
    if (!wanted.length) throw Object.assign(new Error("No address"), { code: "ENOTFOUND" });
    const connect = build({ lookup: pinnedLookup(wanted), timeout: dialTimeout, autoSelectFamily: true });
    const socket = await new Promise<Socket>((resolve, reject) => {
      connect(options, (...[error, made]) => (error ? reject(error) : resolve(made)));
    });
    const reached = readAddress(socket.remoteAddress ?? "")?.toString();
    if (reached !== undefined && wanted.includes(reached)) return socket;
    socket.destroy();
    throw refused(host, "is not the one that was checked");
  }

  function checkAddress(text: string, host: string, port: number): string {
    const address = readAddress(text);
    const refusal = !address
      ? "cannot be read"
      : isNamed(host, port, rules)
        ? undefined
        : addressRefusal(address, port, rules);
    if (!address || refusal) throw refused(host, refusal ?? "");
    return address.toString();
  }
}

const refused = (host: string, what: string) =>
  new ToolError("permission_denied", `The address of ${host} ${what}; nothing was sent.`, {
    hint: "Use another source. Only the user can open local addresses, in the settings of the web tools.",
  });

/** Wait for work only until the signal aborts; what it still brings is handed to `discard`. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal, discard?: (late: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(signal.reason as Error);
      if (discard) work.then(discard, () => {});
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** The requested encodings, which are also those understood. */
export const acceptEncoding = "gzip, deflate, br, zstd";

/** Encodings on top of each other that are still taken off; servers use one, bombs use more. */
const maxEncodings = 2;

/** Bytes by which a stage may exceed what is wanted: streams read ahead, and the last stage is what ends at the limit. */
const slack = 1_000_000;

/**
 * Take content encodings off a body while it streams. What goes into a stage is limited as well: what is small in
 * the end may be huge on the way. Throws `unsupported` for encodings that are unknown or too many.
 */
export async function decodeStream(
  body: Readable,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Readable> {
  const names = (contentEncoding ?? "").toLowerCase().split(/[\s,]+/);
  const encodings = names.filter((name) => name && name !== "identity").reverse();
  if (!encodings.length) return body;
  if (encodings.length > maxEncodings) throw undecodable(`has ${encodings.length} nested encodings`, body);
  const { pipeline, Readable } = process.getBuiltinModule("node:stream");
  let stream = body;
  for (const name of encodings) {
    const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done) return Readable.from([]);
    const decoder = decoderFor(name, first.value);
    if (!decoder) throw undecodable(`is encoded as "${name}", which is not supported`, body);
    const source = Readable.from(limited(first, chunks, maxBytes), { objectMode: false });
    stream = pipeline(source, decoder, () => {});
  }
  return stream;
}

function decoderFor(name: string, first: Uint8Array): Transform | undefined {
  const zlib = process.getBuiltinModule("node:zlib");
  switch (name) {
    case "gzip":
    case "x-gzip":
      return zlib.createGunzip();
    case "deflate":
      return hasZlibHeader(first) ? zlib.createInflate() : zlib.createInflateRaw();
    case "br":
      return zlib.createBrotliDecompress();
    case "zstd":
      return zlib.createZstdDecompress();
    default:
      return undefined;
  }
}

/** RFC 1950: method 8, and a check sum of the first two bytes. Many servers mean raw deflate. */
const hasZlibHeader = (first: Uint8Array) =>
  (first[0]! & 0x0f) === 8 && (first.length < 2 || ((first[0]! << 8) | first[1]!) % 31 === 0);

async function* limited(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let left = maxBytes + slack;
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      left -= next.value.length;
      if (left < 0) {
        throw new ToolError("too_large", `The encoded body is larger than ${maxBytes} bytes.`, {
          hint: "Request a smaller part, or use another source.",
        });
      }
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}

function undecodable(what: string, body: Readable): ToolError {
  body.destroy();
  return new ToolError("unsupported", `The answer ${what}.`, { hint: "Use another source for it." });
}
