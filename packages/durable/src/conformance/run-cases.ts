import type { Json } from "@holdall/tool-core";
import { expect, test } from "vitest";
import type { RunEvent } from "../port/index.ts";
import { type DurableHarness, freshName, untilState } from "./harness.ts";

export function runCases(harness: () => DurableHarness): void {
  test("steps, branches, children, time and ids are the same whenever the code runs again", async () => {
    await using engine = await harness().open();
    const [name, child] = [freshName(), freshName()];
    const seen: Json[] = [];
    engine.define(child, "1", async (ctx, input) => ctx.step("double", () => Number(input) * 2));
    engine.define(name, "1", async (ctx, input) => {
      const ids = [ctx.uuid(), ctx.uuid()];
      const one = await ctx.step("same", () => ({ input, deep: { list: [1, null, "é\u0000😀"] } }));
      const two = await ctx.step("same", () => 2);
      const time = ctx.now();
      const branches = await Promise.all([1, 2].map((n) => ctx.branch("part").step("same", () => n)));
      const doubled = await ctx.child(child, 21);
      await ctx.sleep(1);
      const result = { ids, one, two, time, branches, doubled };
      seen.push(result);
      return result;
    });
    await using _ = await engine.work();
    const run = await engine.start(name, "in", { priority: 3 });
    const ended = await untilState(engine, run);
    expect(ended).toMatchObject({ state: "completed", input: "in", priority: 3, losses: 0, failures: 0, version: "1" });
    expect(ended.output).toMatchObject({
      two: 2,
      branches: [1, 2],
      doubled: 42,
      one: { input: "in", deep: { list: [1, null, "é\u0000😀"] } },
    });
    expect(new Set((ended.output as { ids: string[] }).ids).size).toBe(2);
    expect(ended.output).toEqual(seen.at(-1));
    expect(ended.steps.map((step) => step.name).sort()).toEqual(
      [`child ${child}`, "same", "same", "same", "same#2", "sleep"].sort(),
    );
    expect(ended.waits).toEqual([]);
  });

  test("the same key is the same run, and starts once", async () => {
    await using engine = await harness().open();
    const name = freshName();
    let times = 0;
    engine.define(name, "1", async (ctx) => ctx.step("count", () => ++times));
    await using _ = await engine.work();
    const runs = await Promise.all(Array.from({ length: 5 }, () => engine.start(name, null, { key: "a" })));
    const other = await engine.start(name, null, { key: "b" });
    expect(new Set([...runs, other]).size).toBe(2);
    await Promise.all([...runs, other].map((run) => untilState(engine, run)));
    expect(await engine.start(name, null, { key: "a" })).toBe(runs[0]);
    expect(times).toBe(2);
    expect((await engine.list({ name })).length).toBe(2);
    expect((await engine.list({ name, keyPrefix: "b", state: "completed" })).map(({ id }) => id)).toEqual([other]);
    expect(await engine.list({ name, state: ["failed", "queued"] })).toEqual([]);
  });

  test("a run starts at its time, and not before", async () => {
    await using engine = await harness().open();
    const name = freshName();
    engine.define(name, "1", async () => "done");
    await using _ = await engine.work();
    const created = (await engine.get(await engine.start(name, null)))?.created ?? 0;
    const run = await engine.start(name, null, { at: created + 7 * 24 * 3_600_000 });
    expect(await engine.get(run)).toMatchObject({ state: "queued", attempt: 0 });
    harness().moveClock(7 * 24 * 3_600_000 + 5000);
    expect(await untilState(engine, run)).toMatchObject({ state: "completed" });
  });

  test("what happens to a run is told in order, from a cursor on, and ends with it", async () => {
    await using engine = await harness().open();
    const name = freshName();
    engine.define(name, "1", async (ctx) => {
      await ctx.log({ phase: 1 });
      await ctx.step("one", () => 1);
      return ctx.step("two", () => 2);
    });
    await using _ = await engine.work();
    const run = await engine.start(name, null);
    const events: RunEvent[] = await Array.fromAsync(engine.subscribe(run));
    expect(events.map(({ type }) => type)).toEqual(["start", "take", "log", "step", "step", "end"]);
    expect(events[2]?.data).toEqual({ phase: 1 });
    const later = await Array.fromAsync(engine.subscribe(run, events[3]?.seq));
    expect(later).toEqual(events.slice(4));
    const stopped = new AbortController();
    const open = Array.fromAsync(
      engine.subscribe(await engine.start(freshName(), null), 0, { signal: stopped.signal }),
    );
    stopped.abort();
    expect((await open).length).toBeLessThan(2);
  });

  test("no more runs at a time than a worker may have, the more important ones first", async () => {
    await using engine = await harness().open();
    const name = freshName();
    const order: number[] = [];
    let [now, most] = [0, 0];
    engine.define(name, "1", async (ctx, input) =>
      ctx.step("work", async () => {
        most = Math.max(most, ++now);
        order.push(Number(input));
        await new Promise((resolve) => setTimeout(resolve, 2));
        now--;
        return null;
      }),
    );
    const runs: string[] = [];
    for (const priority of [1, 5, 3, 4, 2, 0]) runs.push(await engine.start(name, priority, { priority }));
    await using _ = await engine.work({ concurrency: 2 });
    for (const run of runs) await untilState(engine, run);
    expect(most).toBe(2);
    expect(order.slice(0, 2).sort()).toEqual([4, 5]);
    expect(order.slice(4).sort()).toEqual([0, 1]);
  });

  test("workers take from their queues only", async () => {
    await using engine = await harness().open();
    const name = freshName();
    engine.define(name, "1", async () => null);
    const [slow, fast] = [await engine.start(name, null, { queue: "slow one" }), await engine.start(name, null)];
    {
      await using _ = await engine.work();
      await untilState(engine, fast);
      expect(await engine.get(slow)).toMatchObject({ state: "queued" });
    }
    await using _ = await engine.work({ queues: ["slow one"] });
    await untilState(engine, slow);
  });

  test("a worker that is disposed ends the step it is in and hands its runs back at once, which counts as no loss", async () => {
    await using engine = await harness().open();
    await using other = await harness().open();
    const name = freshName();
    const inStep = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const done: string[] = [];
    for (const [who, each] of [
      ["first", engine],
      ["second", other],
    ] as const) {
      each.define(name, "1", async (ctx) => {
        await ctx.step("one", async () => {
          inStep.resolve();
          await go.promise;
          done.push(`one by ${who}`);
          return null;
        });
        return ctx.step("two", () => void done.push(`two by ${who}`));
      });
    }
    const working = await engine.work();
    const run = await engine.start(name, null);
    await inStep.promise;
    const disposed = working[Symbol.asyncDispose]();
    go.resolve();
    await disposed;
    expect(await engine.get(run)).toMatchObject({ state: "queued", losses: 0 });
    await using _ = await other.work();
    expect(await untilState(other, run)).toMatchObject({ state: "completed", losses: 0 });
    expect(done).toEqual(["one by first", "two by second"]);
  });

  test("runs that ended more than 30 days ago are removed with their steps; those that wait or are newer stay", async () => {
    const { open, moveClock } = harness();
    const name = freshName();
    const start = async () => {
      const engine = await open();
      engine.define(name, "1", async (ctx) => {
        await ctx.step("one", () => 1);
        return (await ctx.wait("answer")) ?? null;
      });
      return engine;
    };
    let old: string;
    let waiting: string;
    {
      await using engine = await start();
      await using _ = await engine.work();
      old = await engine.start(name, "waits", { key: "once" });
      await engine.signal(old, "answer", 1);
      await untilState(engine, old);
      waiting = await engine.start(name, "waits");
      await untilState(engine, waiting, ["waiting"]);
      moveClock(31 * 24 * 3_600_000);
    }
    await using engine = await start();
    const recent = await engine.start(name, "waits");
    await engine.signal(recent, "answer", 2);
    await using _ = await engine.work();
    await untilState(engine, recent);
    for (const from = Date.now(); (await engine.get(old)) && Date.now() - from < 5000; ) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await engine.get(old)).toBeUndefined();
    expect(await engine.get(waiting)).toMatchObject({ state: "waiting", steps: [{ name: "one" }] });
    expect(await engine.get(recent)).toMatchObject({ state: "completed" });
    expect(await engine.start(name, "waits", { key: "once" }), "its key is free again").not.toBe(old);
    await engine.cancel(waiting, "over");
  });
}
