import { memoryBackend } from "@holdall/backends-memory";
import { allow, type Backend, createRegistry, openSession, type Policy } from "@holdall/tool-core";
import { afterAll, beforeAll } from "vitest";
import { dataTools } from "./data-tools.ts";
import type { DataToolsOptions } from "./options.ts";
import type { Engine } from "./sql/engine/engine.ts";
import type { SqlEngine } from "./sql/engine/sql-engine.ts";
import { defaultSqlEngine } from "./sql/node/node-engine.ts";
import type { QueryDataOutput } from "./sql/query-params.ts";

export const shop = {
  "/sales.csv":
    "id,region,price,zip,day\n1,N,1.10,00118,2024-01-31\n2,S,2.20,00119,2024-02-01\n3,N,3.30,10000,2024-02-29\n",
  "/regions.json": '[{"region":"N","name":"North"},{"region":"S","name":"Süd"}]',
};

let given: SqlEngine | undefined;

/** Run the queries of this file's tests in another engine than that of Node. */
export function useEngine(engine: SqlEngine): void {
  beforeAll(() => {
    given = engine;
  });
  afterAll(() => {
    given = undefined;
  });
}

/** The engine of this file's tests, each of whose instances is changed as it is opened. None is opened ahead. */
export function changedEngine(change: (opened: Engine) => Engine): SqlEngine {
  const used = given ?? defaultSqlEngine();
  return { ...used, keepsIdle: true, open: async () => change(await used.open()) };
}

interface SqlOptions extends Partial<DataToolsOptions> {
  readonly policy?: Policy;
}

/** A session with the data tools over some files, and the results of its queries. */
export function openSql(
  files: Readonly<Record<string, string | Uint8Array>> = shop,
  { policy = allow(), backend = memoryBackend({ files }), ...options }: SqlOptions = {},
) {
  const session = openSession(createRegistry(dataTools({ backend, engine: given, ...options })), { policy });
  return { ...sqlCalls(session.call), session, backend: backend as Backend };
}

/** Queries by a session's `call`. Rows are those of the JSON that hosts send. */
export function sqlCalls(call: ReturnType<typeof openSession>["call"]) {
  const output = async (input: object): Promise<QueryDataOutput> => {
    const result = await call("query_data", input);
    if (!result.ok) throw result.error;
    return JSON.parse(JSON.stringify(result.output)) as QueryDataOutput;
  };
  return {
    output,
    rows: async (sql: string, more: object = {}) => (await output({ sql, ...more })).rows,
    async fails(input: object | string) {
      const result = await call("query_data", typeof input === "string" ? { sql: input } : input);
      if (!result.ok) return result.error;
      throw new Error(`The query should have failed: ${JSON.stringify(result.output)}`);
    },
  };
}
