import {
  type Approval,
  type ApprovalRequest,
  allow,
  ask,
  defineTool,
  deny,
  firstOf,
  planModeKey,
} from "@holdall/tool-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { callsIn, open } from "../_session.fixture.ts";
import { quickJsIsolate } from "../index.ts";
import { defaultLimits } from "../options.ts";

const writesAsk = firstOf(ask({ actions: ["write", "delete"] }), allow());

test("every call is an event under its real name, with its parent and its number", async () => {
  const { run, events } = open({ "/a": "1", "/b": "2" });
  await run(
    "await Promise.all([tools.readFile({ path: '/a' }), tools.Read({ file_path: '/b' })]); await tools.read_file({ path: '/no' }).catch(() => 0)",
  );
  const outer = events[0]?.callId;
  expect(callsIn(events).map(({ tool, parentId, index }) => [tool, parentId, index])).toEqual([
    ["read_file", outer, 1],
    ["read_file", outer, 2],
    ["read_file", outer, 3],
  ]);
  expect(events.at(-1)).toMatchObject({ type: "call-end", tool: "run_program", callId: outer });
});

test("the outer call has no access: a policy that allows nothing but reading asks about each write, not about the program", async () => {
  const asked: ApprovalRequest[] = [];
  const approve = (request: ApprovalRequest) => asked.push(request) > 0;
  const { run, read } = open({ "/a": "1" }, { policy: writesAsk, approve });
  await run("await tools.read_file({ path: '/a' }); await tools.write_file({ path: '/b', content: 'x' })");
  expect(asked.map(({ tool, access, callerId }) => [tool, access[0]?.target, callerId])).toEqual([
    ["write_file", "/b", "call-1"],
  ]);
  expect(await read("/b")).toBe("x");
});

test("clocks stand still while a person is asked, two at once included", async () => {
  const answers: ((answer: boolean) => void)[] = [];
  const heard = Promise.withResolvers<void>();
  const approve = () =>
    new Promise<boolean>((resolve) => {
      answers.push(resolve);
      if (answers.length === 2) heard.resolve();
    });
  const { run } = open({}, { policy: writesAsk, approve, program: { limits: { timeMs: 400, cpuMs: 300 } } });
  const running = run(
    "await Promise.all(['/a', '/b'].map((path) => tools.write_file({ path, content: path }))); return 'both'",
  );
  await heard.promise;
  const began = performance.now();
  while (performance.now() - began < 500) await new Promise((resolve) => setImmediate(resolve));
  for (const answer of answers) answer(true);
  expect((await running).value).toBe("both");
});

test("a program that takes too long is stopped, with the time in the error", async () => {
  const slow = defineTool({
    name: "slow",
    category: "test",
    description: "Never ends.",
    input: z.object({}),
    access: () => [],
    execute: (_, { signal }) =>
      new Promise<never>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  });
  const { run } = open({}, { tools: [slow] });
  const { status, error, unfinished } = await run("await tools.slow()", { timeout: 0.1 });
  expect([status, error?.kind, unfinished]).toEqual(["stopped", "timeout", ["slow"]]);
  expect(error?.message).toContain("0.1 s");
});

test("a denial can be caught; after the third the program is stopped", async () => {
  const { run, backend } = open({}, { policy: firstOf(deny({ actions: ["write"] }, "No."), allow()) });
  const write = (n: number) =>
    `await tools.write_file({ path: '/${n}', content: '' }).catch((e) => console.log(e.code));`;
  expect((await run(`${write(1)}${write(2)} return 'went another way'`)).value).toBe("went another way");
  const { status, error, logs } = await run(`for (;;) { ${write(1)} }`);
  expect([status, error?.kind, logs]).toEqual(["stopped", "denied", ["permission_denied", "permission_denied"]]);
  expect(await backend.stat("/1" as never)).toBeNull();
});

test("a yes for the rest of the program is for the same tool and accesses, and ends with it", async () => {
  const asked: string[] = [];
  const approve = (request: ApprovalRequest): Approval => {
    asked.push(`${request.tool} ${request.access[0]?.target}`);
    return { approved: true, scope: "caller" };
  };
  const { run, session } = open({ "/a": "" }, { policy: writesAsk, approve });
  const twice =
    "for (const content of ['1', '2']) await tools.write_file({ path: '/new', content, overwrite: true }); await tools.append_file({ path: '/new', content: '3' });";
  await run(twice);
  expect(asked).toEqual(["write_file /new", "append_file /new"]);
  await run(twice);
  await session.call("write_file", { path: "/new", content: "4", overwrite: true });
  expect(asked.slice(2)).toEqual(["write_file /new", "append_file /new", "write_file /new"]);
});

test("without anybody to ask, what must be asked is denied", async () => {
  const { run } = open({}, { policy: writesAsk });
  expect((await run("await tools.write_file({ path: '/b', content: 'x' })")).error?.kind).toBe("permission_denied");
});

test("the approver of one call stands for the calls of its program, too", async () => {
  const { session } = open({}, { policy: writesAsk });
  const code = "return (await tools.write_file({ path: '/b', content: 'x' })).path";
  const result = await session.call("run_program", { code }, { approve: () => true });
  expect(result).toMatchObject({ ok: true, output: { value: "/b" } });
});

test.each(["asking", "running", "computing"])(
  "cancelling while it is %s ends the program and its calls at once",
  async (when) => {
    const begun = Promise.withResolvers<void>();
    const wait = defineTool({
      name: "wait",
      category: "test",
      description: "Waits.",
      input: z.object({}),
      access: () => [],
      execute: (_, { signal }) =>
        new Promise<never>((_resolve, reject) => {
          begun.resolve();
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    });
    const approve = () => {
      begun.resolve();
      return new Promise<boolean>(() => {});
    };
    const { session, events, run } = open({ "/a": "" }, { policy: writesAsk, approve, tools: [wait] });
    await run("return 1");
    const code = {
      asking: "await tools.write_file({ path: '/b', content: '' })",
      running: "await tools.wait()",
      computing: "await tools.file_info({ path: '/a' }); for (;;);",
    }[when] as string;
    const stop = new AbortController();
    const calling = session.call("run_program", { code }, { signal: stop.signal });
    if (when === "computing")
      while (!events.some(({ type, tool }) => type === "call-end" && tool === "file_info"))
        await new Promise((go) => setImmediate(go));
    else await begun.promise;
    stop.abort();
    expect(await calling).toMatchObject({ ok: false, error: { code: "aborted" } });
    expect((await run("return 2")).value).toBe(2);
  },
);

test("a program that is cancelled while its worker starts does not run", async () => {
  const stop = new AbortController();
  const calls: string[] = [];
  const ending = quickJsIsolate().run({
    code: "await tools.file_info({ path: '/a' })",
    limits: defaultLimits,
    seed: 1,
    now: 0,
    signal: stop.signal,
    call: ({ tool }) => {
      calls.push(tool);
      return new Promise(() => {});
    },
    log: () => {},
  });
  stop.abort();
  expect([await ending, calls]).toEqual([{ end: "stopped", reason: "aborted", lostLogs: 0 }, []]);
});

test("calls that nobody awaits are cancelled at the end and named", async () => {
  const { session, run, backend } = open({ "/a": "1" });
  const { value, unfinished } = await run("tools.write_file({ path: '/late', content: 'x' }); return 5");
  expect([value, unfinished]).toEqual([5, ["write_file /late"]]);
  expect(await backend.stat("/late" as never)).toBeNull();
  const begun: string[] = [];
  expect((await session.call("file_info", { path: "/a" })).ok).toBe(true);
  expect(begun).toEqual([]);
});

test("at most eight run at once, the others wait in order", async () => {
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const step = defineTool({
    name: "step",
    category: "test",
    description: "A step.",
    input: z.object({ n: z.int() }),
    access: () => [],
    async execute({ n }) {
      order.push(n);
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return n;
    },
  });
  const { run } = open({}, { tools: [step] });
  const { value } = await run("return await Promise.all(Array.from({ length: 40 }, (_, n) => tools.step({ n })))");
  const all = Array.from({ length: 40 }, (_, n) => n);
  expect([value, order, most]).toEqual([all, all, 8]);
});

test("writers of one file do not lose each other's work", async () => {
  const { run, read } = open({ "/log": "" });
  await run(
    "await Promise.all(Array.from({ length: 20 }, (_, n) => tools.append_file({ path: '/log', content: n + ';' })))",
  );
  expect(await read("/log")).toBe(Array.from({ length: 20 }, (_, n) => `${n};`).join(""));
});

test("a dry run leaves every byte alone and tells what would come", async () => {
  const { run, read } = open({ "/a": "old" }, { dryRun: true });
  const { value } = await run(
    "await tools.read_file({ path: '/a' }); return (await tools.edit_file({ path: '/a', old_string: 'old', new_string: 'new' })).path",
  );
  expect([value, await read("/a")]).toEqual(["/a", "old"]);
});

test("in plan mode a program reads and changes nothing", async () => {
  const { run, session, read } = open({ "/a": "old" });
  session.state(planModeKey).enter();
  const { value, error } = await run(
    "const { content } = await tools.read_file({ path: '/a' }); console.log(content); await tools.write_file({ path: '/a', content: 'new', overwrite: true })",
  );
  expect([value, error?.kind, await read("/a")]).toEqual([undefined, "permission_denied", "old"]);
});

test("the same failing call five times is one too many", async () => {
  const { run } = open();
  const { status, error } = await run("for (;;) await tools.read_file({ path: '/no' }).catch(() => 0)");
  expect([status, error?.kind, error?.call]).toEqual(["stopped", "repeated", 5]);
});

test("a file is read as it is, without line numbers and beyond what a model would be shown", async () => {
  const long = JSON.stringify({ rows: Array.from({ length: 5_000 }, (_, n) => ({ n })) });
  const { run } = open({ "/long.json": long, "/many.txt": "line\n".repeat(5_000) });
  const { value } = await run(
    "const all = JSON.parse((await tools.read_file({ path: '/long.json' })).content).rows.length; const text = (await tools.read_file({ path: '/many.txt' })).content; const part = await tools.read_file({ path: '/many.txt', offset: 2, limit: 2 }); return [all, text.length, part.content, part.next_offset]",
  );
  expect(value).toEqual([5_000, 25_000, "line\nline\n", 4]);
});
