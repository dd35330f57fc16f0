import { expect, test } from "vitest";
import { type DurableHarness, freshName, holdAfter, untilRun, untilState } from "./harness.ts";

export function eventCases(harness: () => DurableHarness): void {
  test("an event is kept when it comes early, delivered when it is awaited, and the first answer stands", async () => {
    await using engine = await harness().open();
    const name = freshName();
    engine.define(name, "1", async (ctx) => [(await ctx.wait("early")) ?? null, (await ctx.wait("awaited")) ?? null]);
    const run = await engine.start(name, null);
    expect(await engine.signal(run, "early", { yes: true, by: "Ada" })).toBe("kept");
    expect(await engine.signal(run, "early", { by: "Ada", yes: true })).toBe("repeated");
    expect(await engine.signal(run, "early", { yes: false })).toBe("conflict");
    await using _ = await engine.work();
    await untilRun(engine, run, ({ waits }) => waits.some(({ event }) => event === "awaited"));
    expect(await engine.signal(run, "awaited", 2)).toBe("delivered");
    expect(await engine.signal(run, "awaited", 3)).toMatch(/conflict|ended/);
    expect(await untilState(engine, run)).toMatchObject({ output: [{ yes: true, by: "Ada" }, 2] });
    await expect(engine.signal("run_nobody", "x", 1)).rejects.toMatchObject({ code: "not_found" });
  });

  test("a wait of seven days takes no worker, survives all of them, and ends when the time is up", async () => {
    const { open, moveClock } = harness();
    const name = freshName();
    const days = 24 * 3_600_000;
    const define = (engine: Awaited<ReturnType<typeof open>>) =>
      engine.define(name, "1", async (ctx) => ({
        first: (await ctx.wait("answer", { timeout: 7 * days })) ?? "nobody",
        late: (await ctx.wait("answer", { timeout: days })) ?? "nobody",
      }));
    let run: string;
    {
      await using engine = await open();
      define(engine);
      await using _ = await engine.work();
      run = await engine.start(name, null);
      await untilRun(engine, run, ({ state }) => state === "waiting");
    }
    moveClock(6 * days);
    await using engine = await open();
    define(engine);
    await using _ = await engine.work();
    expect(await engine.get(run)).toMatchObject({ state: "waiting", waits: [{ event: "answer" }] });
    moveClock(days + 1000);
    await untilRun(engine, run, ({ steps }) => steps.length === 1);
    await untilRun(engine, run, ({ state }) => state === "waiting");
    expect(await engine.signal(run, "answer", "late")).toBe("delivered");
    expect(await untilState(engine, run)).toMatchObject({ output: { first: "nobody", late: "late" }, losses: 0 });
  });

  test("an answer is given by another engine than the one that waits", async () => {
    const { open } = harness();
    await using worker = await open();
    await using office = await open();
    const name = freshName();
    worker.define(name, "1", async (ctx) => (await ctx.wait("answer")) ?? null);
    await using _ = await worker.work();
    const run = await office.start(name, null);
    await untilRun(office, run, ({ state }) => state === "waiting");
    expect(await office.signal(run, "answer", "from the office")).toBe("delivered");
    expect(await untilState(office, run)).toMatchObject({ output: "from the office" });
  });

  test("branches wait beside each other, and one that works does not hold up the answer of another", async () => {
    await using engine = await harness().open();
    const name = freshName();
    engine.define(name, "1", async (ctx) =>
      Promise.all(
        ["a", "b", "c"].map(async (each) => {
          const branch = ctx.branch(each);
          const first = await branch.wait(`${each} 1`);
          const kept = await branch.step("keep", () => first ?? null);
          return [kept, (await branch.wait(`${each} 2`)) ?? null];
        }),
      ),
    );
    await using _ = await engine.work();
    const run = await engine.start(name, null);
    for (const event of ["c 1", "a 1", "c 2", "b 2", "b 1", "a 2"]) {
      expect(await engine.signal(run, event, event)).toMatch(/kept|delivered/);
      await untilRun(
        engine,
        run,
        ({ state, waits }) => state === "completed" || !waits.some((wait) => wait.event === event),
      );
    }
    expect(await untilState(engine, run)).toMatchObject({
      state: "completed",
      output: ["a", "b", "c"].map((each) => [`${each} 1`, `${each} 2`]),
    });
  });

  test("events and waits race without a lost wake-up: 14 runs, two answers each", async () => {
    await using engine = await harness().open();
    const name = freshName();
    engine.define(name, "1", async (ctx) => (await ctx.wait("answer")) ?? null);
    await using _ = await engine.work();
    const results = await Promise.all(
      Array.from({ length: 14 }, async (_, i) => {
        const run = await engine.start(name, null);
        await new Promise((resolve) => setTimeout(resolve, i % 7));
        const answers = await Promise.all([engine.signal(run, "answer", 1), engine.signal(run, "answer", 2)]);
        return {
          answers: answers.map((each) => (each === "conflict" || each === "ended" ? "late" : "first")).sort(),
          run,
        };
      }),
    );
    for (const { answers, run } of results) {
      expect(answers).toEqual(["first", "late"]);
      expect([1, 2]).toContain((await untilState(engine, run)).output);
    }
  });

  test("an answer reaches a run whose worker was lost while it waited to be parked", async () => {
    const { open, moveClock, lease } = harness();
    let arm = holdAfter(Number.POSITIVE_INFINITY);
    const engine = await open(() => arm.tap());
    await using heir = await open();
    const name = freshName();
    const inStep = Promise.withResolvers<void>();
    for (const each of [engine, heir]) {
      each.define(name, "1", async (ctx) => {
        await ctx.step("one", async () => {
          inStep.resolve();
          if (each === engine) await new Promise(() => {});
        });
        return (await ctx.wait("answer")) ?? null;
      });
    }
    await engine.work();
    const run = await engine.start(name, null);
    await inStep.promise;
    arm = holdAfter(0);
    expect(await heir.signal(run, "answer", "yes")).toBe("kept");
    moveClock(lease + 1);
    await using _ = await heir.work();
    expect(await untilState(heir, run)).toMatchObject({ output: "yes", losses: 1 });
  });
}
