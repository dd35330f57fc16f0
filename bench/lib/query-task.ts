import { dirname } from "node:path";
import type { Measured } from "./data-task.ts";

/** What is measured of SQL over CSV. */
export type QueryTask = "group" | "filter" | "join" | "small" | "again";

/** How a process runs the queries of a task. */
type Run = (sql: string, folder: string) => Promise<void>;

async function holdall(): Promise<Run> {
  const [{ nodeBackend }, { allow, createRegistry, openSession }, { dataTools }] = await Promise.all([
    import("@holdall/backends-node"),
    import("@holdall/tool-core"),
    import("@holdall/tools-data"),
  ]);
  let call: ReturnType<typeof openSession>["call"] | undefined;
  return async (sql, folder) => {
    call ??= openSession(createRegistry(dataTools({ backend: nodeBackend({ roots: folder }), disk: true })), {
      policy: allow(),
    }).call;
    const result = await call("query_data", { sql });
    if (!result.ok) throw result.error;
  };
}

interface Connection {
  runAndReadAll(sql: string): Promise<{ getRowsJson(): unknown }>;
}

async function duckdb(): Promise<Run> {
  const name = "@duckdb/node-api";
  const { DuckDBInstance } = (await import(name)) as {
    DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
  };
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  return async (sql) => {
    (await connection.runAndReadAll(sql)).getRowsJson();
  };
}

const engines: Readonly<Record<string, () => Promise<Run>>> = { holdall, duckdb };

export const sqlOf = (task: QueryTask, path: string, cities: string): string => {
  switch (task) {
    case "filter":
      return `SELECT id, city, price FROM '${path}' WHERE city = 'Oslo' AND qty = 7 ORDER BY id LIMIT 100`;
    case "join":
      return `SELECT c.country, sum(s.price) AS total, count(*) AS n FROM '${path}' s JOIN '${cities}' c USING (city) GROUP BY ALL ORDER BY total DESC`;
    default:
      return `SELECT city, sum(price) AS total, avg(price) AS mean, count(*) AS n FROM '${path}' GROUP BY city ORDER BY total DESC`;
  }
};

/** Calls of which the last is measured. */
const calls = 8;

if (import.meta.main) {
  const [engine = "", task = "", path = "", cities = ""] = process.argv.slice(2);
  const sql = sqlOf(task as QueryTask, path, cities);
  let start = performance.now();
  let before = process.cpuUsage();
  const run = await engines[engine]!();
  for (let i = 1; i < (task === "again" ? calls : 1); i++) {
    await run(sql, dirname(path));
    // Calls of a model do not follow each other at once.
    await new Promise((resolve) => setTimeout(resolve, 100));
    start = performance.now();
    before = process.cpuUsage();
  }
  await run(sql, dirname(path));
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  const measured: Measured = { ms, cpuMs: (user + system) / 1000, megabytes: process.resourceUsage().maxRSS / 1024 };
  process.stdout.write(JSON.stringify(measured));
  process.exit();
}
