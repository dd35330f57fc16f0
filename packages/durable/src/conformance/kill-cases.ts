import { expect, test } from "vitest";
import { type DurableHarness, freshName, holdAfter, randomFrom, untilState } from "./harness.ts";

export function killCases(harness: () => DurableHarness): void {
  test("a run of five steps that is killed at a sample of the exchanges with its store goes on: no step that was kept runs again, and it ends once", async () => {
    const { open, moveClock, lease, everyKill = false } = harness();
    await using survivor = await open();
    const name = freshName();
    const log: string[] = [];
    const define = (engine: Awaited<ReturnType<typeof open>>, who: string) =>
      engine.define(name, "1", async (ctx) => {
        for (const step of [1, 2, 3, 4, 5]) await ctx.step(`step ${step}`, () => void log.push(`${step} ${who}`));
        return "done";
      });
    define(survivor, "b");
    const random = randomFrom(5);
    let kills = 0;
    // Neighbors are mostly before and after one statement: two of three are left to runs with time.
    for (let exchanges = 0; ; exchanges += everyKill ? 1 : 1 + Math.floor(random() * 4)) {
      let arm = holdAfter(Number.POSITIVE_INFINITY);
      const engine = await open(() => arm.tap());
      define(engine, "a");
      const run = await engine.start(name, null);
      log.length = 0;
      arm = holdAfter(exchanges);
      await engine.work();
      await Promise.race([arm.held, untilState(survivor, run)]);
      if ((await survivor.get(run))?.state === "completed") {
        arm.release();
        await engine[Symbol.asyncDispose]();
        break;
      }
      kills++;
      moveClock(lease + 1);
      {
        await using _ = await survivor.work();
        const ended = await untilState(survivor, run);
        expect(ended, `killed at exchange ${exchanges}`).toMatchObject({ state: "completed", output: "done" });
        expect(ended.steps.map((step) => step.name)).toEqual([1, 2, 3, 4, 5].map((step) => `step ${step}`));
      }
      const steps = log.map((each) => Number(each.split(" ")[0]));
      // Only the step that the kill was in may have run twice: its successor had not begun.
      expect(steps.length, log.join()).toBeLessThanOrEqual(6);
      expect(
        steps.every((step, i) => step === (steps[i - 1] ?? 0) + 1 || (step === steps[i - 1] && log[i]?.endsWith("b"))),
        log.join(),
      ).toBe(true);
    }
    expect(kills).toBeGreaterThan(everyKill ? 10 : 5);
  }, 60_000);

  test("a worker that stands still beyond its lease and wakes again writes nothing, and its step is aborted", async () => {
    const { open, moveClock, lease } = harness();
    let arm = holdAfter(Number.POSITIVE_INFINITY);
    await using zombie = await open(() => arm.tap());
    await using heir = await open();
    const name = freshName();
    const inStep = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<string>();
    const aborted = Promise.withResolvers<void>();
    zombie.define(name, "1", async (ctx) => {
      const value = await ctx.step("one", async ({ signal }) => {
        signal.addEventListener("abort", () => aborted.resolve());
        inStep.resolve();
        return finish.promise;
      });
      return ctx.step("two", () => `${value} and two of the zombie`);
    });
    heir.define(name, "1", async (ctx) => {
      const value = await ctx.step("one", () => "one");
      return ctx.step("two", () => `${value} and two`);
    });
    await zombie.work();
    const run = await zombie.start(name, null);
    await inStep.promise;
    arm = holdAfter(0);
    moveClock(lease + 1);
    {
      await using _ = await heir.work();
      expect(await untilState(heir, run)).toMatchObject({ state: "completed", output: "one and two", losses: 1 });
    }
    arm.release();
    finish.resolve("one of the zombie");
    await aborted.promise;
    expect(await heir.get(run)).toMatchObject({
      output: "one and two",
      steps: [{ output: "one" }, { output: "one and two" }],
    });
  });

  test("a woken worker cannot record, park, fail or finish while the next one has the run", async () => {
    const { open, moveClock, lease } = harness();
    for (const act of ["step", "fail", "wait", "child", "return", "throw"] as const) {
      let arm = holdAfter(Number.POSITIVE_INFINITY);
      await using zombie = await open(() => arm.tap());
      await using heir = await open();
      const name = freshName();
      const inStep = Promise.withResolvers<void>();
      const finish = Promise.withResolvers<void>();
      zombie.define(name, "1", async (ctx) => {
        if (act === "step" || act === "fail") {
          return ctx.step("one", async () => {
            inStep.resolve();
            await finish.promise;
            if (act === "fail") throw new Error("zombie");
            return "zombie";
          });
        }
        inStep.resolve();
        await finish.promise;
        if (act === "wait") return (await ctx.wait("never")) ?? null;
        if (act === "child") return ctx.child(name, null);
        if (act === "throw") throw new Error("zombie");
        return "zombie";
      });
      const taken = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      heir.define(name, "1", async (ctx) =>
        ctx.step("one", async () => {
          taken.resolve();
          await end.promise;
          return "heir";
        }),
      );
      await zombie.work();
      const run = await zombie.start(name, null);
      await inStep.promise;
      arm = holdAfter(0);
      moveClock(lease + 1);
      await using _ = await heir.work();
      await taken.promise;
      finish.resolve();
      arm.release();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await heir.get(run), act).toMatchObject({ state: "running", steps: [], waits: [], failures: 0 });
      end.resolve();
      expect(await untilState(heir, run), act).toMatchObject({ state: "completed", output: "heir" });
      expect((await heir.list({ name })).length, act).toBe(1);
    }
  }, 30_000);

  test("a step that must not run twice learns from the next worker that it has begun, and only then", async () => {
    const { open, moveClock, lease } = harness();
    for (const begins of [true, false]) {
      let arm = holdAfter(Number.POSITIVE_INFINITY);
      const engine = await open(() => arm.tap());
      await using heir = await open();
      const name = freshName();
      const inStep = Promise.withResolvers<void>();
      engine.define(name, "1", async (ctx) =>
        ctx.step("send", async ({ begin, interrupted }) => {
          expect(interrupted).toBe(false);
          if (begins) await begin();
          inStep.resolve();
          return new Promise<never>(() => {});
        }),
      );
      heir.define(name, "1", async (ctx) => {
        const first = await ctx.step("send", ({ interrupted, attempt }) => [interrupted, attempt]);
        return [...first, await ctx.step("other", ({ interrupted }) => interrupted)];
      });
      await engine.work();
      const run = await engine.start(name, null);
      await inStep.promise;
      arm = holdAfter(0);
      moveClock(lease + 1);
      await using _ = await heir.work();
      expect(await untilState(heir, run)).toMatchObject({ state: "completed", output: [begins, 1, false] });
    }
  });

  test("losing workers is not failing: ten losses with three attempts allowed, and it completes", async () => {
    const { open, moveClock, lease } = harness();
    const name = freshName();
    let starter: string | undefined;
    const keys = new Set<string>();
    for (let i = 0; i < 10; i++) {
      let arm = holdAfter(Number.POSITIVE_INFINITY);
      const engine = await open(() => arm.tap());
      const inStep = Promise.withResolvers<void>();
      engine.define(name, "1", async (ctx) =>
        ctx.step("long", ({ key, attempt }) => {
          keys.add(`${key} ${attempt}`);
          inStep.resolve();
          return new Promise<never>(() => {});
        }),
      );
      await engine.work();
      starter ??= await engine.start(name, null, { limits: { attempts: 3 } });
      await inStep.promise;
      arm = holdAfter(0);
      moveClock(lease + 1);
    }
    await using engine = await open();
    engine.define(name, "1", async (ctx) => ctx.step("long", ({ key, attempt }) => void keys.add(`${key} ${attempt}`)));
    await using _ = await engine.work();
    expect(await untilState(engine, starter ?? "")).toMatchObject({ state: "completed", losses: 10, failures: 0 });
    expect([...keys], "every attempt has the same idempotency key").toHaveLength(1);
  }, 30_000);

  test("a run that loses every worker is parked, reports it, and continues when it is retried", async () => {
    const { open, moveClock, lease } = harness();
    const name = freshName();
    await using watcher = await open();
    const run = await watcher.start(name, null, { limits: { losses: 3 } });
    for (let i = 0; i < 3; i++) {
      let arm = holdAfter(Number.POSITIVE_INFINITY);
      const engine = await open(() => arm.tap());
      const inStep = Promise.withResolvers<void>();
      engine.define(name, "1", async (ctx) =>
        ctx.step("poison", () => {
          inStep.resolve();
          return new Promise<never>(() => {});
        }),
      );
      await engine.work();
      await inStep.promise;
      arm = holdAfter(0);
      moveClock(lease + 1);
    }
    watcher.define(name, "1", async (ctx) => ctx.step("poison", () => "cured"));
    await using _ = await watcher.work();
    const parked = await untilState(watcher, run, ["parked"]);
    expect(parked).toMatchObject({
      losses: 3,
      error: { code: "parked", message: expect.stringContaining("3 workers in a row") },
    });
    expect(await watcher.retry(run)).toBe(true);
    expect(await untilState(watcher, run, ["completed"])).toMatchObject({ output: "cured" });
    expect(await watcher.retry(run)).toBe(false);
  }, 30_000);
}
