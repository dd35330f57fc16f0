import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { rgPath } from "@vscode/ripgrep";
import { type BenchRows, median, row } from "./harness.ts";
import { type McpServer, startMcp } from "./mcp-client.ts";
import { memoryOf } from "./process.ts";
import type { RealTree } from "./real-trees.ts";
import { ourServer } from "./servers.ts";

/** Words and expressions that people search for; some are nowhere, some in every file. */
const patterns = [
  "createServer",
  "TODO",
  "export default",
  "function\\s+\\w+\\(",
  "zzzznotthere",
  "[A-Z][a-z]+Error",
  "import .* from",
  "return null",
  "spawn",
  "async ",
  "\\bconst\\b.*=>",
  "license",
  "http://",
  "[0-9]{4}-[0-9]{2}",
  "expect\\(",
  "stdio",
  "class \\w+ extends",
  "QWERTYUIOP",
  "throw new",
  "readFile",
];

/** Milliseconds between two calls; a model takes much longer. */
const thinking = 100;

/** The published command over stdio, beside ripgrep spawned for each call. */
export async function* realSearchRows({ label, folder }: RealTree): BenchRows {
  const naive = join(import.meta.dirname, "../fixtures/naive-server.mjs");
  const servers = {
    ours: await startMcp(ourServer(folder, "coding")),
    naive: await startMcp([naive, folder, rgPath]),
  };
  try {
    const grep = (server: McpServer, pattern: string) => () => server.call("grep_files", { pattern });
    const first: Ratios[] = [];
    const again: Ratios[] = [];
    for (const round of [first, again]) {
      for (const pattern of patterns) {
        const rg = await time(() => ripgrep(folder, pattern));
        const ours = await time(grep(servers.ours, pattern));
        const naive = await time(() => servers.naive.call("grep", { pattern }));
        round.push({ ours: ours / rg, naive: ours / naive, rg });
        await setTimeout(thinking);
      }
    }
    const [start, ...later] = first;
    const of = (ratios: readonly Ratios[], key: keyof Ratios) => ratios.map((each) => each[key]);
    const against = "ripgrep 15, spawned";
    yield row(`grep_files for the first time, ${label}`, against, median(of(later, "ours")), { most: 1 });
    yield row("  the worst pattern", against, Math.max(...of(later, "ours")), { most: 1.5 });
    yield row("  the first call of the session", against, start?.ours ?? Number.NaN);
    yield row("  again", against, median(of(again, "ours")), { most: 0.6 });
    yield row("  again, the worst pattern", against, Math.max(...of(again, "ours")), { most: 0.6 });
    yield row("  all calls", "the naive server", median([...of(later, "naive"), ...of(again, "naive")]), { most: 0.7 });
    yield row("  time of the peer", "nothing", median(of([...first, ...again], "rg")), { unit: "ms" });
    yield row("  peak memory", "nothing", memoryOf(servers.ours.pid).peak, { unit: "MB", most: 180 });
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.close()));
  }
}

type Ratios = Record<"ours" | "naive" | "rg", number>;

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function ripgrep(folder: string, pattern: string): Promise<void> {
  const args = ["--no-config", "--no-heading", "--line-number", "--color=never", "--null", "-e", pattern, "."];
  const child = spawn(rgPath, args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  child.stdout.resume();
  await once(child, "close");
}
