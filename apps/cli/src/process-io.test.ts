import { spawn } from "node:child_process";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const script = `
import { processIo } from ${JSON.stringify(join(import.meta.dirname, "process-io.ts"))};
const io = processIo();
const { self, cwd, env } = io;
io.onExit(() => io.stdout.write("exits\\n"));
io.onExit(() => io.stdout.write("not heard\\n"))[Symbol.dispose]();
const first = io.onSignal(["SIGTERM", "SIGHUP"], (signal) => {
  io.stdout.write(signal + "\\n");
  if (signal === "SIGHUP") return;
  first[Symbol.dispose]();
  if (env.GIVEN === "raise") io.raise(signal);
  else io.exit(3);
});
io.stdin.on("data", (text) => io.stderr.write(text));
io.stdout.write(JSON.stringify({ self, cwd, given: env.GIVEN }) + "\\n");
`;

function start(given: string) {
  const cwd = realpathSync(tmpdir());
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd,
    env: { ...process.env, GIVEN: given },
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  const sees = (text: string) => expect.poll(() => out, { interval: 10, timeout: 20_000 }).toContain(text);
  return { child, cwd, sees, lines: () => out.trimEnd().split("\n"), closed: once(child, "close") };
}

test("a process gives its streams, environment, folder and signals", { timeout: 30_000 }, async () => {
  const { child, cwd, sees, lines, closed } = start("exit");
  await sees("\n");
  const { self, ...rest } = JSON.parse(lines()[0] ?? "");
  expect(self.slice(0, 2)).toEqual([process.execPath, "--input-type=module"]);
  expect(rest).toEqual({ cwd, given: "exit" });
  child.stdin.write("read");
  expect(String(await once(child.stderr, "data"))).toBe("read");
  child.kill("SIGHUP");
  // The first line holds the script, and so the word; the answer is a line of its own.
  await sees("\nSIGHUP\n");
  child.kill("SIGTERM");
  expect(await closed).toEqual([3, null]);
  expect(lines().slice(1)).toEqual(["SIGHUP", "SIGTERM", "exits"]);
});

test("a signal that is raised ends a process that no longer listens", { timeout: 30_000 }, async () => {
  const { child, sees, lines, closed } = start("raise");
  await sees("\n");
  child.kill("SIGTERM");
  expect(await closed).toEqual([null, "SIGTERM"]);
  expect(lines().slice(1)).toEqual(["SIGTERM"]);
});
