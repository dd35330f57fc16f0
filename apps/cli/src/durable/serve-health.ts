import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { UsageError } from "../usage-error.ts";

/** Milliseconds that the check may take. */
const patience = 2000;

/**
 * Answer GET /health: 200 as long as the check resolves in time, 503 otherwise. Takes a port of this machine, or HOST:PORT.
 * Throws UsageError for an address that cannot be listened on.
 */
export async function serveHealth(
  address: string,
  check: () => Promise<unknown>,
): Promise<AsyncDisposable & { readonly port: number }> {
  const [, host = "127.0.0.1", port] = /^(?:(.+):)?(\d{1,5})$/.exec(address) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new UsageError(`--health cannot be "${address}".`, "Give a port, or HOST:PORT as in 0.0.0.0:8080.");
  const server = createServer(async ({ method, url }, response) => {
    const isAsked = url === "/health" && (method === "GET" || method === "HEAD");
    const status = isAsked ? ((await isWell(check)) ? 200 : 503) : 404;
    response.writeHead(status, { "content-type": "text/plain", "cache-control": "no-store" });
    response.end(status === 200 ? "ok\n" : status === 503 ? "the database does not answer\n" : "");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", ({ message }) => reject(new UsageError(`--health cannot listen: ${message}`)));
    server.listen(Number(port), host.replace(/^\[(.*)\]$/, "$1"), resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function isWell(check: () => Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(late.resolve, patience, false);
  try {
    return await Promise.race([check().then(() => true), late.promise]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
