import { defineTool } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { open } from "../_session.fixture.ts";
import { quickJsIsolate } from "../index.ts";

const limits = { cpuMs: 60 };

/** A program that is stopped, then one that works. */
async function stopped(code: string, kinds: readonly string[]) {
  const { run } = open({}, { program: { limits } });
  await run("return 0");
  const { status, error } = await run(code);
  expect(kinds).toContain(error?.kind);
  expect(["stopped", "failed"]).toContain(status);
  expect((await run("return 'still here'")).value).toBe("still here");
}

test.each([
  ["an endless loop", "while (true);"],
  ["a loop that catches all", "for (;;) { try { for (;;); } catch {} finally { continue } }"],
  ["a regular expression", "/^(a+)+$/.test('a'.repeat(60) + 'b')"],
  ["a getter that loops", "return { get x() { for (;;); } }"],
  ["a toString that loops", "console.log({ toJSON() { for (;;); } })"],
  ["endless microtasks", "const again = () => Promise.resolve().then(again); await again()"],
])("%s ends with its time", (_, code) => stopped(code, ["cpu", "memory"]));

test("endless microtasks that fill the memory leave the engine nothing to say so, and it is said", async () => {
  const { run } = open({}, { program: { isolate: quickJsIsolate(), limits: { cpuMs: 4_000, memoryBytes: 24e6 } } });
  const { status, error } = await run("const again = () => Promise.resolve().then(again); await again()");
  expect(status).toBe("stopped");
  // At its limit the engine may search for memory until the time is over.
  expect(["memory", "cpu"]).toContain(error?.kind);
  expect((await run("return 'still here'")).value).toBe("still here");
});

test("null that a program throws is not taken for memory, nor is one that waits for nothing", async () => {
  const { run } = open();
  expect((await run("throw null")).error?.message).toBe("null");
  expect((await run("await new Promise(() => {})")).error?.kind).toBe("deadlock");
});

test.each([
  ["typed arrays", "const all = []; for (;;) all.push(new Uint8Array(4e6).fill(1))"],
  ["texts", "let text = 'x'; for (;;) text += text + Math.random()"],
])("memory filled with %s ends with it or with its time", (_, code) =>
  stopped(`${code}\n`, ["memory", "cpu", "InternalError", "RangeError"]),
);

test.each([
  ["recursion", "const again = () => again() + 1; return again()"],
  ["nested JSON", "let all = []; for (let i = 0; i < 1e5; i++) all = [all]; return all"],
  ["a chain of proxies", "let all = {}; for (let i = 0; i < 1e5; i++) all = new Proxy(all, {}); return all.x"],
  ["a toString that calls itself", "const it = { toString() { return String(it) } }; return String(it)"],
  ["the parser", "return eval('('.repeat(5e4))"],
  ["the parser, on the program itself", `${"[".repeat(20_000)}`],
])("the stack: %s is an error of the program", (_, code) =>
  stopped(code, ["stack", "cpu", "SyntaxError", "TypeError", "InternalError", "crashed"]),
);

test("500 honest frames are no bomb", async () => {
  const { run } = open();
  expect((await run("const down = (n) => (n === 0 ? 0 : 1 + down(n - 1)); return down(500)")).value).toBe(500);
});

const big = (characters: number) =>
  defineTool({
    name: "big",
    category: "test",
    description: "Gives much.",
    input: z.object({}),
    hints: { readOnly: true, openWorld: false },
    execute: () => ({
      rows: Array.from({ length: characters / 40 }, (_, n) => ({ n, text: "some twenty characters" })),
    }),
  });

test("a result of 4 MB is refused with what to do, and the worker lives on", async () => {
  const { run } = open({}, { tools: [big(4_000_000)] });
  const { value } = await run("try { await tools.big() } catch (e) { return [e.code, e.next] }");
  expect(value).toEqual(["too_large", "Request less at once: a part, a page, or a filter."]);
  expect((await run("return 1")).value).toBe(1);
});

test("a result just below the limit goes through whole", async () => {
  const { run } = open({}, { tools: [big(800_000)] });
  expect((await run("return (await tools.big()).rows.length")).value).toBe(20_000);
  expect((await run("return 1")).value).toBe(1);
});

test("a returned value above the limit is an error, an argument above it one that can be caught", async () => {
  const { run } = open();
  expect((await run("return 'x'.repeat(2e6)")).error?.kind).toBe("too_large");
  expect(
    (await run("try { await tools.file_info({ path: 'x'.repeat(2e6) }) } catch (e) { return e.name }")).value,
  ).toBe("RangeError");
});

test("a program that floods its calls is stopped at the budget", async () => {
  const { run } = open({ "/a": "1" }, { program: { limits: { calls: 20 } } });
  const { status, error } = await run(
    "await Promise.all(Array.from({ length: 1e4 }, () => tools.file_info({ path: '/a' })))",
  );
  expect([status, error?.kind]).toEqual(["stopped", "budget"]);
});

test("large calls that nobody awaits do not fill the host's memory", async () => {
  const { run } = open();
  const { error } = await run(
    "for (;;) await tools.file_info({ path: 'x'.repeat(9e5), n: tools.file_info({ path: 'y'.repeat(9e5) }) }).catch(() => 0)",
  );
  expect(["budget", "repeated", "cpu", "memory", "RangeError"]).toContain(error?.kind);
  // Copying so much takes its time on a busy machine; the limit of calls is what is tested.
  const flood = await open({}, { program: { limits: { cpuMs: 60_000 } } }).run(
    "const all = []; for (let i = 0; i < 40; i++) all.push(tools.file_info({ path: 'x'.repeat(9e5) })); await Promise.all(all)",
  );
  expect(flood.error?.message).toContain("too many calls at once");
});

test("a program that floods its log keeps the first lines and says how many are missing", async () => {
  const { logs, left_out } = await open().run("for (let i = 0; i < 1000; i++) console.log('line', i)");
  expect(logs).toHaveLength(200);
  expect(left_out?.logs).toBe(800);
});

test("programs that run at once do not stop each other", async () => {
  const { run } = open({ "/a": "1" }, { program: { limits } });
  const [bad, good] = await Promise.all([
    run("for (;;);"),
    run("return (await tools.read_file({ path: '/a' })).content"),
  ]);
  expect(bad.error?.kind).toBe("cpu");
  expect(good.value).toBe("1");
});
