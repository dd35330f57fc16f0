import { join } from "node:path";
import { startEcho } from "./lib/echo-http.ts";
import { type BenchRows, interleave, median, ratio, row } from "./lib/harness.ts";
import { startMcp } from "./lib/mcp-client.ts";
import { zeroServer } from "./lib/servers.ts";

export const about = "A call through our MCP server against the official SDK's own echo call, on stdio and over HTTP";

const fixture = (name: string) => join(import.meta.dirname, "fixtures", name);
const unit = "µs";

export async function* rows(): BenchRows {
  yield* stdioRows();
  yield* httpRows();
}

async function* stdioRows(): BenchRows {
  const servers = {
    zero: await startMcp(zeroServer),
    holdall: await startMcp([fixture("echo-holdall.ts")]),
    sdk: await startMcp([fixture("echo-sdk.mjs")]),
  };
  const variant = (server: keyof typeof servers) => calls(() => servers[server].call("echo", { text: "hello" }), 200);
  const samples = await interleave(
    { zero: variant("zero"), holdall: variant("holdall"), sdk: variant("sdk") },
    { rounds: 41, warmups: 8 },
  );
  yield row("stdio: echo by Holdall", "the SDK's echo", ratio(samples.holdall, samples.sdk), { most: 1.1 });
  yield row("stdio: echo by Holdall", "server without dependencies", ratio(samples.holdall, samples.zero));
  yield row("stdio: the SDK's echo", "server without dependencies", ratio(samples.sdk, samples.zero));
  yield row("stdio: server without dependencies", "nothing", median(samples.zero), { unit });
  await Promise.all(Object.values(servers).map((server) => server.close()));
}

async function* httpRows(): BenchRows {
  const servers = {
    zero: await startEcho([fixture("echo-zero-http.mjs")]),
    holdall: await startEcho([fixture("echo-holdall.ts"), "http"]),
    sdk: await startEcho([fixture("echo-sdk.mjs"), "http"]),
  };
  const variant = (server: keyof typeof servers) => calls(() => servers[server].echo("hello"), 100);
  const samples = await interleave(
    { zero: variant("zero"), holdall: variant("holdall"), sdk: variant("sdk") },
    { rounds: 41, warmups: 8 },
  );
  yield row("HTTP, stateless: echo by Holdall", "the SDK's example", ratio(samples.holdall, samples.sdk), {
    most: 1.1,
  });
  yield row("HTTP, stateless: echo by Holdall", "server without dependencies", ratio(samples.holdall, samples.zero));
  yield row("HTTP, stateless: the SDK's example", "server without dependencies", ratio(samples.sdk, samples.zero));
  yield row("HTTP: server without dependencies", "nothing", median(samples.zero), { unit });
  await Promise.all(Object.values(servers).map((server) => server.close()));
}

/** Microseconds of one of several calls in a row. */
function calls(call: () => Promise<unknown>, times: number) {
  return async () => {
    const start = performance.now();
    for (let i = 0; i < times; i++) await call();
    return ((performance.now() - start) * 1000) / times;
  };
}
