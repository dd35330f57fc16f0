import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { bubblewrap } from "@holdall/sandbox";
import type { Sandbox } from "@holdall/sandbox/port";
import { describe, expect, it } from "vitest";
import { openShell, type TestShell, tempFolder } from "./_session.fixture.ts";

// Elsewhere a process cannot open another's descriptors.
const isLinux = process.platform === "linux";
const hasBubblewrap = spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"]).status === 0;

const places = [
  ["without a sandbox", isLinux, () => undefined],
  ["in bubblewrap", hasBubblewrap, (root: string) => bubblewrap({ roots: [root] })],
] as const satisfies readonly (readonly [string, boolean, (root: string) => Sandbox | undefined])[];

/** What is said of a command that lost something. */
const noted = {
  question:
    /^A process left running by an earlier command read the input meant for the shell; .* The command ran in a new shell/,
  output: /^Another process read part of its output, which is lost;/,
  reply: /^Another process read its exit status, so its exit code is unknown;/,
};

/**
 * Leaves something running that takes from what goes to the shell (210): it holds the shell still until it has taken all,
 * or as many bytes as are named. While a command runs the shell has its descriptors elsewhere, so it waits for `go`.
 */
const takeQuestion = (bytes?: number) =>
  `(until [[ -e go ]] && exec 9</proc/$$/fd/210; do sleep 0.01; done 2>/dev/null
    kill -STOP $$; until [[ $(</proc/$$/stat) == *') T '* ]]; do :; done; touch ready.210
    dd bs=${bytes ?? 65536} count=1 <&9 >taken 2>/dev/null; kill -CONT $$
    ${bytes ? "" : "exec cat <&9 >/dev/null"}) & disown`;
/** The same for what comes from it (211 output, 212 replies); the test holds its reader still. */
const takeAnswer = (descriptor: 211 | 212) =>
  `(until [[ -e go ]] && exec 9</proc/$$/fd/${descriptor}; do sleep 0.01; done 2>/dev/null; touch ready.${descriptor}; exec cat <&9 >taken) & disown`;

/** Hold this process still, and with it who reads for the session, until the file is as it should be. */
function holdUntil(file: string, isDone: (text: string) => boolean): void {
  for (const end = performance.now() + 15_000; ; ) {
    if (existsSync(file) && isDone(readFileSync(file, "latin1"))) return;
    if (performance.now() > end) throw new Error(`${file} is not as it should be: ${readFileSync(file, "latin1")}`);
  }
}

describe.each(places)("a process left running by a command, %s", (where, works, sandbox) => {
  const open = () => {
    const folder = tempFolder();
    return openShell({ sandbox: sandbox(folder) }, undefined, folder);
  };
  /** A session with `x` in its shell, and what reads from it. */
  const openWith = async (...readers: readonly string[]) => {
    const opened = open();
    await opened.run(`x=kept; ${readers.join("; ")}`);
    writeFileSync(`${opened.folder}/go`, "");
    const ready = () => readdirSync(opened.folder).filter((name) => name.startsWith("ready."));
    await expect.poll(ready).toHaveLength(readers.length);
    return opened;
  };
  /** Run a command whose answer this process does not read until the other has what it takes. */
  const runHeld = async ({ run, folder }: TestShell, command: string, isTaken: (text: string) => boolean) => {
    const ran = run(`touch begun; until [[ -e held ]]; do :; done; ${command}`);
    await expect.poll(() => existsSync(`${folder}/begun`)).toBe(true);
    writeFileSync(`${folder}/held`, "");
    holdUntil(`${folder}/taken`, isTaken);
    return ran;
  };
  // The distinction is the same there.
  const isConfined = where === "in bubblewrap";
  const skipped = works ? "" : ` (skipped: ${where} does not work here)`;

  const questions = [
    ["what is sent to the shell", undefined],
    ["a part of it after the folder", 40],
  ] as const;
  // Elsewhere a process cannot open another's descriptors, or bwrap does not work.
  it.skipIf(!works).each(isConfined ? questions.slice(0, 1) : questions)(
    `that reads %s keeps no command from running once${skipped}`,
    async (_, bytes) => {
      const { run, folder } = await openWith(takeQuestion(bytes));
      const { output, notes, cwd } = await run("echo $x; echo line >> runs; cat runs");
      expect([output, notes, cwd]).toEqual(["kept\nline\n", [expect.stringMatching(noted.question)], folder]);
      expect(await run("cat runs")).toMatchObject({ output: "line\n", notes: [] });
    },
  );

  // Elsewhere a process cannot open another's descriptors, or bwrap does not work.
  it.skipIf(!works || isConfined)(
    `that reads what commands print does not hold up who waits for them${skipped}`,
    async () => {
      const opened = await openWith(takeAnswer(211));
      // The numbers, and the sign of the end.
      const { output, notes, status } = await runHeld(
        opened,
        "seq 3; echo line >> ran",
        (text) => text.length === 6 + 36,
      );
      expect({ output, notes, status }).toEqual({
        output: "",
        notes: [expect.stringMatching(noted.output)],
        status: "exited",
      });
      await opened.run("echo $x >> ran");
      expect(readFileSync(`${opened.folder}/ran`, "utf8")).toBe("line\nkept\n");
    },
  );

  // Elsewhere a process cannot open another's descriptors, or bwrap does not work.
  it.skipIf(!works || isConfined)(
    `that reads how commands have ended does not hold up who waits for them${skipped}`,
    async () => {
      const opened = await openWith(takeAnswer(212));
      const isWhole = (text: string) => text.length > 36 && text.endsWith(`\0${text.slice(0, 36)}\0`);
      const { output, notes, exit_code } = await runHeld(opened, "echo out; echo line >> ran", isWhole);
      expect({ output, notes, exit_code }).toEqual({
        output: "out\n",
        notes: [expect.stringMatching(noted.reply)],
        exit_code: undefined,
      });
      await opened.run("echo $x >> ran");
      expect(readFileSync(`${opened.folder}/ran`, "utf8")).toBe("line\nkept\n");
    },
  );

  // Elsewhere a process cannot open another's descriptors, or bwrap does not work.
  it.skipIf(!works)(`that reads them all does not either${skipped}`, async () => {
    const { run } = await openWith(takeAnswer(211), takeAnswer(212), takeQuestion());
    expect((await run("echo line >> ran; cat ran")).output).toBe("line\n");
    expect((await run("echo $x")).output).toBe("kept\n");
  });

  // Elsewhere a process cannot open another's descriptors, or bwrap does not work.
  it.skipIf(!works || isConfined)(
    `that is silent changes nothing for a command that is long, or prints nothing for long${skipped}`,
    async () => {
      const { run } = open();
      await run("sleep 60 & disown; sleeper=$!");
      // Longer than a sleeping shell is waited for that has not begun, or has ended.
      const ran = await run(`sleep 1.2; echo '${"x".repeat(100_000)}' | wc -c`);
      expect([ran.output, ran.notes]).toEqual(["100001\n", []]);
      expect((await run("kill -0 $sleeper && echo there")).output).toContain("there");
    },
  );
});
