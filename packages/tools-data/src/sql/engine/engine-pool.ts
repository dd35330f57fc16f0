import type { StateKey } from "@holdall/tool-core";
import type { Engine } from "./engine.ts";
import type { SqlEngine } from "./sql-engine.ts";

/** The engines of a session: one waits for the next query, and every query gets one that no other has used. */
export interface EnginePool {
  /** Use an engine to parse a query; it waits again afterwards. */
  parse<T>(work: (engine: Engine) => Promise<T>): Promise<T>;
  /** An engine for one query, which its user gives to `retire`. */
  take(): Promise<Engine>;
  /**
   * Close an engine, then the files that it has open, after the answer of its query. The end of the session waits for it, and
   * throws what failed.
   */
  retire(engine: Engine, files: AsyncDisposable): void;
  /** Open the engine of the next query ahead. */
  refill(): void;
}

interface ClosablePool extends EnginePool {
  close(): Promise<void>;
}

function createEnginePool({ open, keepsIdle = false }: SqlEngine): ClosablePool {
  let waiting: Promise<Engine> | undefined;
  let isClosed = false;
  const closings = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const closeLater = async (engine: Engine, files?: AsyncDisposable): Promise<void> => {
    // To close an engine takes as long as to open it, and blocks this thread.
    await new Promise((resolve) => setTimeout(resolve));
    for (const close of [() => engine[Symbol.dispose](), () => files?.[Symbol.asyncDispose]()])
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
  };
  const retire = (engine: Engine, files?: AsyncDisposable): void => {
    const closing: Promise<void> = closeLater(engine, files).finally(() => closings.delete(closing));
    closings.add(closing);
  };
  const wait = (): Promise<Engine> => {
    if (waiting) return waiting;
    const opening = open();
    waiting = opening;
    // Another engine may wait by the time that this one fails.
    opening.catch(() => {
      if (waiting === opening) waiting = undefined;
    });
    return opening;
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
        if (waiting || isClosed) retire(engine);
        else waiting = Promise.resolve(engine);
      }
    },
    take,
    retire,
    refill() {
      if (!isClosed && !keepsIdle) wait().catch(() => undefined);
    },
    async close() {
      isClosed = true;
      const engine = await waiting?.catch(() => undefined);
      waiting = undefined;
      if (engine) retire(engine);
      await Promise.all(closings);
      throwAll(failures);
    },
  };
}

function throwAll(failures: readonly unknown[]): void {
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, "Engines of SQL or their files could not be closed.");
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
        const failures: unknown[] = [];
        for (const pool of pools.values()) await pool.close().catch((error) => failures.push(error));
        throwAll(failures);
      },
    };
  },
  dispose: (pools) => pools.close(),
};
