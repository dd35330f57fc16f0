import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { probeSandbox, sandboxRuntime } from "@holdall/sandbox";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { command } from "./fixtures/command.fixture.ts";

const made: AsyncDisposable[] = [];
const { works, problems } = await probeSandbox(
  async (where) => {
    const sandbox = await sandboxRuntime(where);
    made.push(sandbox);
    return sandbox;
  },
  { level: "network" },
);
for (const each of made) await each[Symbol.asyncDispose]();

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-exit-")));
  for (const name of ["temporary", "project"]) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// The probe says why it does not work here.
describe.skipIf(!works)(`a command with the network${works ? "" : `, skipped: ${problems.join(" ")}`}`, () => {
  it.each([
    ["call", ["call", "bash", '{"command":"echo done","permissions":"network"}'], ""],
    ["call -", ["call", "-"], '{"tool":"bash","input":{"command":"echo done","permissions":"network"}}\n'],
  ])(
    "holdall %s ends within a second of its answer, and leaves nothing behind",
    { retry: 2 },
    async (_, argv, input) => {
      const temporary = join(folder, "temporary");
      const child = spawn(process.execPath, [command, ...argv, "--yes", "--root", "."], {
        cwd: join(folder, "project"),
        env: { ...process.env, TMPDIR: temporary },
      });
      const exited = once(child, "exit");
      child.stdin.end(input);
      const [answer] = await once(child.stdout, "data");
      const answered = performance.now();
      expect(JSON.parse(String(answer))).toMatchObject({
        ok: true,
        output: { output: "done\n", denied: { tampered: [] } },
      });
      expect((await exited)[0]).toBe(0);
      expect(performance.now() - answered).toBeLessThan(1_000);
      // The user's own folder for outputs stays, empty.
      const left = readdirSync(temporary, { recursive: true }).filter(
        (name) => !String(name).startsWith("node-compile"),
      );
      expect(left).toEqual([`holdall-${process.getuid?.() ?? "outputs"}`]);
      expect(readdirSync(join(folder, "project"))).toEqual([]);
    },
  );
});
