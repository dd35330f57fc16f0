import { expect, test } from "vitest";
import { sessionOf, toolOf } from "../_greeting.fixture.ts";
import type { SessionOptions } from "../session/session.ts";

const never = new Promise<never>(() => {});

/** Takes `steps` turns of the microtask queue to say what it touches, and tells when it starts. */
function watched(options: Partial<SessionOptions> = {}) {
  const started: string[] = [];
  const tool = toolOf(
    (input: { id: string }) => {
      started.push(input.id);
      return input.id;
    },
    {
      async access(input: { steps?: number; hangs?: boolean; touches?: number }) {
        if (input.hangs) await never;
        for (let step = 0; step < (input.steps ?? 0); step++) await undefined;
        return Array.from({ length: input.touches ?? 0 }, (_, i) => ({ action: "read" as const, target: `/${i}` }));
      },
    },
  );
  const outer = toolOf((input, ctx) => ctx.call("run_it", input), { name: "call_another" });
  const session = sessionOf([tool, outer], options);
  const call = (id: string, input: object = {}, signal?: AbortSignal) =>
    session.call("run_it", { id, ...input }, { signal });
  return { session, started, call };
}

test("calls start in the order in which they were made, however long it takes to say what they touch", async () => {
  const { started, call } = watched();
  await Promise.all([
    call("slow", { steps: 50 }),
    call("many", { touches: 9 }),
    call("fast"),
    call("late", { steps: 3 }),
  ]);
  expect(started).toEqual(["slow", "many", "fast", "late"]);
});

test("so do those of callAll, and those behind middleware", async () => {
  const { session, started } = watched({ use: [async (call, next) => next(call)] });
  await session.callAll([
    { tool: "run_it", input: { id: "one", steps: 20 } },
    { tool: "run_it", input: { id: "two" } },
  ]);
  expect(started).toEqual(["one", "two"]);
});

test("nobody waits for a call that waits for a person, nor for one that was refused", async () => {
  const { started, call } = watched({
    policy: ({ input }) =>
      (input as { id: string }).id === "asked" ? { effect: "ask", prompt: "May it?" } : { effect: "allow" },
    approve: () => never,
  });
  void call("asked", { steps: 5 });
  await call("next");
  expect(started).toEqual(["next"]);
});

test("a call that ends before it starts lets nobody pass those before it", async () => {
  const { session, started, call } = watched();
  const slow = call("slow", { steps: 50 });
  expect((await session.call("unknown_tool")).ok).toBe(false);
  await Promise.all([slow, call("after")]);
  expect(started).toEqual(["slow", "after"]);
});

test("one that is refused while others wait for it and for one before it holds up nobody", async () => {
  const { session, started } = watched();
  await session.callAll([
    { tool: "run_it", input: { id: "slow", steps: 50 } },
    { tool: "unknown_tool", input: {} },
    { tool: "run_it", input: { id: "after" } },
  ]);
  expect(started).toEqual(["slow", "after"]);
});

test("a call that is cancelled while it waits never starts, and holds up nobody", async () => {
  const { started, call } = watched();
  const [first, second] = [new AbortController(), new AbortController()];
  const hanging = call("hanging", { hangs: true }, first.signal);
  const waiting = call("waiting", {}, second.signal);
  second.abort();
  expect(await waiting).toMatchObject({ ok: false, error: { code: "aborted" } });
  const last = call("last");
  first.abort();
  await Promise.all([hanging, last]);
  expect(started).toEqual(["last"]);
});

test("a call that a tool makes waits for nobody: not for its own call, nor for one made since", async () => {
  const { session, started, call } = watched();
  const outer = session.call("call_another", { id: "inner", steps: 5 });
  const after = call("after", { steps: 50 });
  await outer;
  expect(started).toContain("inner");
  await after;
});
