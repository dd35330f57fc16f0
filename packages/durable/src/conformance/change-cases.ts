import { expect, test } from "vitest";
import type { DurableEngine, RunContext } from "../port/index.ts";
import { type DurableHarness, freshName, untilRun, untilState } from "./harness.ts";

export function changeCases(harness: () => DurableHarness): void {
  const before = ["read", "think", "wait", "write"];
  test.each([
    [
      "renamed",
      ["read", "ponder", "wait", "write"],
      /at 1 this run had done "think", and the code now reaches "ponder"/,
    ],
    ["inserted", ["check", "read", "think", "wait", "write"], /at 0 this run had done "read"/],
    ["removed", ["read", "wait", "write"], /at 1 this run had done "think", and the code now reaches "wait answer"/],
    ["left out at the end", ["read"], /at 1 this run had done "think", which the code no longer does/],
  ])(
    "a step that was %s ends the run as code_changed with the way out, and it goes on with the earlier code",
    async (_, after, message) => {
      const { open } = harness();
      await using engine = await open();
      const name = freshName();
      const define = (steps: readonly string[]) => engine.define(name, "1", async (ctx) => follow(ctx, steps));
      define(before);
      await using working = await engine.work();
      void working;
      const run = await engine.start(name, null, { limits: { attempts: 3 } });
      await untilRun(engine, run, ({ state }) => state === "waiting");
      define(after);
      await engine.signal(run, "answer", true);
      const ended = await untilState(engine, run);
      expect(ended).toMatchObject({
        state: "failed",
        failures: 1,
        error: { code: "code_changed", hint: expect.stringContaining("new version") },
      });
      expect(ended.error?.message).toMatch(message);
      define(before);
      expect(await engine.retry(run)).toBe(true);
      expect(await untilState(engine, run, ["completed"])).toMatchObject({ output: before.join() });
    },
  );

  test("steps may be added behind those that were done", async () => {
    await using engine = await harness().open();
    const name = freshName();
    engine.define(name, "1", async (ctx) => follow(ctx, ["read", "wait"]));
    await using _ = await engine.work();
    const run = await engine.start(name, null);
    await untilRun(engine, run, ({ state }) => state === "waiting");
    engine.define(name, "1", async (ctx) => follow(ctx, ["read", "wait", "write"]));
    await engine.signal(run, "answer", true);
    expect(await untilState(engine, run)).toMatchObject({ output: "read,wait,write" });
  });

  test("a run keeps its version; a version that no worker here knows is left for those that do", async () => {
    const { open } = harness();
    await using early = await open();
    await using late = await open();
    const name = freshName();
    const say = (engine: DurableEngine, version: string) =>
      engine.define(name, version, async (ctx) => ctx.step("say", () => version));
    say(early, "1");
    say(late, "2");
    await using _ = await late.work();
    const [one, two] = [await early.start(name, null), await late.start(name, null)];
    expect(await untilState(late, two)).toMatchObject({ version: "2", output: "2" });
    expect(await late.get(one)).toMatchObject({ state: "queued", version: "1", attempt: 0 });
    await using __ = await early.work();
    expect(await untilState(late, one)).toMatchObject({ output: "1" });
    say(late, "1");
    say(late, "3");
    expect(await late.get(await late.start(name, null))).toMatchObject({ version: "3" });
    expect(await late.get(await late.start(name, null, { version: "1" }))).toMatchObject({ version: "1" });
  });
}

async function follow(ctx: RunContext, steps: readonly string[]): Promise<string> {
  const done: string[] = [];
  for (const step of steps) {
    if (step === "wait") await ctx.wait("answer");
    else await ctx.step(step, () => null);
    done.push(step);
  }
  return done.join();
}
