import { join } from "node:path";
import { bundle } from "./lib/bundle.ts";
import { writeCsv, writeJsonl } from "./lib/data-file.ts";
import { dataPeers } from "./lib/data-peers.ts";
import type { DataTask, Measured } from "./lib/data-task.ts";
import { type BenchRows, interleave, median, ratio, row, type Samples } from "./lib/harness.ts";
import { runNode } from "./lib/process.ts";
import { tempFolder } from "./lib/temp.ts";

export const about =
  "Data tools on CSV and JSON Lines, built and each in a new process, beside DuckDB, Polars and Papa Parse";

/** Of each file; HOLDALL_BENCH_MB says another. */
const megabytes = Number(process.env.HOLDALL_BENCH_MB ?? 200);

interface Comparison {
  readonly task: DataTask;
  readonly what: string;
  readonly against: readonly string[];
  readonly most: number;
}

const comparisons: readonly Comparison[] = [
  { task: "group-csv", what: "CSV: group by, sum, avg, count", against: ["duckdb", "polars", "papaparse"], most: 1.2 },
  { task: "filter-csv", what: "CSV: filter to CSV", against: ["duckdb", "papaparse"], most: 0.8 },
  { task: "csv-to-jsonl", what: "CSV to JSON Lines", against: ["duckdb", "papaparse"], most: 1 },
  { task: "group-jsonl", what: "JSON Lines: group by, sum, avg, count", against: ["duckdb", "polars"], most: 1.3 },
];

export async function* rows(): BenchRows {
  const folder = tempFolder("data");
  const files = { csv: join(folder, "in.csv"), jsonl: join(folder, "in.jsonl"), small: join(folder, "small.csv") };
  writeCsv(files.csv, megabytes);
  writeJsonl(files.jsonl, megabytes);
  const worker = await bundle(join(import.meta.dirname, "lib/data-task.ts"));
  const run = async (engine: string, task: DataTask, path: string): Promise<Measured> =>
    JSON.parse((await runNode([worker, engine, task, path, join(folder, "out.txt")])).stdout) as Measured;
  // Nineteen rows and their names.
  writeCsv(files.small, 0.0015);
  const missing = new Set<string>();
  for (const engine of dataPeers() ? ["duckdb", "polars", "papaparse"] : [])
    await run(engine, "group-csv", files.small).catch(() => missing.add(engine));
  const hasPeers = dataPeers() !== undefined;
  for (const engine of missing) yield row(`${engine} could not be installed here`, "nothing", 0, { unit: "runs" });
  for (const { task, what, against, most } of comparisons) {
    const peers = hasPeers ? against.filter((engine) => !missing.has(engine)) : [];
    const path = task === "group-jsonl" ? files.jsonl : files.csv;
    const { ms, cpuMs, peaks } = await measure(["holdall", ...peers], (engine) => run(engine, task, path), 3);
    if (peers.length > 0) {
      const best = least(peers, (engine) => median(ms[engine]!));
      yield row(`${what}, ${megabytes} MB`, `the best of ${peers.join(", ")}: ${best}`, ratio(ms.holdall!, ms[best]!), {
        most,
      });
      const thrifty = least(peers, (engine) => median(cpuMs[engine]!));
      yield row(
        "  CPU time, of all threads",
        `the peer with least: ${thrifty}`,
        ratio(cpuMs.holdall!, cpuMs[thrifty]!),
      );
      const peak = Math.min(...peers.map((engine) => peaks.get(engine)!));
      yield row("  peak memory", "the peer with least", peaks.get("holdall")! / peak, { most: 0.4 });
    }
    for (const [engine, each] of Object.entries(ms)) {
      yield row(`  ${engine}`, "nothing", median(each), { unit: "ms" });
      yield row(`  ${engine}, CPU time`, "nothing", median(cpuMs[engine]!), { unit: "ms" });
    }
    const told = [...peaks].map(([engine, peak]) => `${engine} ${Math.round(peak)}`).join(", ");
    yield row(`  peak memory of the process (${told})`, "nothing", peaks.get("holdall")!, { unit: "MB", most: 80 });
  }
  const starting = hasPeers && !missing.has("duckdb") ? ["duckdb"] : [];
  const { ms, cpuMs } = await measure(["holdall", ...starting], (engine) => run(engine, "group-csv", files.small), 9);
  if (ms.duckdb) {
    yield row("19 rows, from nothing loaded", "duckdb", ratio(ms.holdall!, ms.duckdb), { most: 0.25 });
    yield row("  CPU time, of all threads", "duckdb", ratio(cpuMs.holdall!, cpuMs.duckdb!));
  }
  for (const [engine, each] of Object.entries(ms)) yield row(`  ${engine}`, "nothing", median(each), { unit: "ms" });
}

/** Runs of some engines in turn: what each took, and the memory it had at most. */
async function measure(engines: readonly string[], run: (engine: string) => Promise<Measured>, rounds: number) {
  const cpuMs: Record<string, number[]> = Object.fromEntries(engines.map((engine) => [engine, []]));
  const peaks = new Map<string, number>();
  const once = (engine: string) => async () => {
    const measured = await run(engine);
    cpuMs[engine]!.push(measured.cpuMs);
    peaks.set(engine, Math.max(peaks.get(engine) ?? 0, measured.megabytes));
    return measured.ms;
  };
  const variants = Object.fromEntries(engines.map((engine) => [engine, once(engine)]));
  const ms: Samples = await interleave(variants, { rounds, warmups: 0 });
  return { ms, cpuMs, peaks };
}

const least = (engines: readonly string[], of: (engine: string) => number): string =>
  engines.reduce((best, engine) => (of(engine) < of(best) ? engine : best));
