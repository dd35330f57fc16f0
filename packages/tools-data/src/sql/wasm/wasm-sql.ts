import { createLimiter } from "@holdall/tool-kit";
import type { SqlEngine } from "../engine/sql-engine.ts";
import { openWasm, type StartedWasm } from "./wasm-engine.ts";
import { wordsQuery } from "./words-query.ts";

/** An idle thread ends after this time. */
const idleMs = 60_000;

/** Queries at the same time, each in a thread of its own; others wait. */
const maxThreads = 2;

/** DuckDB in WebAssembly, in threads of the platform. A thread is used by one query after another, each with an empty database. */
export function wasmSql(start: () => Promise<StartedWasm>): SqlEngine {
  const idle: Promise<StartedWasm | undefined>[] = [];
  const places = createLimiter(maxThreads);
  const rest = (started: StartedWasm): void => {
    const cleared = clear(started);
    idle.push(cleared);
    const timer = setTimeout(() => {
      const at = idle.indexOf(cleared);
      if (at < 0) return;
      idle.splice(at, 1);
      started.end();
    }, idleMs);
    // A process of Node ends without waiting for it.
    if (typeof timer === "object") timer.unref();
  };
  return {
    keepsIdle: true,
    async open() {
      await places.acquire();
      try {
        const started = (await idle.pop()) ?? (await start());
        return await openWasm(started, (isEnded) => {
          if (!isEnded) rest(started);
          places.release();
        });
      } catch (error) {
        places.release();
        throw error;
      }
    },
    parse: async (sql) => wordsQuery(sql),
  };
}

/** Drop the database and the files of a thread; undefined if that fails. */
async function clear({ db, ended, end }: StartedWasm): Promise<StartedWasm | undefined> {
  try {
    await Promise.race([db.reset().then(() => db.dropFiles()), ended]);
    return { db, ended, end };
  } catch {
    end();
    return undefined;
  }
}
