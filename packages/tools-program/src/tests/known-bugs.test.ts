import {
  allow,
  ask,
  contentText,
  createRegistry,
  defineTool,
  firstOf,
  openSession,
  type PolicyRequest,
  type Tool,
} from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { callsIn, isolate, open } from "../_session.fixture.ts";
import { type Isolate, runProgram } from "../index.ts";

describe("bugs of other code modes, by their numbers in the notes", () => {
  test("1: tools that need approval are there, and the promise waits for the answer", async () => {
    const { run, read } = open({}, { policy: firstOf(ask({ actions: ["write"] }), allow()), approve: () => true });
    expect((await run("return (await tools.$names()).some(({ name }) => name === 'write_file')")).value).toBe(true);
    await run("await tools.write_file({ path: '/a', content: '1' })");
    expect(await read("/a")).toBe("1");
  });

  test("2: rules see the inner tool and its accesses, and so does whoever listens", async () => {
    const judged: string[] = [];
    const policy = ({ tool, access }: PolicyRequest) => {
      judged.push(`${tool.name} ${access?.action ?? "-"}`);
      return { effect: "allow" } as const;
    };
    const { run, events } = open({ "/a": "1" }, { policy });
    await run("await tools.read_file({ path: '/a' })");
    expect(judged).toEqual(["run_program -", "read_file read"]);
    expect(callsIn(events).map(({ tool }) => tool)).toEqual(["read_file"]);
  });

  test("3: who may call is decided by the tool that is found, not by the name that is used", async () => {
    const { run, events } = open({}, { program: { mayCall: ({ name }) => name !== "delete_file" } });
    for (const name of ["delete_file", "deleteFile", "DeleteFile", "$text:delete_file", "DELETE-FILE"])
      expect((await run(`await tools['${name}']({ path: '/a' })`)).status).toBe("failed");
    expect(callsIn(events)).toEqual([]);
  });

  test("4: results are data, and parsing them again says so", async () => {
    const { run } = open({ "/a": "1" });
    const { error } = await run("return JSON.parse(await tools.file_info({ path: '/a' }))");
    expect(error?.message).toBe("TypeError: It is parsed already: results of tools are data. Use the value as it is.");
  });

  test.each([
    ["return 1 + 1"],
    ["1 + 1"],
    ["async () => { return 2 }"],
    ["async () => 2"],
    ["(async () => { return 2 })()"],
    ["async function main() { return 2 }\nreturn main()"],
    ["export default async function () { return 2 }"],
    ["export default async () => 2;"],
    ["```js\nreturn 2\n```"],
    ["```typescript\nconst two: number = 2;\nreturn two as number;\n```"],
    ["enum Two { Value = 2 }\nreturn Two.Value"],
    ["const two = await Promise.resolve(2);\ntwo"],
    ["interface Row { n: number }\nconst rows: Row[] = [{ n: 2 }];\nrows[0]!.n"],
    ["return 2 // done"],
  ])("5: %j runs", async (code) => {
    expect((await open().run(code)).value).toBe(2);
  });

  test("5: a program that comes to nothing says how to answer; a loop's last value is not an answer", async () => {
    const { error } = await open().run("const x = 1;");
    expect([error?.kind, error?.hint]).toEqual(["empty", "Return a value, or print with console.log."]);
    expect((await open().run("let n = 0; for (let i = 0; i < 3; i++) { n += i }")).value).toBeUndefined();
  });

  test("6: a wrong parameter names itself, its line and its call, and what was done before", async () => {
    const { session } = open({ "/a": "old" });
    const code =
      "await tools.write_file({ path: '/b', content: `big \"text\" \\n\\u0000'` });\nconst wrong = 1;\nawait tools.read_file({ pth: '/a', lines: wrong });";
    const { content } = await session.call("run_program", { code });
    const text = contentText(content);
    expect(text).toContain("at line 3, call 2: read_file has no parameter");
    expect(text).toContain("> 3 | await tools.read_file(");
    expect(text).toContain("Done before, and not undone: write_file /b.");
  });

  test("7: what is said of the isolate is what the isolate says", () => {
    const own: Isolate = { about: "It is a full Node process.", run: isolate.run };
    const guidance = (options: object) => runProgram({ registry: createRegistry(), ...options }).guidance;
    expect(guidance({ isolate: own })).toContain("It is a full Node process.");
    expect(guidance({ isolate: own })).not.toContain("no network");
    expect(guidance({})).toContain("no network");
  });

  test("8: a session that asks nobody runs programs that touch nothing beyond its rules", async () => {
    const { run } = open({ "/a": "1" }, { policy: firstOf(allow({ actions: ["none", "read"] })) });
    expect((await run("return (await tools.read_file({ path: '/a' })).content")).value).toBe("1");
  });

  test("9: the same declarations twice, and nothing is kept", async () => {
    const { run } = open();
    for (let i = 0; i < 3; i++)
      expect((await run("const x = 1; globalThis.kept ??= 0; return ++globalThis.kept")).value).toBe(1);
  });

  test("10: there is one clock, its limit is in the schema's bounds and its error names it", async () => {
    const wait = defineTool({
      name: "wait",
      category: "test",
      description: "Waits.",
      input: z.object({}),
      access: () => [],
      execute: (_, { signal }) =>
        new Promise<never>((_r, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    });
    const { run } = open({}, { tools: [wait] });
    expect((await run("await tools.wait()", { timeout_ms: 60 })).error?.message).toContain("0.06 s");
  });

  test("11: a memory limit that is too small for anything stops the program and nothing else", async () => {
    const { run } = open({}, { program: { limits: { memoryBytes: 40_000 } } });
    const { status, error } = await run("return 'x'.repeat(1e5)");
    expect(status).toBe("stopped");
    expect(["memory", "crashed"]).toContain(error?.kind);
    expect((await open().run("return 1")).value).toBe(1);
  });
});

test("no call of another session is counted here", async () => {
  const registry = createRegistry();
  registry.add(runProgram({ registry, isolate }) as Tool);
  const sessions = ["1", "2"].map((id) => openSession(registry, { policy: allow(), id }));
  const results = await Promise.all(sessions.map((session) => session.call("run_program", { code: "return 1" })));
  expect(results.every(({ ok }) => ok)).toBe(true);
});
