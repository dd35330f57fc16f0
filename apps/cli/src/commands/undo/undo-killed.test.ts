import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { command as holdall, quick, runCommand } from "../../fixtures/command.fixture.ts";

function open() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-hosts-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "ws/src"), { recursive: true });
  writeFileSync(join(folder, "ws/src/config.ts"), "a\n");
  writeFileSync(join(folder, "ws/.env"), "TOKEN=1\n");
  const env = { ...process.env, XDG_STATE_HOME: join(folder, "state"), XDG_CONFIG_HOME: join(folder, "config") };
  const ws = join(folder, "ws");
  const tree = () =>
    execFileSync("sh", ["-c", "find . -printf '%p %M\\n' | sort; cat src/config.ts .env || true"], {
      cwd: ws,
      encoding: "utf8",
    });
  return { ws, env, tree, at: (name: string) => join(ws, name) };
}

test("kill -9 of the host during a command loses nothing: another process takes it back", async () => {
  const { ws, env, tree, at } = open();
  const before = tree();
  const host = spawn(process.execPath, [...quick, holdall, "call", "-", "--yes", "--sandbox", "off"], { cwd: ws, env });
  onTestFinished(() => void host.kill("SIGKILL"));
  const command = "python3 -c \"import os,time;os.remove('src/config.ts');open('gone','w');time.sleep(60)\"";
  host.stdin.write(`${JSON.stringify({ tool: "write_file", input: { path: "new.ts", content: "new\n" } })}\n`);
  await once(host.stdout, "data");
  host.stdin.write(`${JSON.stringify({ tool: "bash", input: { command } })}\n`);
  await expect.poll(() => execFileSync("ls", { cwd: ws, encoding: "utf8" }), { timeout: 60_000 }).toContain("gone");
  host.kill("SIGKILL");
  await once(host, "close");
  const list = await runCommand(["undo", "--list"], { cwd: ws, env });
  expect(list.out).toContain("u1 write_file");
  expect(list.out).toContain("src/config.ts");
  const include = ["--include", at("src/config.ts"), "--include", at("gone")];
  await runCommand(["undo", "--since", "u1", "--yes", ...include], { cwd: ws, env });
  expect(readFileSync(at("src/config.ts"), "utf8")).toBe("a\n");
  expect(tree()).toBe(before);
});
