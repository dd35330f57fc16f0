import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { bubblewrap } from "@holdall/sandbox";
import type { Sandbox } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { openShell, tempFolder } from "./_session.fixture.ts";

// Elsewhere a process cannot open another's descriptors.
const isLinux = process.platform === "linux";
const hasBubblewrap = spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"]).status === 0;

const places = [
  ["without a sandbox", isLinux, () => undefined],
  ["in bubblewrap", hasBubblewrap, (root: string) => bubblewrap({ roots: [root] })],
] as const satisfies readonly (readonly [string, boolean, (root: string) => Sandbox | undefined])[];

let thieves = 0;
/**
 * A command that leaves something running which reads what the session's shell would read, or others from it, on one of
 * its descriptors. While a command runs the shell has these elsewhere, so it waits for the test to say that its own has ended.
 */
function thief(descriptor: number, how = "cat") {
  const name = `thief-${process.pid}-${++thieves}`;
  const command = `(until [[ -e go ]] && exec 9</proc/$$/fd/${descriptor}; do :; done 2>/dev/null; exec -a ${name} ${how} <&9 >/dev/null 2>&1) & disown`;
  return { name, command };
}

/** It has got as far as to wait for what it reads. */
const isReading = (name: string) =>
  readdirSync("/proc").some((pid) => {
    try {
      const isIt = /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "latin1").startsWith(`${name}\0`);
      return isIt && /^State:\s+S/m.test(readFileSync(`/proc/${pid}/status`, "latin1"));
    } catch {
      return false;
    }
  });

describe.each(places)("a process left running by a command, %s", (where, works, sandbox) => {
  const open = () => {
    const folder = tempFolder();
    return openShell({ sandbox: sandbox(folder) }, undefined, folder);
  };
  /** A session with `x` in its shell, and what reads from it. */
  const openWith = async (...readers: readonly ReturnType<typeof thief>[]) => {
    const opened = open();
    await opened.run(`x=kept; ${readers.map(({ command }) => command).join("; ")}`);
    writeFileSync(`${opened.folder}/go`, "");
    for (const { name } of readers) await expect.poll(() => isReading(name), { timeout: 5_000 }).toBe(true);
    return opened;
  };
  // What is told apart is the same there.
  const isConfined = where === "in bubblewrap";
  const skipped = works ? "" : ` (skipped: ${where} does not work here)`;

  const questions = [
    ["what is sent to the shell", 210, "cat"],
    ["a part of it after the folder", 210, "head -c 40"],
  ] as const;
  // Elsewhere a process cannot open another's descriptors, or bwrap does not work.
  it.skipIf(!works).each(isConfined ? questions.slice(0, 1) : questions)(
    `that reads %s keeps no command from running once${skipped}`,
    async (_, descriptor, how) => {
      const { run, folder } = await openWith(thief(descriptor, how));
      const begun = performance.now();
      const ran = await run("echo $x; echo line >> runs; cat runs");
      expect(performance.now() - begun).toBeLessThan(5_000);
      // What is left of the sign of its end may stand behind it.
      expect(ran.output).toMatch(/^kept\nline\n[\w-]*$/);
      // Where the shell was faster than the other reader, nothing was lost.
      expect(ran.notes.join()).toMatch(/^$|read the input meant for the shell|read its exit status/);
      expect(ran.cwd).toBe(folder);
      expect(await run("cat runs")).toMatchObject({ output: "line\n", notes: [] });
    },
  );

  // Elsewhere a process cannot open another's descriptors, or bwrap does not work.
  it.skipIf(!works || isConfined)(
    `that reads what commands print does not hold up who waits for them${skipped}`,
    async () => {
      const { run, folder } = await openWith(thief(211));
      const begun = performance.now();
      const ran = await run("seq 1000; echo line >> ran");
      // Where it has not read the sign of the end as well, nobody can tell, and it may read on.
      expect(ran.notes.join()).toMatch(/^$|read part of its output/);
      await run("echo $x >> ran");
      expect(performance.now() - begun).toBeLessThan(8_000);
      expect(readFileSync(`${folder}/ran`, "utf8")).toBe("line\nkept\n");
    },
  );

  // Elsewhere a process cannot open another's descriptors, or bwrap does not work.
  it.skipIf(!works || isConfined)(
    `that reads how commands have ended does not hold up who waits for them${skipped}`,
    async () => {
      const { run, read, folder } = await openWith(thief(212));
      const begun = performance.now();
      const told = await read("echo out; echo line >> ran");
      // Who reads it first is chance.
      const isTaken = /read its exit status|channel of its shell or read from it/.test(told);
      expect(told).toMatch(isTaken ? /^out\n/ : /^out\n\[exit code 0/);
      await run("echo $x >> ran");
      expect(performance.now() - begun).toBeLessThan(8_000);
      expect(readFileSync(`${folder}/ran`, "utf8")).toBe("line\nkept\n");
    },
  );

  // Elsewhere a process cannot open another's descriptors, or bwrap does not work.
  it.skipIf(!works)(`that reads them all does not either${skipped}`, async () => {
    const { run } = await openWith(thief(210), thief(211), thief(212));
    const begun = performance.now();
    await run("echo line >> ran");
    expect(performance.now() - begun).toBeLessThan(8_000);
    expect((await run("echo $x")).output).toBe("kept\n");
  });

  // Elsewhere a process cannot open another's descriptors, or bwrap does not work.
  it.skipIf(!works || isConfined)(
    `that is silent changes nothing for a command that is long, or prints nothing for long${skipped}`,
    async () => {
      const { run } = open();
      await run("sleep 60 & disown; sleeper=$!");
      const ran = await run(`sleep 2.5; echo '${"x".repeat(100_000)}' | wc -c`);
      expect([ran.output, ran.notes]).toEqual(["100001\n", []]);
      expect((await run("kill -0 $sleeper && echo there")).output).toContain("there");
    },
  );
});
