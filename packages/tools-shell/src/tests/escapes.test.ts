import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { bubblewrap } from "@holdall/sandbox";
import type { Sandbox } from "@holdall/sandbox/port";
import { describe, expect, it } from "vitest";
import { openShell, tempFolder } from "./_session.fixture.ts";

const isLinux = process.platform === "linux";
const whyNot = isLinux ? "" : " (skipped: there is no /proc to look into)";

const hasBubblewrap = spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"]).status === 0;

/** Ways to get away from the process that started one, each around the program `MARK`. */
const escapes = {
  "a background job": "MARK &",
  nohup: "nohup MARK >/dev/null 2>&1 &",
  "a session of its own": "setsid MARK &",
  "a double fork": "(setsid sh -c 'MARK & exit' &)",
  "a double fork without environment, folder and descriptors":
    "(cd /; env -i /usr/bin/setsid /bin/sh -c 'MARK </dev/null >/dev/null 2>&1 & exit' &)",
  "disown, deaf to signals": "(trap '' TERM HUP INT QUIT; exec MARK) & disown",
  "stopped, so that it hears nothing": "MARK & sleep 0.1; kill -STOP $!",
  "two that start each other anew":
    'w() { while kill -0 $1 2>/dev/null; do sleep 0.01; done; (setsid bash -c "$(declare -f w); MARK & w \\$!" &); }; (MARK & w $!) & disown',
} as const;

/** How many processes have a text among their arguments. */
const count = (text: string) =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
    } catch {
      return false;
    }
  }).length;

let serial = 0;
/** A program that does nothing, and that no other test knows. */
const sleeper = () => `sleep 7777.${process.pid}${++serial}`;
const argument = (program: string) => program.slice("sleep ".length);

async function endsWithoutLeftovers(way: string, sandbox: (root: string) => Sandbox | undefined) {
  const program = sleeper();
  const folder = tempFolder();
  const { run, session } = openShell({ sandbox: sandbox(folder) }, undefined, folder);
  await run(`${way.replaceAll("MARK", () => program)}\ntrue`);
  await expect.poll(() => count(argument(program))).toBeGreaterThan(0);
  await session[Symbol.asyncDispose]();
  expect(count(argument(program))).toBe(0);
}

// Elsewhere there is no /proc to look into.
describe.runIf(isLinux)(`attack 18, survivors: nothing survives its session${whyNot}`, () => {
  it.each(Object.entries(escapes))("%s", (_, way) => endsWithoutLeftovers(way, () => undefined));
});

// Without bubblewrap there is nothing to try.
describe.runIf(hasBubblewrap)(
  `nothing survives its session in bubblewrap${hasBubblewrap ? "" : " (skipped: bwrap does not work here)"}`,
  () => {
    it.each(Object.entries(escapes))("%s", (_, way) =>
      endsWithoutLeftovers(way, (root) => bubblewrap({ roots: [root] })),
    );

    it("not even what takes its tag off", () =>
      endsWithoutLeftovers("ulimit -S -m 1000; (env -i /usr/bin/setsid /bin/sh -c 'MARK & exit' &)", (root) =>
        bubblewrap({ roots: [root] }),
      ));
  },
);

// Elsewhere there is no /proc to look into.
describe.runIf(isLinux)(`nothing survives a command that is stopped${whyNot}`, () => {
  it("with all eight ways at once", async () => {
    const program = sleeper();
    const ways = Object.values(escapes).map((way) => way.replaceAll("MARK", () => program));
    const { run } = openShell();
    const ran = await run(`${ways.join("\n")}\nwait`, { timeout: 1_000 });
    expect(ran.status).toBe("timed_out");
    expect(count(argument(program))).toBe(0);
  });

  it("and one that cleans up when it is asked to end has the time", async () => {
    const { run } = openShell();
    await run(`trap 'sleep 0.05; echo cleaned > cleaned; exit' TERM; while :; do sleep 0.01; done`, { timeout: 1_000 });
    expect((await run("cat cleaned")).output).toBe("cleaned\n");
  });
});
