import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, expect, test, vi } from "vitest";
import { givenIo } from "./fixtures/given-io.fixture.ts";
import type { Input } from "./io.ts";
import { runHoldall } from "./run-holdall.ts";

const cwd = mkdtempSync(join(tmpdir(), "holdall-run-"));
writeFileSync(join(cwd, "a.txt"), "one\n");
afterAll(() => rmSync(cwd, { recursive: true }));

const io = (stdin: Input = Readable.from([]), env: NodeJS.ProcessEnv = {}) => givenIo({ cwd, env, stdin });
const readFile = '{"tool": "read_file", "input": {"path": "a.txt"}}\n';

test("it reads and writes the streams that it was given, and none of the process", async () => {
  const own = [vi.spyOn(process.stdout, "write"), vi.spyOn(process.stderr, "write")];
  const read = io(Readable.from([Buffer.from(readFile)]));
  expect(await runHoldall(["call", "-"], read)).toBe(0);
  const refused = io();
  expect(await runHoldall(["cal"], refused)).toBe(2);
  const written = own.map((spy) => spy.mock.calls.length);
  for (const spy of own) spy.mockRestore();
  expect(JSON.parse(read.out())).toMatchObject({ ok: true, output: { content: "1  one" } });
  expect(read.errors()).toBe("");
  expect(refused.out()).toBe("");
  expect(refused.errors()).toContain("Did you mean call?");
  expect(written).toEqual([0, 0]);
});

test("it looks into the environment and the folder that it was given", async () => {
  vi.stubEnv("OPENAI_API_KEY", "of-the-process");
  const given = io(undefined, { ANTHROPIC_API_KEY: "given" });
  expect(await runHoldall(["doctor", "--json"], given)).toBe(0);
  vi.unstubAllEnvs();
  const keys = JSON.parse(given.out()).find(({ name }: { name: string }) => name === "model keys");
  expect(keys.text).toContain("ANTHROPIC_API_KEY");
  expect(keys.text).not.toContain("OPENAI_API_KEY");
});

test.each([
  ["a result", ["call", "read_file", '{"path": "a.txt"}'], 0],
  ["a failed call", ["call", "read_file", '{"path": "b.txt"}'], 1],
  ["a word that it does not know", ["--nonsense"], 2],
])("the exit code tells of %s", async (_, words, code) => {
  expect(await runHoldall(words, io())).toBe(code);
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends a server, which no longer listens to it then", async (signal) => {
  const given = io(new PassThrough());
  const serving = Promise.withResolvers<void>();
  given.onErrors(() => {
    if (given.errors().includes("serving MCP at")) serving.resolve();
  });
  const ended = runHoldall(["serve", "--http", "0", "--preset", "minimal"], given);
  await serving.promise;
  given.signal(signal);
  expect(await ended).toBe(0);
  expect(() => given.signal(signal)).toThrow("Nobody listens");
});
