import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { dataPeers } from "./data-peers.ts";

/** What is measured. `out` is the file that conversions and filters write. */
export type DataTask = "group-csv" | "group-jsonl" | "filter-csv" | "csv-to-jsonl";

/** What a process tells of its run. */
export interface Measured {
  readonly ms: number;
  /** User and system time of all threads, which a busy machine changes less than the time on the clock. */
  readonly cpuMs: number;
  /** At most, of the whole process. */
  readonly megabytes: number;
}

type Run = (task: DataTask, path: string, out: string) => Promise<unknown>;

interface Connection {
  runAndReadAll(sql: string): Promise<{ getRowObjects(): unknown }>;
}

async function duckdb(task: DataTask, path: string, out: string): Promise<unknown> {
  const { DuckDBInstance } = (await load("@duckdb/node-api")) as {
    DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
  };
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const group = "city, sum(price::DECIMAL(18,2)), avg(price), count(*)";
  const sql: Readonly<Record<DataTask, string>> = {
    "group-csv": `SELECT ${group} FROM read_csv('${path}') GROUP BY city`,
    "group-jsonl": `SELECT ${group} FROM read_json('${path}', format='newline_delimited') GROUP BY city`,
    "filter-csv": `COPY (SELECT * FROM read_csv('${path}') WHERE city = 'Oslo' AND qty = 7) TO '${out}' (HEADER)`,
    "csv-to-jsonl": `COPY (SELECT * FROM read_csv('${path}')) TO '${out}' (FORMAT json)`,
  };
  return (await connection.runAndReadAll(sql[task])).getRowObjects();
}

interface Papa {
  readonly NODE_STREAM_INPUT: number;
  parse(input: number, options: { header: boolean }): NodeJS.ReadWriteStream;
  unparse(rows: readonly object[], options: { header: boolean }): string;
}

async function papaparse(task: DataTask, path: string, out: string): Promise<unknown> {
  const { default: papa } = (await load("papaparse")) as { default: Papa };
  const rows = createReadStream(path).pipe(papa.parse(papa.NODE_STREAM_INPUT, { header: true }));
  const groups = new Map<string, { sum: number; count: number }>();
  const file = task === "group-csv" ? undefined : createWriteStream(out);
  const write = async (text: string) => {
    if (file && !file.write(text)) await once(file, "drain");
  };
  for await (const row of rows as AsyncIterable<Record<string, string>>) {
    if (task === "group-csv") {
      const group = groups.get(row.city!) ?? { sum: 0, count: 0 };
      groups.set(row.city!, group);
      group.sum += Number(row.price);
      group.count++;
    } else if (task === "csv-to-jsonl") await write(`${JSON.stringify(row)}\n`);
    else if (row.city === "Oslo" && row.qty === "7") await write(`${papa.unparse([row], { header: false })}\n`);
  }
  if (file) await new Promise<void>((done) => file.end(done));
  return [...groups];
}

interface Frame {
  collect(): Promise<unknown>;
  groupBy(by: string): { agg(...what: unknown[]): Frame };
}

async function polars(task: DataTask, path: string): Promise<unknown> {
  const { default: pl } = (await load("nodejs-polars")) as {
    default: {
      scanCSV(path: string): Frame;
      scanJson(path: string): Frame;
      col(name: string): Record<"sum" | "mean" | "count", () => { alias(name: string): unknown }>;
    };
  };
  const price = pl.col("price");
  return (task === "group-csv" ? pl.scanCSV(path) : pl.scanJson(path))
    .groupBy("city")
    .agg(price.sum().alias("s"), price.mean().alias("a"), price.count().alias("c"))
    .collect();
}

async function load(name: string): Promise<unknown> {
  const found = dataPeers();
  if (!found) throw new Error("HOLDALL_BENCH_PEERS is not set.");
  return found(name);
}

/** As each peer, loaded within the time that is measured. */
const holdall: Run = async (...args) => (await import("./data-holdall.ts")).runHoldall(...args);

const engines: Readonly<Record<string, Run>> = { holdall, duckdb, papaparse, polars };

if (import.meta.main) {
  const [engine = "", task = "", path = "", out = ""] = process.argv.slice(2);
  const start = performance.now();
  const before = process.cpuUsage();
  await engines[engine]!(task as DataTask, path, out);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  const measured: Measured = { ms, cpuMs: (user + system) / 1000, megabytes: process.resourceUsage().maxRSS / 1024 };
  process.stdout.write(JSON.stringify(measured));
}
