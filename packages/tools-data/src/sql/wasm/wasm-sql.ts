import type { SqlEngine } from "../engine/engine.ts";
import { openWasm, type StartedWasm } from "./wasm-engine.ts";
import { wordsQuery } from "./words-query.ts";

/** An idle thread ends after this time. */
const idleMs = 60_000;

/** DuckDB in WebAssembly, in threads of the platform. A thread is used by one query after another; each has a database of its own. */
export function wasmSql(start: () => Promise<StartedWasm>): SqlEngine {
  const idle: Promise<StartedWasm | undefined>[] = [];
  const rest = (started: StartedWasm): void => {
    if (idle.length > 0) {
      started.end();
      return;
    }
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
      const started = (await idle.pop()) ?? (await start());
      return openWasm(started, (isEnded) => {
        if (!isEnded) rest(started);
      });
    },
    parse: async (sql) => wordsQuery(sql),
  };
}

/** Drop the database and the files of a thread; undefined if that fails. */
async function clear(started: StartedWasm): Promise<StartedWasm | undefined> {
  try {
    await Promise.race([started.db.reset().then(() => started.db.dropFiles()), started.ended]);
    return started;
  } catch {
    started.end();
    return undefined;
  }
}
