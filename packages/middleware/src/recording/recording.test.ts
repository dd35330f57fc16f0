import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  allow,
  createRegistry,
  defineTool,
  openSession,
  passthroughSchema,
  type Tool,
  ToolError,
  text,
} from "@holdall/tool-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordCalls } from "../record-calls.ts";
import { replayCalls } from "../replay-calls.ts";
import { createScrubber } from "../scrubber/scrubber.ts";

let folder = "";
let file = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "holdall-recording-"));
  file = join(folder, "calls.jsonl");
});
afterEach(() => rm(folder, { recursive: true }));

const tool = (name: string, execute: Tool["execute"], render?: Tool["render"]) =>
  defineTool({
    name,
    category: "test",
    description: "For tests.",
    input: passthroughSchema({ type: "object" }),
    hints: { readOnly: true, openWorld: false },
    execute,
    ...(render && { render }),
  });

/** Tools that count how often they really run. */
function testTools() {
  const ran: string[] = [];
  const waiting = new Map<string, () => void>();
  const tools = [
    tool("say_back", (input) => {
      ran.push("say_back");
      return { said: input };
    }),
    tool(
      "show_bytes",
      () => {
        ran.push("show_bytes");
        return { data: new Uint8Array([0, 255]), page: new URL("https://a.example/b"), $bytes: "no" };
      },
      () => [text("two bytes"), { type: "file", mediaType: "image/png", data: new Uint8Array([1, 2, 255]) }],
    ),
    tool("fail_always", () => {
      ran.push("fail_always");
      throw new ToolError("not_found", "Nothing there.", { hint: "Look elsewhere.", data: { near: ["a"] } });
    }),
    tool("call_other", async (input, { call }) => (await call("say_back", input)).ok),
    tool("wait_for", async (input) => {
      const { name } = input as { name: string };
      await new Promise<void>((resolve) => waiting.set(name, resolve));
      return name;
    }),
  ];
  return { registry: createRegistry(tools), ran, waiting };
}

async function record(
  work: (call: (name: string, input?: unknown) => Promise<unknown>, waiting: Map<string, () => void>) => Promise<void>,
) {
  const { registry, waiting } = testTools();
  await using recorder = recordCalls({ file, scrubber: createScrubber({ secrets: { PASSWORD: "s3cr3t-value" } }) });
  await using session = openSession(registry, { policy: allow(), use: [recorder.middleware] });
  await work((name, input) => session.call(name, input), waiting);
  await recorder.flush();
  return await readFile(file, "utf8");
}

const replayed = (recording: string, options: Parameters<typeof replayCalls>[1] = {}) => {
  const { registry, ran } = testTools();
  const replay = replayCalls(recording, {
    scrubber: createScrubber({ secrets: { PASSWORD: "s3cr3t-value" } }),
    ...options,
  });
  const session = openSession(registry, { policy: allow(), use: [replay.middleware] });
  return { replay, session, ran };
};

it("gives the same results again, bytes, URLs and errors too, and runs nothing", async () => {
  const made: unknown[] = [];
  const recording = await record(async (call) => {
    made.push(await call("show_bytes"), await call("fail_always", {}), await call("say_back", { b: 1, a: [null] }));
  });
  const { session, replay, ran } = replayed(recording);
  expect([
    await session.call("showBytes", {}),
    await session.call("fail_always", {}),
    await session.call("say_back", { a: [null], b: 1 }),
  ]).toEqual(made);
  expect(ran).toEqual([]);
  expect(() => replay.check()).not.toThrow();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it("writes no secret down, and knows a call with one again", async () => {
  const recording = await record(async (call) => {
    await call("say_back", { header: "Bearer s3cr3t-value", coded: "czNjcjN0LXZhbHVl" });
  });
  expect(recording).not.toMatch(/s3cr3t|czNjcjN0LXZhbHVl/);
  expect(recording).toContain("[secret PASSWORD]");
  const { session, replay } = replayed(recording);
  const same = await session.call("say_back", { header: "Bearer s3cr3t-value", coded: "czNjcjN0LXZhbHVl" });
  expect(same).toMatchObject({ ok: true, output: { said: { header: "Bearer [secret PASSWORD]" } } });
  expect(replay.problems()).toEqual([]);
});

it("what a call does through other tools is part of it", async () => {
  const recording = await record(async (call) => void (await call("call_other", { n: 1 })));
  expect(recording.trim().split("\n")).toHaveLength(1);
  const { session, replay, ran } = replayed(recording);
  expect(await session.call("call_other", { n: 1 })).toMatchObject({ ok: true, output: true });
  expect(ran).toEqual([]);
  replay.check();
});

describe("strictly", () => {
  const pair = () =>
    record(async (call, waiting) => {
      const both = [call("wait_for", { name: "a" }), call("wait_for", { name: "b" })];
      await expect.poll(() => waiting.size).toBe(2);
      waiting.get("b")?.();
      waiting.get("a")?.();
      await Promise.all(both);
      await call("say_back", { n: 1 });
    });

  it("calls that ran side by side come in any order", async () => {
    const { session, replay } = replayed(await pair());
    for (const [name, input] of [
      ["wait_for", { name: "b" }],
      ["wait_for", { name: "a" }],
      ["say_back", { n: 1 }],
    ] as const)
      expect((await session.call(name, input)).ok).toBe(true);
    replay.check();
  });

  it("a call that comes before its turn is told what is due, and counts as not made", async () => {
    const { session, replay } = replayed(await pair());
    const early = await session.call("say_back", { n: 1 });
    expect(early).toMatchObject({
      ok: false,
      error: { code: "no_match", hint: 'Recorded next: wait_for {"name":"a"} or wait_for {"name":"b"}' },
    });
    expect(replay.rest()).toHaveLength(3);
    expect(() => replay.check()).toThrow("out of order");
  });

  it("a call that comes twice is refused the second time", async () => {
    const { session } = replayed(await record(async (call) => void (await call("say_back", { n: 1 }))));
    expect((await session.call("say_back", { n: 1 })).ok).toBe(true);
    expect(await session.call("say_back", { n: 1 })).toMatchObject({
      error: { hint: "Every recorded call has been made." },
    });
  });

  it("calls that are not made are missed", async () => {
    const { replay } = replayed(await pair());
    expect(() => replay.check()).toThrow("Recorded calls that were not made: 3.");
  });
});

describe("by input", () => {
  it("calls come in any order and as often as they like; results in theirs, the last one stays", async () => {
    let count = 0;
    const registry = createRegistry([tool("count_up", () => ++count), tool("say_back", (input) => input)]);
    await using recorder = recordCalls({ file });
    await using recorded = openSession(registry, { policy: allow(), use: [recorder.middleware] });
    for (const name of ["count_up", "say_back", "count_up"]) await recorded.call(name, {});
    await recorder.flush();
    const replay = replayCalls(await readFile(file, "utf8"), { match: "input" });
    await using session = openSession(registry, { policy: allow(), use: [replay.middleware] });
    const outputs = [];
    for (const name of ["count_up", "count_up", "count_up", "say_back"]) outputs.push(await session.call(name, {}));
    expect(outputs.map((result) => result.ok && result.output)).toEqual([1, 2, 2, {}]);
    expect(count).toBe(2);
    replay.check();
  });
});

it("what was not recorded is told with the nearest call and where it differs", async () => {
  const recording = await record(async (call) => {
    await call("say_back", { path: "b.txt", old: "x".repeat(200), new: "z" });
    await call("say_back", { path: "a.txt", old: "x".repeat(200), new: "y" });
    await call("fail_always", { path: "a.txt" });
  });
  const { session, replay } = replayed(recording, { match: "input" });
  const result = await session.call("say_back", { path: "a.txt", old: "x".repeat(200), new: "other" });
  expect(result).toMatchObject({
    ok: false,
    error: {
      code: "no_match",
      message: expect.stringContaining('not recorded: say_back {"new":"other"'),
      hint: expect.stringMatching(/^The nearest recorded call, which differs in new: say_back \{"new":"y"/),
    },
  });
  expect(replay.problems()).toHaveLength(1);
  expect(await session.call("show_bytes", {})).toMatchObject({
    error: { hint: expect.stringContaining("recorded call: ") },
  });
});

it("a text that is no recording names the line", () => {
  for (const line of [
    "nonsense",
    '{"tool":"a"}',
    '{"tool":"a","began":1,"ended":2,"duration":1,"ok":false,"content":[]}',
  ])
    expect(() => replayCalls(`\n${line}\n`)).toThrow(
      expect.objectContaining({ code: "parse_error", data: { line: 2 } }),
    );
});

it("what looks like a mark of the recording stays what it is", async () => {
  const odd = [{ $bytes: "AQI=" }, { $url: "no" }, { $object: { $bytes: "x" } }, { $bytes: 1 }];
  const recording = await record(async (call) => void (await call("say_back", { odd })));
  const { session } = replayed(recording);
  expect(await session.call("say_back", { odd })).toMatchObject({ ok: true, output: { said: { odd } } });
});

it("an output that is no data fails no call, and is told by flush", async () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const registry = createRegistry([
    tool(
      "give_cycle",
      () => cycle,
      () => "a cycle",
    ),
    tool(
      "give_big",
      () => ({ n: 1n }),
      () => "big",
    ),
  ]);
  for (const name of ["give_cycle", "give_big"]) {
    const recorder = recordCalls({ file });
    await using session = openSession(registry, { policy: allow(), use: [recorder.middleware] });
    expect((await session.call(name, {})).ok).toBe(true);
    await expect(recorder.flush()).rejects.toMatchObject({ code: "unsupported" });
  }
});

it("a file that cannot be written is told by flush, and fails no call", async () => {
  await writeFile(file, "");
  const recorder = recordCalls({ file: join(file, "below") });
  const { registry } = testTools();
  await using session = openSession(registry, { policy: allow(), use: [recorder.middleware] });
  expect((await session.call("say_back", {})).ok).toBe(true);
  await expect(recorder.flush()).rejects.toThrow(/EEXIST|ENOTDIR/);
});
