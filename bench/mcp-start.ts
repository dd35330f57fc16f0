import { type BenchRows, interleave, ratio, row } from "./lib/harness.ts";
import { startMcp } from "./lib/mcp-client.ts";
import { nodeTime } from "./lib/process.ts";
import { officialServer, ourServer, zeroServer } from "./lib/servers.ts";
import { tempFolder } from "./lib/temp.ts";

export const about = "Time from spawning an MCP server to its first tools/list answer";

export async function* rows(): BenchRows {
  const folder = tempFolder("start");
  const samples = await interleave(
    {
      node: nodeTime("-e", "0"),
      zero: firstList(zeroServer),
      holdall: firstList(ourServer(folder)),
      official: firstList(officialServer(folder)),
    },
    { rounds: 21, warmups: 2 },
  );
  yield row("holdall serve --preset minimal", "official filesystem server", ratio(samples.holdall, samples.official), {
    most: 0.65,
  });
  yield row("holdall serve --preset minimal", "server without dependencies", ratio(samples.holdall, samples.zero));
  yield row("holdall serve --preset minimal", "node -e 0", ratio(samples.holdall, samples.node));
  yield row("official filesystem server", "node -e 0", ratio(samples.official, samples.node));
  yield row("server without dependencies", "node -e 0", ratio(samples.zero, samples.node));
}

/** Spawn, shake hands, list tools; the server's end is not timed. */
function firstList(args: readonly string[]) {
  return async () => {
    const start = performance.now();
    const server = await startMcp(args);
    await server.request("tools/list");
    const elapsed = performance.now() - start;
    await server.close();
    return elapsed;
  };
}
