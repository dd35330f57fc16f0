import { spawnSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { bubblewrap } from "@holdall/sandbox";
import type { Sandbox } from "@holdall/sandbox/port";
import { sessionTasks } from "@holdall/tools-tasks/port";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openShell, tempFolder } from "./_session.fixture.ts";

// Elsewhere there is no /proc to count in.
const isLinux = process.platform === "linux";
const hasBubblewrap = spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"]).status === 0;
const places = [
  ["without a sandbox", isLinux, () => undefined],
  ["in bubblewrap", hasBubblewrap, (root: string) => bubblewrap({ roots: [root] })],
] as const satisfies readonly (readonly [string, boolean, (root: string) => Sandbox | undefined])[];

afterEach(() => vi.unstubAllEnvs());

/** Takes 80 MB, and stays. */
const hog = "{ head -c 80000000 /dev/zero; sleep 600; } | tail -n 1";
/** A program that does nothing, and that no other test knows. */
const sleeper = `sleep 6543.${process.pid}`;
/** Starts some 250 processes and no more: a bomb without end takes the machine along when the test fails. */
const bomb = `bomb() { (($1 > 0)) && { bomb $(($1 - 1)) & bomb $(($1 - 1)) & }; ${sleeper}; }; bomb 6`;
const isRunning = () => spawnSync("pgrep", ["-f", `^${sleeper}$`]).status === 0;

describe.each(places)("what a command uses, %s", (where, works, sandbox) => {
  const open = (limits: { memory?: number; processes?: number }) => {
    const folder = tempFolder();
    return openShell({ sandbox: sandbox(folder), limits }, undefined, folder);
  };
  const skipped = works ? "" : ` (skipped: ${where} does not work here)`;

  // Elsewhere there is no /proc to count in, or bwrap does not work.
  it.skipIf(!works)(`is bounded: one that takes more and more memory is stopped${skipped}`, async () => {
    const { run } = open({ memory: 40_000_000 });
    await run("x=kept");
    const ran = await run(hog, { timeout: 60_000 });
    expect(ran.status).toBe("stopped");
    expect(ran.notes.join()).toMatch(/used \S+ MB of memory.*the limit is 38\.1 MB \(limits\.memory\)/);
    expect((await run("echo $x")).output).toBe("kept\n");
  });

  // Elsewhere there is no /proc to count in, or bwrap does not work.
  it.skipIf(!works)(
    `is bounded: one that starts more and more processes is stopped with all of them${skipped}`,
    async () => {
      const { run } = open({ processes: 60 });
      const ran = await run(bomb, { timeout: 60_000 });
      expect(ran.status).toBe("stopped");
      expect(ran.notes.join()).toMatch(/had \d+ processes and threads; the limit is 60 \(limits\.processes\)/);
      expect(isRunning()).toBe(false);
    },
  );

  // Elsewhere there is no /proc to count in, or bwrap does not work.
  it.skipIf(!works)(`is bounded after its end too, for what it has left running${skipped}`, async () => {
    const { run } = open({ processes: 60 });
    await run(`(${bomb}) >/dev/null 2>&1 & disown`);
    const notes = async () => (await run("true")).notes.join();
    // A command that runs at that moment is stopped, too, and says so of itself.
    const stopped =
      /The shell was stopped: it had \d+ processes|It was stopped with everything .*: it had \d+ processes/;
    await expect.poll(notes, { timeout: 60_000 }).toMatch(stopped);
    expect(isRunning()).toBe(false);
  });

  // Elsewhere there is no /proc to count in, or bwrap does not work.
  it.skipIf(!works)(`is bounded in the background${skipped}`, async () => {
    const { run, session } = open({ memory: 40_000_000 });
    const { task_id = "" } = await run(hog, { run_in_background: true });
    const end = await session.state(sessionTasks).get(task_id)?.work?.ended;
    expect(end).toMatchObject({ status: "failed", outcome: expect.stringMatching(/limits\.memory/) });
  });

  // Elsewhere there is no /proc to count in, or bwrap does not work.
  it.skipIf(!works)(`counts what processes share once${skipped}`, async () => {
    const { run } = open({ memory: 40_000_000 });
    const ran = await run(
      "a=$(head -c 5000000 /dev/zero | tr '\\0' x); exec 8<> <(:); for i in {1..12}; do (read -t 1.2 -u 8) & done; wait; echo all",
    );
    expect(ran.output).toBe("all\n");
  });
});

// Elsewhere there is no /proc to count in, or bwrap does not work.
describe.skipIf(!hasBubblewrap)(`in bubblewrap${hasBubblewrap ? "" : " (skipped: bwrap does not work here)"}`, () => {
  const openAt = (limits = {}) => {
    const home = tempFolder();
    mkdirSync(`${home}/project`);
    writeFileSync(`${home}/.netrc`, "first");
    vi.stubEnv("HOME", home);
    const sandbox = bubblewrap({ roots: [home], limits });
    return { home, ...openShell({ sandbox }, undefined, home) };
  };

  it("a login that appears while a session runs is hidden from its next command", async () => {
    const { run, home } = openAt();
    await run("x=kept; f() { echo f; }; cd project");
    writeFileSync(`${home}/.npmrc`, "secret");
    const ran = await run("cat ../.npmrc; f; echo $x; pwd");
    expect([ran.output, ran.notes]).toEqual([`\nf\nkept\n${home}/project\n`, []]);
  });

  it("so is one that was replaced, and what ran on meanwhile is stopped, and told", async () => {
    const { run, home } = openAt();
    await run("(until [[ -e stop ]]; do :; done) &");
    writeFileSync(`${home}/new`, "secret");
    renameSync(`${home}/new`, `${home}/.netrc`);
    const ran = await run("cat .netrc; jobs");
    expect(ran.output).toBe("\n");
    expect(ran.notes.join()).toMatch(/left running were stopped/);
  });

  it("a socket that appears is out of reach of the next command", async () => {
    const { run } = openAt();
    await run("true");
    const path = `${import.meta.dirname}/.test-${process.pid}.sock`;
    const server = createServer((socket) => socket.end("reached")).listen(path);
    const connect = `"${process.execPath}" -e 'require("net").connect("${path}").on("data", (data) => console.log(String(data))).on("error", () => {})'`;
    const ran = await run(connect);
    server.close();
    rmSync(path, { force: true });
    expect(ran.output).not.toContain("reached");
  });

  it("what fills the temporary folder meets its limit, and is told how to raise it", async () => {
    const { run } = openAt({ temporary: 1_000_000 });
    const ran = await run(
      "head -c 3000000 /dev/zero >/tmp/big; wc -c </tmp/big; head -c 3000000 /dev/zero >/dev/shm/big",
    );
    expect(ran.output).toMatch(/No space left on device[\s\S]*\n10\d{5}\n/);
    expect(ran.notes.join()).toMatch(/\/tmp, \/var\/tmp and \/dev\/shm hold 1 MB each \(limits\.temporary\)/);
  });
});
