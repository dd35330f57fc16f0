import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { AsyncDuckDB, VoidLogger } from "@duckdb/duckdb-wasm";
import type { StartedWasm } from "./wasm-engine.ts";

const dist = dirname(createRequire(import.meta.url).resolve("@duckdb/duckdb-wasm"));

/** The worker of the library expects the globals of a page's worker. */
const code = `
const { parentPort, workerData } = require("node:worker_threads");
globalThis.self = globalThis;
globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
parentPort.on("message", (data) => globalThis.onmessage({ data }));
require(workerData);
`;

/** DuckDB in WebAssembly in a thread of Node. */
export async function startWasm(): Promise<StartedWasm> {
  const thread = new Worker(code, {
    eval: true,
    workerData: join(dist, "duckdb-node-eh.worker.cjs"),
    // It prints every error of a query.
    stderr: true,
    stdout: true,
  });
  thread.unref();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  const worker = {
    addEventListener(type: string, listener: (event: unknown) => void) {
      if (type === "message") thread.on("message", (data) => listener({ data }));
    },
    removeEventListener() {},
    postMessage: (message: unknown, transfer: never) => thread.postMessage(message, transfer),
    terminate: () => void thread.terminate(),
  };
  thread.on("error", reject);
  const db = new AsyncDuckDB(new VoidLogger(), worker as unknown as globalThis.Worker);
  await Promise.race([db.instantiate(join(dist, "duckdb-eh.wasm")), ended]);
  return {
    db,
    ended,
    end() {
      reject(new Error("The thread was ended."));
      void thread.terminate();
    },
  };
}
