import { setTimeout } from "node:timers/promises";
import { type BenchRows, row } from "./harness.ts";
import { startMcp } from "./mcp-client.ts";
import { memoryOf } from "./process.ts";
import type { RealTree } from "./real-trees.ts";
import { ourServer } from "./servers.ts";

interface FirstCall {
  readonly tool: string;
  readonly input: object;
  /** Milliseconds of the first call. */
  readonly most: number;
}

/** The first call of a tool in a session of the published command over stdio, the next one, and the memory that both took. */
export async function* firstCallRows({ label, folder }: RealTree, { tool, input, most }: FirstCall): BenchRows {
  const server = await startMcp([...ourServer(folder, "coding"), "--yes"]);
  try {
    // A model takes longer than that before its first call.
    await setTimeout(1_000);
    const before = memoryOf(server.pid).now;
    const times: number[] = [];
    for (let call = 0; call < 2; call++) {
      const start = performance.now();
      await server.call(tool, input);
      times.push(performance.now() - start);
    }
    yield row(`the first ${tool}, ${label}`, "nothing", times[0] ?? 0, { unit: "ms", most });
    yield row("  the second", "nothing", times[1] ?? 0, { unit: "ms" });
    yield row("  memory more", "nothing", memoryOf(server.pid).peak - before, { unit: "MB", most: 120 });
  } finally {
    await server.close();
  }
}
