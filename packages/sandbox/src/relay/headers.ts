import type { IncomingMessage } from "node:http";

/** Headers that are about one connection, and those that the relay writes itself. */
const ofConnection: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer"],
  ...["transfer-encoding", "upgrade", "expect", "host", "content-length"],
]);

/** Headers as they came, in their order and spelling. */
export type RawHeaders = readonly (readonly [name: string, value: string])[];

/** The headers of a message that are not about its connection. */
export function forwardedHeaders({ rawHeaders, headers }: IncomingMessage): RawHeaders {
  const named = (headers.connection ?? "").toLowerCase().split(/[\s,]+/);
  return headerPairs(rawHeaders).filter(([name]) => {
    const lower = name.toLowerCase();
    return !ofConnection.has(lower) && !named.includes(lower);
  });
}

export const headerPairs = (raw: readonly string[]): RawHeaders =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as const] : []));

/** Whether a message has a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
