import { setTimeout } from "node:timers/promises";
import { type BenchRows, row } from "./harness.ts";
import { type McpServer, startMcp } from "./mcp-client.ts";
import { memoryOf } from "./process.ts";
import type { RealTree } from "./real-trees.ts";
import { ourServer } from "./servers.ts";
import { tempFolder } from "./temp.ts";

interface FirstCall {
  readonly tool: string;
  readonly input: object;
  /** Milliseconds of the first call. */
  readonly most: number;
  /** The next session starts from what this one kept, once it has read everything. */
  readonly isKept?: boolean;
}

/**
 * The first call of a tool in a session of the published command over stdio, the next one, the memory that both took, and the
 * first call of the next session. The user's cache is a new folder.
 */
export async function* firstCallRows(
  { label, folder }: RealTree,
  { tool, input, most, isKept = false }: FirstCall,
): BenchRows {
  const env = { XDG_CACHE_HOME: tempFolder("first-call-cache") };
  const open = async () => {
    const server = await startMcp([...ourServer(folder, "coding"), "--yes"], env);
    // A model takes longer than that before its first call.
    await setTimeout(1_000);
    return server;
  };
  const time = async (server: McpServer) => {
    const start = performance.now();
    await server.call(tool, input);
    return performance.now() - start;
  };
  const server = await open();
  try {
    const before = memoryOf(server.pid).now;
    yield row(`the first ${tool}, ${label}`, "nothing", await time(server), { unit: "ms", most });
    yield row("  the second", "nothing", await time(server), { unit: "ms" });
    yield row("  memory more", "nothing", memoryOf(server.pid).peak - before, { unit: "MB", most: 120 });
    if (!isKept) return;
    for (
      let asked = 0;
      asked < 120 && JSON.stringify(await server.call(tool, input)).includes("still growing");
      asked++
    )
      await setTimeout(500);
    await setTimeout(1_000);
  } finally {
    await server.close();
  }
  const next = await open();
  try {
    const before = memoryOf(next.pid).now;
    yield row("  the first of the next session, all files known", "nothing", await time(next), { unit: "ms", most });
    yield row("  memory more", "nothing", memoryOf(next.pid).peak - before, { unit: "MB", most: 120 });
  } finally {
    await next.close();
  }
}
