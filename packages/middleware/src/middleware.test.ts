import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  allow,
  contentText,
  createRegistry,
  defineTool,
  type Middleware,
  openSession,
  passthroughSchema,
  ToolError,
  type ToolEvent,
  text,
} from "@holdall/tool-core";
import { afterEach, expect, it } from "vitest";
import { auditLog } from "./audit-log.ts";
import { limitOutput } from "./limit-output.ts";
import { metrics } from "./metrics.ts";
import { timeLimit } from "./time-limit.ts";
import { traceCalls } from "./trace-calls.ts";

const say = (name: string, run: (signal: AbortSignal) => unknown) =>
  defineTool({
    name,
    category: "test",
    description: "Says something.",
    input: passthroughSchema({ type: "object" }),
    hints: { readOnly: true, openWorld: false },
    execute: async (_, { signal }) => run(signal),
    render: (output) => [text(String(output))],
  });

const forever = say(
  "forever",
  (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
);
const fail = say("fail", () => {
  throw new ToolError("not_found", "Nothing there.");
});

const open = (use: readonly Middleware[], onEvent?: (event: ToolEvent) => void) =>
  openSession(createRegistry([say("long", () => `${"a".repeat(50)}😀${"b".repeat(50)}`), forever, fail]), {
    policy: allow(),
    use,
    onEvent,
  });

let folder = "";
afterEach(() => (folder ? rm(folder, { recursive: true }) : undefined));

it("a call that takes too long ends as timeout, others keep their own limit", async () => {
  const result = await open([timeLimit({ limit: 1, tools: { long: Infinity } })]).call("forever");
  expect(result.ok || result.error.code).toBe("timeout");
  expect((await open([timeLimit({ limit: 0, tools: { long: Infinity } })]).call("long")).ok).toBe(true);
});

it("a limit beyond what timers can wait does not end a call at once, and a cancelled call is cancelled", async () => {
  const cancelling = new AbortController();
  const call = open([timeLimit({ limit: 2 ** 40 })]).call("forever", {}, { signal: cancelling.signal });
  setTimeout(() => cancelling.abort(), 5);
  const result = await call;
  expect(result.ok || result.error.code).toBe("aborted");
});

it("long text keeps its ends and says what is gone; the output stays whole", async () => {
  const result = await open([limitOutput({ limit: 20 })]).call("long");
  expect(contentText(result.content)).toBe(
    `${"a".repeat(10)}\n[82 characters left out here; ask for less at once to see them]\n${"b".repeat(10)}`,
  );
  expect(result.ok && result.output).toHaveLength(102);
  expect(contentText((await open([limitOutput({ limit: 101 })]).call("long")).content)).not.toMatch(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])/,
  );
  expect((await open([limitOutput({ limit: 102 })]).call("long")).content).toEqual([
    text(`${"a".repeat(50)}😀${"b".repeat(50)}`),
  ]);
});

it("counts calls, failures, characters and times by tool", async () => {
  const { middleware, read } = metrics();
  const session = open([middleware]);
  await session.callAll([{ tool: "long" }, { tool: "fail" }, { tool: "Fail" }]);
  expect(read()).toMatchObject({
    long: { calls: 1, running: 0, errors: {}, characters: 102 },
    fail: { calls: 2, running: 0, errors: { not_found: 2 } },
  });
  expect(read().long?.time.total).toBeGreaterThan(0);
});

it("makes a span for each call, by OpenTelemetry's conventions, and records neither input nor output", async () => {
  const spans: { name: string; attributes: Record<string, unknown>; status?: unknown; ended: boolean }[] = [];
  const tracer = {
    startActiveSpan<T>(
      name: string,
      { attributes }: { attributes: Readonly<Record<string, string>> },
      work: (span: never) => T,
    ): T {
      const span = {
        name,
        attributes: { ...attributes } as Record<string, unknown>,
        ended: false,
        status: undefined as unknown,
      };
      spans.push(span);
      return work({
        setAttribute: (key: string, value: unknown) => (span.attributes[key] = value),
        setStatus: (status: unknown) => (span.status = status),
        end: () => (span.ended = true),
      } as never);
    },
  };
  const session = open([traceCalls(tracer)]);
  await session.call("long", { private: "input" }, { callId: "c1" });
  await session.call("fail");
  expect(spans).toMatchObject([
    {
      name: "execute_tool long",
      ended: true,
      attributes: { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "long", "gen_ai.tool.call.id": "c1" },
    },
    { name: "execute_tool fail", ended: true, status: { code: 2 }, attributes: { "error.type": "not_found" } },
  ]);
  expect(JSON.stringify(spans)).not.toMatch(/private|aaaa/);
});

it("the audit log has a line for what was called and how it ended, for its owner only, and is put aside when it is full", async () => {
  folder = await mkdtemp(join(tmpdir(), "holdall-audit-"));
  const file = join(folder, "logs", "audit.jsonl");
  const log = auditLog({ file, maxBytes: 600, keep: 2 });
  const session = open([], log.onEvent);
  await session.call("long", { a: 1 });
  await session.call("fail");
  await log.flush();
  const lines = (await readFile(file, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ type, tool, ok, code }) => [type, tool, ok, code])).toEqual([
    ["call-start", "long", undefined, undefined],
    ["call-end", "long", true, undefined],
    ["call-start", "fail", undefined, undefined],
    ["call-end", "fail", false, "not_found"],
  ]);
  expect(lines[0]?.input).toEqual({ a: 1 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  for (let i = 0; i < 8; i++) {
    await session.call("fail");
    await log.flush();
  }
  expect((await readdir(join(folder, "logs"))).sort()).toEqual(["audit.jsonl", "audit.jsonl.1", "audit.jsonl.2"]);
});

it("an audit log that cannot be written says so when it is flushed", async () => {
  folder = await mkdtemp(join(tmpdir(), "holdall-audit-"));
  const log = auditLog({ file: folder });
  await open([], log.onEvent).call("long");
  await expect(log.flush()).rejects.toThrow(/EISDIR/);
});
