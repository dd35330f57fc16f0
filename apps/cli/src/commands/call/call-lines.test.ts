import { Readable, Writable } from "node:stream";
import { allow, createRegistry, defineTool, openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { callLines } from "./call-lines.ts";

const counter = { name: "counter", create: () => ({ n: 0 }) };
const count = defineTool({
  name: "count_up",
  category: "test",
  description: "Counts.",
  input: z.object({ by: z.number().optional() }),
  hints: { readOnly: true, openWorld: false },
  execute: ({ by = 1 }, { state }) => (state(counter).n += by),
});

async function run(text: string): Promise<{ code: number; answers: Record<string, unknown>[] }> {
  const written: string[] = [];
  const output = new Writable({
    highWaterMark: 1,
    write(chunk, _, done) {
      written.push(String(chunk));
      done();
    },
  });
  const session = openSession(createRegistry([count]), { policy: allow() });
  const code = await callLines(session, { stdin: Readable.from([text]), stdout: output });
  return {
    code,
    answers: written
      .join("")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  };
}

test("each line is answered in order by one line with its id, in one session", async () => {
  const { code, answers } = await run('{"tool":"countUp","id":"a"}\r\n\n{"tool":"count_up","input":{"by":5},"id":0}');
  expect(answers).toMatchObject([
    { id: "a", ok: true, output: 1 },
    { id: 0, ok: true, output: 6 },
  ]);
  expect(code).toBe(0);
});

test("a bad line is answered by an error and ends nothing", async () => {
  const { code, answers } = await run('nonsense\n[1]\n{"id":3,"input":{}}\n{"tool":"cuont_up"}\n{"tool":"count_up"}\n');
  expect(answers).toMatchObject([
    {
      ok: false,
      error: { code: "parse_error", message: expect.stringMatching(/^Line 1 is not JSON: /), data: { line: 1 } },
    },
    { ok: false, error: { message: 'Line 2 is not an object with a "tool".' } },
    { ok: false, id: 3, error: { message: 'Line 3 is not an object with a "tool".' } },
    { ok: false, error: { code: "unknown_tool", hint: "Did you mean count_up?" } },
    { ok: true, output: 1 },
  ]);
  expect(code).toBe(1);
});

test("JSON that is nested too deep is answered by an error, wherever it stands", async () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  const objects = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
  const lines = [`{"tool":"count_up","id":1,"input":${objects}}`, `{"tool":"count_up","id":${deep}}`, deep];
  const { code, answers } = await run([...lines, '{"tool":"count_up","id":4}'].join("\n"));
  const error = { code: "invalid_input", message: expect.stringContaining("1000 levels deep") };
  expect(answers).toMatchObject([{ id: 1, error }, { error }, { error }, { id: 4, ok: true, output: 1 }]);
  expect(code).toBe(1);
});
