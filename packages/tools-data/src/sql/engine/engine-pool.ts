import type { StateKey } from "@holdall/tool-core";
import { type Engine, openEngine } from "./open-engine.ts";

/** The engines of a session: one waits for the next query, and every query gets one that no other has used. */
export interface EnginePool {
  /** The engine that waits, to parse a query. */
  parser(): Promise<Engine>;
  /** An engine for one query, which its user closes. */
  take(): Promise<Engine>;
  /** Open the engine of the next query ahead. */
  refill(): void;
  close(): Promise<void>;
}

function createEnginePool(): EnginePool {
  let waiting: Promise<Engine> | undefined;
  let isClosed = false;
  const wait = (): Promise<Engine> => {
    waiting ??= openEngine();
    waiting.catch(() => {
      waiting = undefined;
    });
    return waiting;
  };
  return {
    parser: wait,
    async take() {
      const engine = wait();
      waiting = undefined;
      return engine;
    },
    refill() {
      if (!isClosed) wait().catch(() => undefined);
    },
    async close() {
      isClosed = true;
      const engine = await waiting?.catch(() => undefined);
      waiting = undefined;
      engine?.[Symbol.dispose]();
    },
  };
}

export const enginesKey: StateKey<EnginePool> = {
  name: "data.sql-engines",
  create: createEnginePool,
  dispose: (pool) => pool.close(),
};
