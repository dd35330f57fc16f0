import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, root } from "./lib/bundle.ts";
import { writeCsv } from "./lib/data-file.ts";
import type { Measured } from "./lib/data-task.ts";
import { type BenchRows, interleave, median, ratio, row } from "./lib/harness.ts";
import { runNode } from "./lib/process.ts";
import type { QueryTask } from "./lib/query-task.ts";
import { tempFolder } from "./lib/temp.ts";

export const about = "query_data on CSV, built and each in a new process, beside DuckDB alone";

/** HOLDALL_BENCH_MB says another size. */
const megabytes = Number(process.env.HOLDALL_BENCH_MB ?? 200);

const countries = "city,country\nRome,IT\nOslo,NO\nLima,PE\nSão Paulo,BR\n京都,JP\n";

export async function* rows(): BenchRows {
  const folder = tempFolder("query-data");
  const [large, small, cities] = [join(folder, "in.csv"), join(folder, "small.csv"), join(folder, "cities.csv")];
  writeCsv(large, megabytes);
  writeCsv(small, 0.0015);
  writeFileSync(cities, countries);
  const outside = { folder: join(root, "packages/tools-data/node_modules"), names: ["@duckdb/node-api"] };
  const worker = await bundle(join(import.meta.dirname, "lib/query-task.ts"), { outside });
  const measure = async (task: QueryTask, path: string, rounds: number) => {
    const cpu: Record<string, number[]> = { holdall: [], duckdb: [] };
    const peaks: Record<string, number> = { holdall: 0, duckdb: 0 };
    const once = (engine: string) => async () => {
      const { stdout } = await runNode([worker, engine, task, path, cities]);
      const { ms, cpuMs, megabytes: peak } = JSON.parse(stdout) as Measured;
      cpu[engine]!.push(cpuMs);
      peaks[engine] = Math.max(peaks[engine]!, peak);
      return ms;
    };
    const ms = await interleave({ holdall: once("holdall"), duckdb: once("duckdb") }, { rounds, warmups: 0 });
    return { ms, cpu, peaks };
  };
  for (const [task, what] of [
    ["group", "group by, sum, avg, count"],
    ["filter", "filter, ordered, 100 rows"],
    ["join", "join with a small file, group by"],
  ] as const) {
    const { ms, cpu, peaks } = await measure(task, large, 7);
    yield row(`${what}, ${megabytes} MB`, "DuckDB", ratio(ms.holdall, ms.duckdb), { most: 1.1 });
    yield row("  CPU time, of all threads", "DuckDB", ratio(cpu.holdall!, cpu.duckdb!));
    yield row("  query_data", "nothing", median(ms.holdall), { unit: "ms" });
    yield row("  DuckDB", "nothing", median(ms.duckdb), { unit: "ms" });
    yield row("  peak memory of the process", "DuckDB", peaks.holdall! / peaks.duckdb!);
  }
  const first = await measure("small", small, 9);
  yield row("19 rows, from nothing loaded", "nothing", median(first.ms.holdall), { unit: "ms", most: 80 });
  yield row("  the same", "DuckDB", ratio(first.ms.holdall, first.ms.duckdb));
  const again = await measure("again", small, 9);
  yield row("19 rows, again in the session", "nothing", median(again.ms.holdall), { unit: "ms", most: 15 });
  yield row("  the same", "DuckDB with its connection open", ratio(again.ms.holdall, again.ms.duckdb));
}
