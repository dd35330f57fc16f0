import { ToolError } from "@holdall/tool-core";
import { expect, test } from "vitest";
import type { RunContext } from "../port/index.ts";
import { type DurableHarness, freshName, holdAfter, untilRun, untilState } from "./harness.ts";

export function failureCases(harness: () => DurableHarness): void {
  test("a step is tried as often as it says, with one key, and its last error is what the code catches, now and later", async () => {
    await using engine = await harness().open();
    const name = freshName();
    const attempts: number[] = [];
    const keys = new Set<string>();
    engine.define(name, "1", async (ctx) => {
      const works = await ctx.step(
        "works at last",
        ({ attempt, key }) => {
          attempts.push(attempt);
          keys.add(key);
          if (attempt < 3) throw new Error(`no ${attempt}`);
          return attempt;
        },
        { retries: 2, backoff: 1 },
      );
      const caught = await ctx
        .step("fails", () => {
          throw new ToolError("not_found", "There is no a.txt.", { hint: "Look in b.", data: { path: "a.txt" } });
        })
        .catch((error: unknown) => (ToolError.is(error) ? { ...error.toJSON() } : {}));
      await ctx.sleep(1);
      return { works, caught: JSON.parse(JSON.stringify(caught)) };
    });
    await using _ = await engine.work();
    const ended = await untilState(engine, await engine.start(name, null));
    expect(ended.output).toEqual({
      works: 3,
      caught: { code: "not_found", message: "There is no a.txt.", hint: "Look in b.", data: { path: "a.txt" } },
    });
    expect(attempts).toEqual([1, 2, 3]);
    expect(keys.size).toBe(1);
    expect(ended.steps[0]).toMatchObject({ failures: 2 });
  });

  test("failures that were counted are still counted after a loss", async () => {
    const { open, moveClock, lease } = harness();
    let arm = holdAfter(Number.POSITIVE_INFINITY);
    const engine = await open(() => arm.tap());
    await using heir = await open();
    const name = freshName();
    const attempts: number[] = [];
    const second = Promise.withResolvers<void>();
    engine.define(name, "1", async (ctx) =>
      ctx.step(
        "flaky",
        async ({ attempt }) => {
          attempts.push(attempt);
          if (attempt === 1) throw new Error("once");
          second.resolve();
          return new Promise<never>(() => {});
        },
        { retries: 1, backoff: 1 },
      ),
    );
    heir.define(name, "1", async (ctx) =>
      ctx.step(
        "flaky",
        ({ attempt }) => {
          attempts.push(attempt);
          throw new Error("twice");
        },
        { retries: 1, backoff: 1 },
      ),
    );
    await engine.work();
    const run = await engine.start(name, null);
    await second.promise;
    arm = holdAfter(0);
    moveClock(lease + 1);
    await using _ = await heir.work();
    expect(await untilState(heir, run)).toMatchObject({ state: "failed", error: { message: "twice" }, losses: 1 });
    expect(attempts).toEqual([1, 2, 2]);
  });

  test("a step that takes too long is aborted, and what cannot be kept as JSON fails", async () => {
    await using engine = await harness().open();
    const name = freshName();
    engine.define(name, "1", async (ctx, input) =>
      input === "slow"
        ? ctx.step("slow", () => new Promise<never>(() => {}), { timeout: 5 })
        : ctx.step("bigint", () => 1n as never),
    );
    await using _ = await engine.work();
    const [slow, odd] = [await engine.start(name, "slow"), await engine.start(name, "odd")];
    expect(await untilState(engine, slow)).toMatchObject({ state: "failed", error: { code: "timeout" } });
    expect(await untilState(engine, odd)).toMatchObject({ state: "failed", error: { code: "invalid_output" } });
  });

  test("a run that fails is tried again from the step that failed, as often as it says; then on request", async () => {
    const { open, moveClock } = harness();
    await using engine = await open();
    const name = freshName();
    const done: string[] = [];
    let works = false;
    engine.define(name, "1", async (ctx) => {
      await ctx.step("first", () => void done.push("first"));
      await ctx.step("second", () => {
        done.push("second");
        if (!works) throw new Error("broken");
      });
      return "done";
    });
    await using _ = await engine.work();
    const run = await engine.start(name, null, { limits: { attempts: 2 } });
    await untilRun(engine, run, ({ failures }) => failures === 1);
    moveClock(2000);
    expect(await untilState(engine, run)).toMatchObject({ state: "failed", failures: 2, error: { message: "broken" } });
    expect(done).toEqual(["first", "second", "second"]);
    works = true;
    expect(await engine.retry(run)).toBe(true);
    expect(await untilState(engine, run, ["completed"])).toMatchObject({ output: "done" });
    expect(done).toEqual(["first", "second", "second", "second"]);
  });

  test("a child's failure is its parent's, and retrying the parent retries the child", async () => {
    await using engine = await harness().open();
    const [name, child] = [freshName(), freshName()];
    let works = false;
    engine.define(child, "1", async (ctx) =>
      ctx.step("work", () => {
        if (!works) throw new ToolError("unavailable", "The printer is out of paper.");
        return "printed";
      }),
    );
    engine.define(name, "1", async (ctx) => ctx.child(child, null));
    await using _ = await engine.work();
    const run = await engine.start(name, null);
    expect(await untilState(engine, run)).toMatchObject({
      state: "failed",
      error: { code: "unavailable", message: "The printer is out of paper." },
    });
    works = true;
    expect(await engine.retry(run)).toBe(true);
    expect(await untilState(engine, run, ["completed"])).toMatchObject({ output: "printed" });
    expect(await engine.list({ parent: run })).toMatchObject([{ name: child, state: "completed" }]);
  });

  test("a tree that was canceled goes on whole when it is retried, with what its children did after it had failed", async () => {
    await using engine = await harness().open();
    const [name, child, late] = [freshName(), freshName(), freshName()];
    let times = 0;
    engine.define(child, "1", async (ctx) => {
      await ctx.step("first", () => ++times);
      return (await ctx.wait("answer")) ?? null;
    });
    engine.define(late, "1", async (ctx) => (await ctx.wait("answer")) ?? null);
    engine.define(name, "1", async (ctx) => {
      const others = Promise.all([ctx.branch("a").child(child, null), ctx.branch("b").child(late, null)]);
      others.catch(() => {});
      await ctx.wait("fail");
      throw new Error("failed");
    });
    await using _ = await engine.work();
    const run = await engine.start(name, null);
    await untilRun(engine, run, ({ state, waits }) => state === "waiting" && waits.length === 3);
    const [waiting] = await engine.list({ name: child });
    const [other] = await engine.list({ name: late });
    await untilRun(engine, waiting?.id ?? "", ({ state }) => state === "waiting");
    await engine.signal(run, "fail", true);
    await untilState(engine, run, ["failed"]);
    await engine.signal(other?.id ?? "", "answer", "late");
    await untilState(engine, other?.id ?? "", ["completed"]);
    expect(await engine.cancel(waiting?.id ?? "", "by mistake")).toBe(true);
    engine.define(name, "1", async (ctx) => {
      const others = Promise.all([ctx.branch("a").child(child, null), ctx.branch("b").child(late, null)]);
      await ctx.wait("fail");
      return others;
    });
    expect(await engine.retry(run)).toBe(true);
    await untilRun(engine, waiting?.id ?? "", ({ state }) => state === "waiting");
    expect(await engine.signal(waiting?.id ?? "", "answer", "again")).toBe("delivered");
    expect(await untilState(engine, run, ["completed"])).toMatchObject({ output: ["again", "late"] });
    expect(times).toBe(1);
    expect(await engine.list({ parent: run })).toHaveLength(2);

    const whole = await engine.start(name, null);
    await untilRun(engine, whole, ({ state, waits }) => state === "waiting" && waits.length === 3);
    await engine.cancel(whole, "by mistake");
    await engine.retry(whole);
    await engine.signal(whole, "fail", true);
    for (const { id } of await engine.list({ parent: whole })) {
      await untilRun(engine, id, ({ state }) => state === "waiting");
      expect(await engine.signal(id, "answer", 2)).toBe("delivered");
    }
    expect(await untilState(engine, whole, ["completed"])).toMatchObject({ output: [2, 2] });
  });

  test("canceling ends a run that is queued, in a step, asleep or waiting, with all that it has started, and nothing runs after that", async () => {
    await using engine = await harness().open();
    const [tree, leaf, queued] = [freshName(), freshName(), freshName()];
    const aborted: string[] = [];
    let after = 0;
    const started = Promise.withResolvers<void>();
    const rest = async (ctx: RunContext, how: unknown) => {
      if (how === "sleep") await ctx.sleep(3_600_000);
      if (how === "wait") await ctx.wait("never");
      if (how === "step") {
        await ctx.step("long", ({ signal }) => {
          signal.addEventListener("abort", () => aborted.push(String(how)));
          started.resolve();
          return new Promise<never>(() => {});
        });
      }
      return ctx.step("after", () => ++after);
    };
    engine.define(leaf, "1", rest);
    engine.define(tree, "1", async (ctx, input) =>
      Number(input) > 0
        ? (await Promise.all([
            ctx.branch("a").child(tree, Number(input) - 1),
            ctx.branch("b").child(leaf, input === 2 ? "sleep" : "wait"),
          ])) && null
        : ctx.child(leaf, "step"),
    );
    await using _ = await engine.work();
    const run = await engine.start(tree, 2);
    const early = await engine.start(queued, null);
    await started.promise;
    await untilRun(engine, run, ({ state }) => state === "waiting");
    expect(await engine.cancel(early, "not needed")).toBe(true);
    expect(await engine.cancel(run, "the user went home")).toBe(true);
    expect(await engine.cancel(run, "again")).toBe(false);
    expect(await engine.get(run)).toMatchObject({
      state: "canceled",
      error: { message: expect.stringContaining("the user went home") },
    });
    for (const name of [tree, leaf, queued]) {
      const states = (await engine.list({ name })).map(({ state }) => state);
      expect(states, name).toEqual(states.map(() => "canceled"));
    }
    for (const start = Date.now(); aborted.length === 0; ) {
      if (Date.now() - start > 5000) throw new Error("The step was not aborted.");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(after).toBe(0);
    expect(await engine.signal(run, "never", 1)).toBe("ended");
  });

  test("a run that takes longer than it may is ended with its children", async () => {
    const { open, moveClock } = harness();
    await using engine = await open();
    const [name, child] = [freshName(), freshName()];
    engine.define(child, "1", async (ctx) => (await ctx.wait("never")) ?? null);
    engine.define(name, "1", async (ctx) => ctx.child(child, null));
    await using _ = await engine.work();
    const run = await engine.start(name, null, { limits: { duration: 60_000 } });
    await untilRun(engine, run, ({ state }) => state === "waiting");
    moveClock(60_001);
    expect(await untilState(engine, run)).toMatchObject({ state: "failed", error: { code: "timeout" } });
    expect(await engine.list({ name: child })).toMatchObject([{ state: "failed" }]);
  });

  test("a run that takes longer than it may is ended also where it has the only place of its worker", async () => {
    const { open, moveClock } = harness();
    await using engine = await open();
    const name = freshName();
    const inStep = Promise.withResolvers<void>();
    engine.define(name, "1", async (ctx) =>
      ctx.step("stuck", () => {
        inStep.resolve();
        return new Promise<never>(() => {});
      }),
    );
    await using _ = await engine.work({ concurrency: 1 });
    const run = await engine.start(name, null, { limits: { duration: 10_000 } });
    await inStep.promise;
    moveClock(10_001);
    expect(await untilState(engine, run)).toMatchObject({ state: "failed", error: { code: "timeout" } });
  });
}
