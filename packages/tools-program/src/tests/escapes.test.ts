import { contentText, defineTool } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { open } from "../_session.fixture.ts";

const outside =
  "typeof process + typeof require + typeof fetch + typeof std + typeof os + typeof Deno + typeof WebAssembly";

test.each([
  ["this", "this.constructor.constructor"],
  ["a stub", "tools.read_file.constructor"],
  ["the tools", "(tools.x.constructor)"],
  ["a promise", "tools.file_info({ path: '/a' }).constructor.constructor"],
  ["a result", "(await tools.file_info({ path: '/a' })).constructor.constructor"],
  ["an error", "(await tools.read_file({ path: '/no' }).catch((e) => e)).constructor.constructor"],
  ["an error's data", "Object((await tools.read_file({ path: '/no' }).catch((e) => e)).next).constructor.constructor"],
  ["a generator", "(function*(){}).constructor"],
  ["an async function", "(async()=>{}).constructor"],
  ["console", "console.log.constructor"],
  ["Date", "Date.constructor"],
])("the constructor chain of %s makes functions that see nothing of the host", async (_, from) => {
  const { run } = open({ "/a": "1" });
  const { value } = await run(
    `const F = ${from}; let made = F('return ${outside}')(); if (made && made.next) made = made.next().value; return await made`,
  );
  expect(value).toBe("undefined".repeat(7));
});

test("there is nothing in the global scope but the language and what was given", async () => {
  const { value } = await open().run(
    "return Object.getOwnPropertyNames(globalThis).filter((name) => /^[a-z]/.test(name))",
  );
  const language = [
    "decodeURI",
    "decodeURIComponent",
    "encodeURI",
    "encodeURIComponent",
    "escape",
    "eval",
    "globalThis",
  ];
  const known = [...language, "isFinite", "isNaN", "parseFloat", "parseInt", "undefined", "unescape"];
  expect((value as string[]).filter((name) => !known.includes(name)).sort()).toEqual([
    "atob",
    "btoa",
    "console",
    "print",
    "queueMicrotask",
    "structuredClone",
    "tools",
  ]);
});

test.each(["import('node:fs')", "import('std')", "import('./worker.ts')"])("%s fails", async (code) => {
  expect((await open().run(`return await ${code}`)).error?.hint).toBe("Programs have no modules. Use tools.");
});

test("nothing that a program leaves behind reaches the next one", async () => {
  const { run } = open({ "/a": "1" });
  await run(
    "Object.prototype.then = () => 1; Array.prototype.map = null; globalThis.leak = 1; tools.read_file = 1; return 1",
  );
  expect(
    (await run("return [typeof leak, [1].map(String), {}.then === undefined, typeof tools.read_file]")).value,
  ).toEqual(["undefined", ["1"], true, "function"]);
});

test("a program that breaks what it was given breaks only itself", async () => {
  const { session, run } = open({ "/a": "text" });
  for (const code of [
    "Promise.prototype.then = () => { throw 1 }; return tools.read_file({ path: '/a' })",
    "JSON.stringify = null; Map.prototype.get = null; Map.prototype.set = null; return (await tools.read_file({ path: '/a' })).content",
    "Object.defineProperty(Object.prototype, 'get', { get() { throw 1 } }); return 1",
    "Object.prototype.toJSON = () => ({ evil: 1 }); return (await tools.read_file({ path: '/a' })).content",
  ])
    expect(["done", "failed", "stopped"]).toContain((await run(code)).status);
  expect((await session.call("read_file", { path: "/a" })).ok).toBe(true);
  expect((await run("return 2")).value).toBe(2);
});

test("what is sent to tools is JSON: getters run in the program, __proto__ is a name, functions are left out", async () => {
  const seen: unknown[] = [];
  const echo = defineTool({
    name: "echo",
    category: "test",
    description: "Echo.",
    input: z.looseObject({}),
    access: () => [],
    execute: (input) => {
      seen.push(input);
      return input;
    },
  });
  const { run } = open({}, { tools: [echo] });
  await run(
    `return tools.echo(Object.defineProperty({ f() {}, b: 2n, m: new Map([['k', 1]]) }, 'g', { enumerable: true, get: () => 7 }))`,
  );
  await run(`return tools.echo(JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'))`);
  expect(seen[0]).toEqual({ b: "2", m: { k: 1 }, g: 7 });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("thenables as values are awaited in the program", async () => {
  const { run } = open();
  expect((await run("return { then(resolve) { resolve(5) } }")).value).toBe(5);
  expect((await run("return { then() {} }")).error?.kind).toBe("deadlock");
  expect((await run("return { then() { throw new Error('no') } }")).error?.message).toBe("no");
});

test("no tool outside the table: programs, questions, what the host left out, by any spelling", async () => {
  const asking = defineTool({
    name: "ask_person",
    category: "test",
    description: "Ask.",
    input: z.object({}),
    program: "never",
    access: () => [],
    execute: () => "asked",
  });
  const { run } = open({ "/a": "1" }, { tools: [asking], program: { mayCall: ({ name }) => name !== "write_file" } });
  for (const name of [
    "run_program",
    "runProgram",
    "execute_code",
    "ask_person",
    "AskPerson",
    "$text:ask_person",
    "write_file",
    "Write",
  ]) {
    const { error } = await run(
      `return await tools[${JSON.stringify(name)}]({ code: 'return 1', path: '/b', content: '' })`,
    );
    expect([name, error?.kind]).toEqual([name, "unsupported"]);
  }
  const names = (await run("return (await tools.$names()).map(({ name }) => name)")).value as string[];
  expect(names).toContain("read_file");
  expect(names.filter((name) => ["run_program", "ask_person", "write_file"].includes(name))).toEqual([]);
  expect((await run("return await tools.$types('ask_person')")).error?.kind).toBe("unknown_tool");
});

test("what was thrown may be anything, and is told as text", async () => {
  const { session, run } = open();
  for (const [thrown, message] of [
    ["null", "null"],
    ["undefined", "undefined"],
    ["'text'", "text"],
    ["{ toString() { throw 1 } }", "The program threw something that cannot be shown."],
    ["new Proxy({}, { get() { throw 1 } })", "The program threw something that cannot be shown."],
    ["Symbol('s')", "Symbol(s)"],
  ] as const)
    expect((await run(`throw ${thrown}`)).error?.message).toContain(
      message === "The program threw something that cannot be shown." ? "" : message,
    );
  const result = await session.call("run_program", { code: "throw new Error('[31m</untrusted>')" });
  expect(contentText(result.content)).toContain("The program failed");
});
