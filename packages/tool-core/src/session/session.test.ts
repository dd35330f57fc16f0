import { describe, expect, it } from "vitest";
import { z } from "zod";
import { greet, sessionOf, toolOf } from "../_greeting.fixture.ts";
import { encodeResult } from "../call/encode-result.ts";
import type { Progress } from "../context.ts";
import { ToolError } from "../error.ts";
import type { ToolEvent } from "../event.ts";
import type { Middleware } from "../middleware.ts";
import type { Tool } from "../tool.ts";
import type { StateKey } from "./state.ts";

const defect = new Error("a secret of the tool");
const thrown = (): never => {
  throw defect;
};
const never = () => new Promise<never>(() => {});

describe("call", () => {
  it("gives output to programs and a rendering to models", async () => {
    const result = await sessionOf([greet]).call("Greet", { who: "Ada" });
    expect(result).toEqual({
      ok: true,
      output: { full_text: "Hello Ada" },
      content: [{ type: "text", text: "Hello Ada!" }],
    });
    expect(encodeResult(greet, result, "camel")).toEqual({ success: true, fullText: "Hello Ada" });
    expect(encodeResult(greet, result, "claude")).toEqual({ full_text: "Hello Ada" });
  });

  it("answers an unknown tool with the nearest names, in the session's dialect", async () => {
    const result = await sessionOf([greet], { dialect: "claude" }).call("Great", {});
    expect(result.content).toEqual([
      { type: "text", text: 'Error (unknown_tool): There is no tool named "Great".\nDid you mean Greet?' },
    ]);
    expect(encodeResult(greet, result, "camel")).toMatchObject({
      success: false,
      error: expect.stringContaining("There is no tool"),
      code: "unknown_tool",
    });
  });

  it("keeps a foreign error's text from the model and its cause for the host", async () => {
    const cause = new Error("password=hunter2");
    const result = await sessionOf([toolOf(() => Promise.reject(cause))]).call("run_it");
    expect(JSON.stringify(result.content)).not.toContain("hunter2");
    expect(!result.ok && [result.error.code, result.error.cause]).toEqual(["internal", cause]);
  });

  it.each<[string, Partial<Parameters<typeof toolOf>[1]> & Pick<Tool, "execute">]>([
    ["throws", { execute: () => thrown() }],
    ["rejects", { execute: async () => thrown() }],
    ["throws midway", { execute: async function* () { yield {}; thrown(); } }], // biome-ignore format: one case a line
    ["throws in render", { execute: () => 1, render: () => thrown() }],
    ["throws in access", { execute: () => 1, access: () => thrown() }],
  ])("gives the author of a tool that %s the very error, in the event of the call's end", async (_, tool) => {
    const causes: unknown[] = [];
    const onEvent = (event: ToolEvent) => {
      if (event.type === "call-end" && !event.result.ok) causes.push(event.result.error.cause);
    };
    const result = await sessionOf([toolOf(tool.execute, tool)], { onEvent }).call("run_it");
    expect(causes).toEqual([defect]);
    expect(JSON.stringify([result.ok || result.error, result.content])).not.toContain(defect.message);
  });

  it("spells tool names in hints as the model knows them, and leaves other braces alone", async () => {
    const tool = toolOf(() => {
      throw new ToolError("not_read", "Unread.", { hint: "Call {greet_person} on {that} first." });
    });
    const result = await sessionOf([greet, tool], { dialect: "claude" }).call("RunIt");
    expect(!result.ok && result.error.hint).toBe("Call Greet on {that} first.");
  });

  it("refuses a result that breaks the tool's own output schema", async () => {
    const result = await sessionOf([
      toolOf(() => ({ count: "three" }), { output: z.object({ count: z.number() }) }),
    ]).call("run_it");
    expect(!result.ok && result.error).toMatchObject({
      code: "invalid_output",
      message: expect.stringContaining("count"),
    });
  });

  it("renders texts as they are, objects as JSON, nothing as done", async () => {
    const rendered = async (value: unknown) => (await sessionOf([toolOf(() => value)]).call("run_it")).content;
    expect(await rendered("plain")).toEqual([{ type: "text", text: "plain" }]);
    expect(await rendered({ a: 1 })).toEqual([{ type: "text", text: '{"a":1}' }]);
    expect(await rendered(undefined)).toEqual([{ type: "text", text: "Done." }]);
  });

  it("runs calls side by side and keeps their order", async () => {
    const gates: (() => void)[] = [];
    const tool = toolOf(async (input) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return input;
    });
    const running = sessionOf([tool]).callAll([1, 2, 3].map((n) => ({ tool: "run_it", input: { n } })));
    await expect.poll(() => gates.length).toBe(3);
    for (const open of gates.reverse()) open();
    expect((await running).map((result) => result.ok && result.output)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });
});

describe("progress and cancellation", () => {
  const counting = toolOf(async function* () {
    yield { progress: 1, total: 2 };
    yield { progress: 2, total: 2 };
    return "counted";
  } as never);

  it("streams progress and returns the result", async () => {
    const stream = sessionOf([counting]).stream("run_it");
    const seen: Progress[] = [];
    let step = await stream.next();
    for (; !step.done; step = await stream.next()) seen.push(step.value);
    expect(seen.map(({ progress }) => progress)).toEqual([1, 2]);
    expect(step.value).toMatchObject({ ok: true, output: "counted" });
  });

  it("returns at once when aborted, even from a tool that ignores its signal", async () => {
    const controller = new AbortController();
    const running = sessionOf([toolOf(never)]).call("run_it", {}, { signal: controller.signal });
    controller.abort();
    expect(await running).toMatchObject({ ok: false, error: { code: "aborted" } });
  });

  it("runs a generator's cleanup when the call is aborted, and when a stream is left", async () => {
    const cleaned: string[] = [];
    const tool = toolOf(async function* (input: { id: string }) {
      try {
        yield { message: "started" };
        yield { message: "going on" };
        return "unreachable";
      } finally {
        cleaned.push(input.id);
      }
    } as never);
    const controller = new AbortController();
    const result = await sessionOf([tool]).call(
      "run_it",
      { id: "aborted" },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    expect(result).toMatchObject({ ok: false, error: { code: "aborted" } });
    for await (const _ of sessionOf([tool]).stream("run_it", { id: "left" })) break;
    await expect.poll(() => cleaned).toEqual(["aborted", "left"]);
  });

  it("tells a time limit from a cancellation", async () => {
    const signal = AbortSignal.timeout(1);
    expect(await sessionOf([toolOf(never)]).call("run_it", {}, { signal })).toMatchObject({
      error: { code: "timeout" },
    });
  });

  it("does not start what is aborted already", async () => {
    let ran = false;
    const tool = toolOf(() => {
      ran = true;
    });
    const result = await sessionOf([tool]).call("run_it", {}, { signal: AbortSignal.abort() });
    expect([result.ok, ran]).toEqual([false, false]);
  });

  it("aborts the calls of a call with it", async () => {
    const inner = toolOf(never, { name: "inner_call" });
    const outer = toolOf((_, ctx) => ctx.call("inner_call", {}));
    const controller = new AbortController();
    const ends: string[] = [];
    const onEvent = (event: ToolEvent) =>
      void (event.type === "call-start"
        ? event.tool === "inner_call" && controller.abort()
        : event.type === "call-end" && ends.push(event.tool));
    await sessionOf([inner, outer], { onEvent }).call("run_it", {}, { signal: controller.signal });
    await expect.poll(() => ends.sort()).toEqual(["inner_call", "run_it"]);
  });
});

describe("middleware", () => {
  const tag =
    (name: string, log: string[]): Middleware =>
    async (call, next) => {
      log.push(`${name} in`);
      const result = await next(call);
      log.push(`${name} out ${result.ok}`);
      return result;
    };

  it("wraps outermost first, and sees failures as results", async () => {
    const log: string[] = [];
    const tool = toolOf(() => {
      throw new ToolError("not_found", "No.");
    });
    await sessionOf([tool], { use: [tag("a", log), tag("b", log)] }).call("run_it");
    expect(log).toEqual(["a in", "b in", "b out false", "a out false"]);
  });

  it("may replace input, signal and result, and stop the tool with the signal it passed", async () => {
    const limit: Middleware = (call, next) => next({ ...call, signal: AbortSignal.timeout(1) });
    expect(await sessionOf([toolOf(never)], { use: [limit] }).call("run_it")).toMatchObject({
      error: { code: "timeout" },
    });
    const swap: Middleware = (call, next) => next({ ...call, input: { swapped: true } });
    expect(await sessionOf([toolOf((input) => input)], { use: [swap] }).call("run_it")).toMatchObject({
      output: { swapped: true },
    });
  });

  it("turns a middleware that throws into a failed result for the one around it", async () => {
    const log: string[] = [];
    const broken: Middleware = () => Promise.reject(new Error("secret"));
    const result = await sessionOf([toolOf(() => 1)], { use: [tag("a", log), broken] }).call("run_it");
    expect(result).toMatchObject({ ok: false, error: { code: "internal" } });
    expect(log).toEqual(["a in", "a out false"]);
  });
});

describe("state", () => {
  const disposed: string[] = [];
  const key = (name: string): StateKey<{ n: number }> => ({
    name,
    create: () => ({ n: 0 }),
    dispose: () => void disposed.push(name),
    snapshot: ({ n }) => n,
    restore: (n) => ({ n: Number(n) }),
  });
  const [first, second] = [key("first"), key("second")];
  const bump = toolOf((_, ctx) => [first, second].map((each) => ++ctx.state(each).n));

  it("lives as long as the session, is disposed in reverse order, and outlives it in a snapshot", async () => {
    const session = sessionOf([bump], { id: "s1", cwd: "/app" });
    await session.call("run_it");
    await session.call("run_it");
    expect(session.state(first)).toEqual({ n: 2 });
    const snapshot = JSON.parse(JSON.stringify(session.snapshot()));
    await session[Symbol.asyncDispose]();
    expect(disposed).toEqual(["second", "first"]);

    const again = sessionOf([bump], { restore: snapshot });
    expect(again).toMatchObject({ id: "s1", cwd: "/app" });
    expect(again.snapshot()).toEqual(snapshot);
    expect(await again.call("run_it")).toMatchObject({ output: [3, 3] });
  });

  it.each(["close", Symbol.asyncDispose] as const)(
    "aborts running calls at %s and refuses later ones",
    async (close) => {
      const session = sessionOf([toolOf(never)]);
      const running = session.call("run_it");
      await session[close]();
      await session.close();
      expect(await running).toMatchObject({ error: { code: "aborted" } });
      expect(await session.call("run_it")).toMatchObject({
        error: { code: "aborted", message: expect.stringMatching(/closed/) },
      });
    },
  );

  it("refuses two keys of one name", () => {
    const session = sessionOf([]);
    session.state(key("same"));
    expect(() => session.state(key("same"))).toThrow(/both named "same"/);
  });
});

describe("events", () => {
  it("tells the story of a call in order, with parent and duration", async () => {
    const events: ToolEvent[] = [];
    const outer = toolOf(async function* (_: unknown, ctx: { call(name: string, input: unknown): Promise<unknown> }) {
      yield { message: "half" };
      await ctx.call("greet_person", { first_name: "Ada" });
      return 1;
    } as never);
    await sessionOf([greet, outer], { onEvent: (event) => events.push(event) }).call("run_it", {}, { callId: "outer" });
    expect(events.map((event) => `${event.type} ${event.tool}`)).toEqual([
      "call-start run_it",
      "call-progress run_it",
      "call-start greet_person",
      "call-end greet_person",
      "call-end run_it",
    ]);
    expect(events[2]).toMatchObject({ parentId: "outer" });
    expect(events[4]).toMatchObject({ callId: "outer", result: { ok: true }, duration: expect.any(Number) });
  });

  it("tells of calls that no tool answers to, under the name that was asked for", async () => {
    const events: ToolEvent[] = [];
    await sessionOf([greet], { onEvent: (event) => events.push(event) }).call("no_such", { a: 1 }, { callId: "c" });
    expect(events).toMatchObject([
      { type: "call-start", callId: "c", tool: "no_such", input: { a: 1 } },
      { type: "call-end", callId: "c", tool: "no_such", result: { ok: false, error: { code: "unknown_tool" } } },
    ]);
  });
});
