import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Progress } from "@holdall/tool-core";
import { describe, expect, it, test } from "vitest";
import { openShell } from "./tests/_session.fixture.ts";

describe("output", () => {
  it("is whole up to its limit", async () => {
    const { run } = openShell({ maxChars: 1_000 });
    const ran = await run("printf '%0999d\\n' 0");
    expect(ran.output).toHaveLength(1_000);
    expect(ran).toMatchObject({ total_bytes: 1_000, notes: [] });
    expect(ran.output_path).toBeUndefined();
  });

  it("beyond it shows whole lines of its start and end, and is whole in a file for its owner alone", async () => {
    const { run } = openShell();
    const { output, output_path = "", total_bytes, notes } = await run("seq 100000");
    const lines = output.split("\n");
    expect(output.length).toBeLessThan(30_100);
    expect([lines[0], lines.at(-2)]).toEqual(["1", "100000"]);
    const gap = lines.findIndex((line) => line.startsWith("[…"));
    expect(lines[gap]).toMatch(/^\[… \d+\.\d KB left out …\]$/);
    for (const line of [...lines.slice(0, gap), ...lines.slice(gap + 1, -1)]) expect(line).toMatch(/^\d+$/);
    expect(total_bytes).toBe(588_895);
    expect(readFileSync(output_path, "utf8").split("\n")[99_999]).toBe("100000");
    expect([statSync(output_path).mode & 0o777, statSync(dirname(output_path)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(notes.join()).toContain(`All of it: ${output_path}`);
  });

  it("is cut between characters", async () => {
    const { run } = openShell({ maxChars: 1_001 });
    const { output } = await run("for i in {1..40000}; do printf '😀é'; done");
    expect(output).toMatch(/^[😀é]+\n\[… .* left out …\]\n[😀é]+$/u);
    expect(output).not.toContain("\ufffd");
  });

  it("is kept up to a limit on disk, and says so", async () => {
    const { run } = openShell({ maxFileBytes: 300_000 });
    const { output_path = "", notes, output } = await run("seq 100000; echo the end");
    expect(statSync(output_path).size).toBe(300_000);
    expect(notes.join()).toContain("The first 293.0 KB of it");
    expect(output.endsWith("the end\n")).toBe(true);
  });

  it("without end stops its command soon", async () => {
    const { run } = openShell({ maxFileBytes: 1_000_000 });
    const ran = await run("yes");
    expect(ran.status).toBe("stopped");
    expect(ran.total_bytes).toBeGreaterThan(4_000_000);
    expect(ran.notes.join()).toMatch(/It was stopped: it had printed .* Filter its output/);
  });

  it("of progress bars shows the last state, and counts the others", async () => {
    const { run } = openShell();
    const { output, notes } = await run("for i in 1 2 3; do printf '\\r%s0%%' $i; done; echo; printf 'a\\r\\nb\\r\\n'");
    expect(output).toBe("30%\na\nb\n");
    expect(notes[0]).toBe("2 overwritten lines, such as progress bars, are left out.");
    expect(notes[1]).toMatch(/^All of it: /);
  });

  it.each(["head -c 5000 /dev/zero", "head -c 5000 /dev/urandom", "printf 'PK\\003\\004\\0\\0rest'"])(
    "that is binary (%s) is kept and not shown",
    async (command) => {
      const { run } = openShell();
      const { output, output_path = "", notes, total_bytes } = await run(command);
      expect(output).toBe("");
      expect(notes[0]).toMatch(/^The output is binary: /);
      expect(statSync(output_path).size).toBe(total_bytes);
    },
  );

  it("comes without waiting for those who hold the pipe", async () => {
    const { run } = openShell();
    const ran = await run("(sleep 300; echo late) & echo now");
    expect(ran.output).toBe("now\n");
    expect(ran.notes.join()).toMatch(/It left a process running \(\d+\), which is stopped when the session ends/);
    const replaced = await run("(sleep 300) & exec echo replaced");
    expect(replaced).toMatchObject({ output: "replaced\n", exit_code: 0 });
  });

  it("of a substitution that is a moment late still belongs to its command", async () => {
    expect((await openShell().run("echo slow > >(sleep 0.02; cat)")).output).toBe("slow\n");
  });

  it("of a process that was left running is told apart from that of the next command", async () => {
    const { run, folder } = openShell();
    await run("(until test -e go; do sleep 0.01; done; echo stray; touch done) & true");
    writeFileSync(`${folder}/go`, "");
    // Without a turn of the event loop, which would read it.
    while (!existsSync(`${folder}/done`));
    const { output, notes } = await run("echo mine");
    expect(output).toBe("mine\n");
    expect(notes).toEqual(["Output from processes that earlier commands left running:\nstray"]);
  });
});

describe("time", () => {
  it("runs out, and then the command has ended with all it started, and the text says what to do", async () => {
    const { run, read } = openShell({ timeout: 300 });
    const text = await read(`sleep 70.${process.pid} & setsid sleep 70.${process.pid} & sleep 71.${process.pid}`);
    expect(text).toContain("[timed out");
    expect(text).toContain(
      "It timed out after 0.3 s and was stopped with everything it had started. For longer work, set timeout (up to 600000 ms) or use run_in_background: true",
    );
    expect((await run(`pgrep -f 'sleep 7[01][.]${process.pid}$' || echo none`)).output).toBe("none\n");
  });

  it("keeps what was printed before it ran out", async () => {
    const ran = await openShell().run("echo early; sleep 60", { timeout: 1_000 });
    expect(ran).toMatchObject({ output: "early\n", status: "timed_out" });
  });

  it("below a second is read as seconds, and says so", async () => {
    const { status, notes } = await openShell().run("sleep 0.1", { timeout: 10 });
    expect({ status, notes }).toEqual({
      status: "exited",
      notes: ["timeout was interpreted as seconds: 10 s. Milliseconds start at 1000."],
    });
  });

  it("is limited, and says which limit was used", async () => {
    const { run } = openShell({ maxTimeout: 250 });
    const { notes, status } = await run("sleep 60", { timeout: 5_000 });
    expect(status).toBe("timed_out");
    expect(notes[0]).toBe("timeout is limited to 250 ms; that was used instead of 5000 ms.");
  });

  it("is told while a command runs", async () => {
    const reports: Progress[] = [];
    await openShell({ progressEvery: 50 }).run(
      "echo one; sleep 0.3; echo two",
      {},
      (report) => void reports.push(report),
    );
    expect(reports.length).toBeGreaterThanOrEqual(3);
    expect(reports.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^0\.\d s, 4 B printed: one$/));
  });

  it("that a call waits for others does not count", async () => {
    const { session } = openShell();
    const calls = ["sleep 1.2", "echo in time"].map((command) => ({
      tool: "bash",
      input: { command, timeout: 5_000 },
    }));
    const [, second] = await session.callAll([
      calls[0]!,
      { ...calls[1]!, input: { command: "echo in time", timeout: 1_000 } },
    ]);
    expect(second).toMatchObject({ ok: true, output: { status: "exited", output: "in time\n" } });
  });

  it("ends when the call is cancelled", async () => {
    const { session, run } = openShell();
    const controller = new AbortController();
    const calling = session.call(
      "bash",
      { command: `touch started; sleep 72.${process.pid}` },
      { signal: controller.signal },
    );
    await expect.poll(() => existsSync(`${session.cwd}/started`)).toBe(true);
    controller.abort();
    expect(await calling).toMatchObject({ ok: false, error: { code: "aborted" } });
    expect((await run(`pgrep -f 'sleep 72[.]${process.pid}$' || echo none`)).output).toBe("none\n");
  });
});

test.each([
  ["printf 'Proceed? [y/N] '; read a || exit 1", "Proceed? [y/N]"],
  ["printf 'Password: '; false", "Password:"],
  ["echo; printf 'Are you sure you want to continue connecting (yes/no/[fingerprint])? '; false", "Are you sure"],
  ["printf 'Enter passphrase for key /x: '; sleep 9", "Enter passphrase for key /x:"],
])("a question is explained: %s", async (command, prompt) => {
  const { notes } = await openShell({ timeout: 400 }).run(command);
  expect(notes.join()).toContain(`It prompted for input ("${prompt}`);
});

test("what only looks like a question is none", async () => {
  const { notes } = await openShell().run(
    "echo 'use Password: as a prefix'; echo 'Continue? [y/N] was answered'; echo done",
  );
  expect(notes).toEqual([]);
});

test("limits hold for every process", async () => {
  const { run, folder } = openShell({ limits: { fileSize: 100_000 } });
  expect((await run("head -c 1000000 /dev/zero > big; ulimit -f")).output).toContain("98\n");
  expect(statSync(`${folder}/big`).size).toBeLessThanOrEqual(100_352);
});
