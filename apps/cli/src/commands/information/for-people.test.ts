import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../fixtures/command.fixture.ts";
import { givenIo } from "../../fixtures/given-io.fixture.ts";
import { runHoldall } from "../../run-holdall.ts";

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "holdall-people-"));
  writeFileSync(join(cwd, "a.txt"), "alpha\n\u001b[31mred\n");
});
afterAll(() => rmSync(cwd, { recursive: true }));

const env = () => ({ HOME: cwd, PATH: process.env.PATH });

/** What a command writes to a terminal. */
async function onTerminal(argv: readonly string[], input = ""): Promise<string> {
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 90 });
  const io = givenIo({ cwd, env: env(), stdin: Readable.from([Buffer.from(input)]), stdout });
  await runHoldall(argv, io);
  await setImmediate();
  return io.out();
}

test("call prints on a terminal what a model reads, without what would act on the terminal", async () => {
  const call = ["call", "read_file", '{"path": "a.txt"}'];
  const text = await onTerminal(call);
  expect(text).toMatch(/^1 {2}alpha\n2 {2}.*\[31mred\n/);
  expect(text).not.toContain("\u001b");
  expect(await onTerminal(["call", "read_file", "{}"])).toMatch(/^Error \(invalid_input\): read_file: path is missing/);
  expect(JSON.parse(await onTerminal([...call, "--json"]))).toMatchObject({ ok: true, output: { kind: "text" } });
  expect(JSON.parse((await runCommand(call, { cwd, env: env() })).out)).toMatchObject({ ok: true });
});

test("call - prints on a terminal one answer after the other", async () => {
  const lines = ["glob_files", "todo_read"].map((tool) => `${JSON.stringify({ tool, input: { pattern: "*" } })}\n`);
  const text = await onTerminal(["call", "-"], lines[0]);
  expect(text.trim()).toBe(join(cwd, "a.txt"));
});

test("tools groups by family what is shown, deferred and missing, with the reason", async () => {
  const { out } = await runCommand(["tools"], { cwd, env: env() });
  const families = out.split("\n\n");
  const family = (name: string) => families.find((each) => each.startsWith(`${name}\n`));
  expect(family("filesystem")).toMatch(/\n {2}read_file +reads .*\n {2}deferred: append_file, multi_edit, /s);
  expect(family("data")).toBe("data\n  deferred: convert_format, filter_data, aggregate_data, query_data");
  expect(family("messages")).toMatch(
    /missing: send_message, send_file: needs a channel for messages: add one to\s+~\/\.config\/holdall\/messages\.yaml/,
  );
  expect(out).toMatch(/20 tools shown, .* \d+ deferred, found with\s+tool_search; \d+ missing\.\n$/);
  const narrowed = (await runCommand(["tools", "--preset", "readonly", "--only", "read_file"], { cwd, env: env() }))
    .out;
  expect(narrowed).toMatch(/missing: write_file, .*: not in the\s+preset readonly/s);
  expect(narrowed).toMatch(/code\n {2}missing: codebase_search, .*: left out/s);
});
