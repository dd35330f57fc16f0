import { type BenchRows, interleave, median, ratio, row, timed } from "./harness.ts";
import { startMcp } from "./mcp-client.ts";
import type { SearchTree } from "./search-tree.ts";
import { officialServer, ourServer } from "./servers.ts";

/** The official server walks what is ignored too and answers with all paths at once. */
export async function* mcpSearchRows(tree: SearchTree, rounds: number): BenchRows {
  const [holdall, official] = await Promise.all([
    startMcp(ourServer(tree.folder, "readonly")),
    startMcp(officialServer(tree.folder)),
  ]);
  try {
    const pattern = "**/*-7*.ts";
    const samples = await interleave(
      {
        holdall: timed(() => holdall.call("glob_files", { pattern })),
        official: timed(() => official.call("search_files", { path: tree.folder, pattern })),
      },
      { rounds, warmups: 1 },
    );
    const what = `glob_files ${pattern} over MCP, ${tree.label}`;
    yield row(what, "official server's search_files", ratio(samples.holdall, samples.official), { most: 0.2 });
    yield row("  time of the peer", "nothing", median(samples.official), { unit: "ms" });
  } finally {
    await Promise.all([holdall.close(), official.close()]);
  }
}
