import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { openShell, tempFolder } from "../tests/_session.fixture.ts";

/** Processes of this test that sleep for so many seconds. */
const sleepers = (seconds: number): number =>
  spawnSync("pgrep", ["-f", `sleep ${seconds}[.]${process.pid}$`])
    .stdout.toString()
    .split("\n").length - 1;

const isLinux = process.platform === "linux";
const whyNot = isLinux ? "" : " (skipped: there is no /proc to look into)";

/** The parents of a process, from the nearest on. */
function parents(pid: number): number[] {
  const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  return parent > 1 ? [parent, ...parents(parent)] : [];
}

const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));

// Elsewhere there is no /proc to look into.
describe.runIf(isLinux)(`the process that starts processes${whyNot}`, () => {
  it("may die: what runs goes on, the next start has a new one and says so", async () => {
    const { run } = openShell();
    const shell = Number((await run("x=1; echo $$")).output);
    const broker = parents(shell).at(parents(shell).indexOf(process.pid) - 1) ?? 0;
    process.kill(broker, "SIGKILL");
    expect((await run("echo $x $$")).output).toBe(`1 ${shell}\n`);
    await expect.poll(() => isRunning(broker)).toBe(false);
    const other = openShell();
    const first = await other.run("echo works");
    expect(first).toMatchObject({
      output: "works\n",
      notes: ["The process that starts commands had ended and was restarted."],
    });
    expect((await other.run("echo $PPID")).notes).toEqual([]);
  });

  it("is small", async () => {
    const { run } = openShell();
    const shell = Number((await run("echo $$")).output);
    const broker = parents(shell).at(parents(shell).indexOf(process.pid) - 1) ?? 0;
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${broker}/status`, "utf8"))?.[1]);
    expect(kilobytes).toBeLessThan(10_000);
  });

  it("kills everything and removes its files when the host is killed", async () => {
    const outputFolder = tempFolder();
    const index = new URL("../index.ts", import.meta.url).href;
    const program = `
      import { allow, createRegistry, openSession } from "@holdall/tool-core";
      import { shellTools } from ${JSON.stringify(index)};
      const session = openSession(createRegistry(shellTools({ outputFolder: ${JSON.stringify(outputFolder)} })), { policy: allow(), cwd: "/" });
      const command = "echo $$; setsid sleep 7778.${process.pid} >/dev/null 2>&1 & (env -i /usr/bin/setsid /bin/sleep 7778.${process.pid} &)";
      const first = await session.call("bash", { command });
      await session.call("bash", { command: "sleep 7778.${process.pid}", run_in_background: true });
      console.log(first.output.output);
      await session.call("bash", { command: "sleep 7778.${process.pid}" });`;
    const host = spawn(process.execPath, ["--input-type=module", "-e", program], {
      cwd: new URL(".", import.meta.url),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(host.stdout, "data")) as [Buffer];
    const shell = Number(line.toString());
    expect(isRunning(shell)).toBe(true);
    expect(readdirSync(outputFolder)).toHaveLength(1);
    await expect.poll(() => sleepers(7778), { timeout: 5_000 }).toBe(4);
    host.kill("SIGKILL");
    await expect.poll(() => sleepers(7778), { timeout: 5_000 }).toBe(0);
    await expect.poll(() => readdirSync(outputFolder), { timeout: 5_000 }).toEqual([]);
    await expect.poll(() => isRunning(shell)).toBe(false);
  });
});

test("a host that is done ends, though it has a shell and a task", async () => {
  const index = new URL("../index.ts", import.meta.url).href;
  const program = `
    import { allow, createRegistry, openSession } from "@holdall/tool-core";
    import { shellTools } from ${JSON.stringify(index)};
    const session = openSession(createRegistry(shellTools()), { policy: allow(), cwd: "/" });
    await session.call("bash", { command: "true" });
    await session.call("bash", { command: "sleep 7779.${process.pid}", run_in_background: true });`;
  const host = spawn(process.execPath, ["--input-type=module", "-e", program], {
    cwd: new URL(".", import.meta.url),
    stdio: "inherit",
  });
  expect((await once(host, "exit"))[0]).toBe(0);
  await expect.poll(() => sleepers(7779), { timeout: 5_000 }).toBe(0);
});
