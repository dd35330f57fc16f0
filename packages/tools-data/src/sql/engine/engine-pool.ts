import type { StateKey } from "@holdall/tool-core";
import type { Engine } from "./engine.ts";
import type { SqlEngine } from "./sql-engine.ts";

/** The engines of a session: one waits for the next query, and every query gets one that no other has used. */
export interface EnginePool {
  /** Use an engine to parse a query; it waits again afterwards. */
  parse<T>(work: (engine: Engine) => Promise<T>): Promise<T>;
  /** An engine for one query, which its user closes. */
  take(): Promise<Engine>;
  /** Open the engine of the next query ahead. */
  refill(): void;
}

interface ClosablePool extends EnginePool {
  close(): Promise<void>;
}

function createEnginePool({ open, keepsIdle = false }: SqlEngine): ClosablePool {
  let waiting: Promise<Engine> | undefined;
  let isClosed = false;
  const wait = (): Promise<Engine> => {
    waiting ??= open();
    waiting.catch(() => {
      waiting = undefined;
    });
    return waiting;
  };
  const take = (): Promise<Engine> => {
    const engine = wait();
    waiting = undefined;
    return engine;
  };
  return {
    async parse(work) {
      // No other call has it meanwhile: a query of another call would wait for this one, or end its result.
      const engine = await take();
      try {
        return await work(engine);
      } finally {
        if (waiting || isClosed) engine[Symbol.dispose]();
        else waiting = Promise.resolve(engine);
      }
    },
    take,
    refill() {
      if (!isClosed && !keepsIdle) wait().catch(() => undefined);
    },
    async close() {
      isClosed = true;
      const engine = await waiting?.catch(() => undefined);
      waiting = undefined;
      engine?.[Symbol.dispose]();
    },
  };
}

/** The pools of a session, one for each engine that its tools have. */
export interface EnginePools {
  of(engine: SqlEngine): EnginePool;
  close(): Promise<void>;
}

export const enginesKey: StateKey<EnginePools> = {
  name: "data.sql-engines",
  create() {
    const pools = new Map<SqlEngine, ClosablePool>();
    return {
      of(engine) {
        const pool = pools.get(engine) ?? createEnginePool(engine);
        pools.set(engine, pool);
        return pool;
      },
      async close() {
        for (const pool of pools.values()) await pool.close();
      },
    };
  },
  dispose: (pools) => pools.close(),
};
