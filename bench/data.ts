import { join } from "node:path";
import { bundle } from "./lib/bundle.ts";
import { writeCsv, writeJsonl } from "./lib/data-file.ts";
import { dataPeers } from "./lib/data-peers.ts";
import type { DataTask } from "./lib/data-task.ts";
import { type BenchRows, interleave, median, ratio, row } from "./lib/harness.ts";
import { runNode } from "./lib/process.ts";
import { tempFolder } from "./lib/temp.ts";

export const about =
  "Data tools on CSV and JSON Lines, built and each in a new process, beside DuckDB, Polars and Papa Parse";

/** Of each file; HOLDALL_BENCH_MB says another. */
const megabytes = Number(process.env.HOLDALL_BENCH_MB ?? 200);

interface Measured {
  readonly ms: number;
  readonly megabytes: number;
}

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
    const engines = ["holdall", ...(hasPeers ? against.filter((engine) => !missing.has(engine)) : [])];
    const memory = new Map<string, number>();
    const samples = await interleave(
      Object.fromEntries(
        engines.map((engine) => [
          engine,
          async () => {
            const { ms, megabytes: peak } = await run(engine, task, task === "group-jsonl" ? files.jsonl : files.csv);
            memory.set(engine, Math.max(memory.get(engine) ?? 0, peak));
            return ms;
          },
        ]),
      ),
      { rounds: 3, warmups: 0 },
    );
    const [best = "holdall"] = engines.slice(1).sort((a, b) => median(samples[a]!) - median(samples[b]!));
    if (hasPeers) {
      yield row(
        `${what}, ${megabytes} MB`,
        `the best of ${engines.slice(1).join(", ")}: ${best}`,
        ratio(samples.holdall!, samples[best]!),
        { most },
      );
      const least = Math.min(...engines.slice(1).map((engine) => memory.get(engine)!));
      yield row("  peak memory", "the peer with least", memory.get("holdall")! / least, { most: 0.4 });
    }
    for (const engine of engines) yield row(`  ${engine}`, "nothing", median(samples[engine]!), { unit: "ms" });
    const peaks = [...memory].map(([engine, peak]) => `${engine} ${Math.round(peak)}`).join(", ");
    yield row(`  peak memory of the process (${peaks})`, "nothing", memory.get("holdall")!, { unit: "MB", most: 80 });
  }
  yield* startRows(files.small, run, hasPeers && !missing.has("duckdb"));
}

/** A table of a few rows, with the start of the engine in it. */
async function* startRows(
  path: string,
  run: (engine: string, task: DataTask, path: string) => Promise<Measured>,
  hasPeer: boolean,
): BenchRows {
  const start = (engine: string) => async () => (await run(engine, "group-csv", path)).ms;
  const samples = await interleave(
    { holdall: start("holdall"), duckdb: hasPeer ? start("duckdb") : () => 0 },
    { rounds: 5, warmups: 1 },
  );
  if (hasPeer)
    yield row("19 rows, from nothing loaded", "duckdb", ratio(samples.holdall, samples.duckdb), { most: 0.25 });
  yield row("  holdall", "nothing", median(samples.holdall), { unit: "ms" });
}
