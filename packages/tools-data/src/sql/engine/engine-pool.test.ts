import { expect, test } from "vitest";
import type { Engine } from "./engine.ts";
import { type EnginePools, enginesKey } from "./engine-pool.ts";
import type { SqlEngine } from "./sql-engine.ts";

/** A pool whose engines do nothing, opened by hand, and the numbers of those that are open. */
function poolOf(onClose: (number: number) => void = () => {}) {
  const open = new Set<number>();
  const openings: PromiseWithResolvers<Engine>[] = [];
  const engine: SqlEngine = {
    open() {
      const opening = Promise.withResolvers<Engine>();
      openings.push(opening);
      return opening.promise;
    },
    parse: () => Promise.reject(new Error("not used")),
  };
  const pools: EnginePools = enginesKey.create();
  return {
    pools,
    pool: pools.of(engine),
    open,
    fail: (at: number) => openings[at]!.reject(new Error(`engine ${at} is broken`)),
    finish(at: number) {
      open.add(at);
      const close = () => {
        open.delete(at);
        onClose(at);
      };
      openings[at]!.resolve({ [Symbol.dispose]: close } as Engine);
    },
  };
}

test("an engine that cannot be opened does not hide the one that waits after it", async () => {
  const { pools, pool, open, fail, finish } = poolOf();
  const broken = pool.take();
  pool.refill();
  fail(0);
  await expect(broken).rejects.toThrow("engine 0 is broken");
  finish(1);
  await pools.close();
  expect([...open]).toEqual([]);
});

test("after an engine that cannot be opened, the next is tried", async () => {
  const { pool, fail, finish, open } = poolOf();
  pool.refill();
  fail(0);
  await expect(pool.take()).rejects.toThrow("engine 0 is broken");
  const next = pool.take();
  finish(1);
  await next;
  expect([...open]).toEqual([1]);
});

test("of two queries that are parsed at once, both have their result before the surplus engine is closed", async () => {
  const { pools, pool, open, finish } = poolOf((at) => {
    if (at === 1) throw new Error("the engine is stuck");
  });
  const parsed = Promise.all([pool.parse(async () => "first"), pool.parse(async () => "second")]);
  finish(0);
  finish(1);
  expect(await parsed).toEqual(["first", "second"]);
  expect([...open]).toEqual([0, 1]);
  await expect(pools.close()).rejects.toThrow("the engine is stuck");
  expect([...open]).toEqual([]);
});
