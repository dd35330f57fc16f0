import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { bubblewrap, noSandbox } from "@holdall/sandbox";
import type { Sandbox, SandboxReport } from "@holdall/sandbox/port";
import { sessionTasks } from "@holdall/tools-tasks/port";
import { describe, expect, it, test } from "vitest";
import { openShell, tempFolder } from "./_session.fixture.ts";

const hasBubblewrap = spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"]).status === 0;
const why = hasBubblewrap ? "" : " (skipped: bwrap does not work here)";

/** What a call would have to be allowed. */
async function accessOf(sandbox: Sandbox | undefined, input: object): Promise<string[]> {
  const decision = await openShell({ sandbox }).session.decide("bash", { command: "echo hi", ...input });
  return decision.access.map(({ action, target }) => `${action} ${target}`);
}

describe("how far a call may reach is an access of its own", () => {
  test.each(["network", "git_write", "all"])("%s", async (level) => {
    expect(await accessOf(undefined, { permissions: level })).toEqual(["execute echo hi", `execute sandbox:${level}`]);
  });

  test("the usual level is none", async () => {
    expect(await accessOf(undefined, {})).toEqual(["execute echo hi"]);
  });

  test("where a sandbox confines nothing, every command is one without", async () => {
    expect(await accessOf(noSandbox, {})).toEqual(["execute echo hi", "execute sandbox:all"]);
    expect(await accessOf(noSandbox, { permissions: "network" })).toEqual(["execute echo hi", "execute sandbox:all"]);
  });

  test("and there one shell is good for all levels", async () => {
    const { run } = openShell({ sandbox: noSandbox });
    await run("x=1");
    expect((await run("echo $x", { permissions: "network" })).output).toBe("1\n");
  });
});

/** Starts programs as they are, and reports what a test says. */
function fakeSandbox(report: Partial<SandboxReport>, argv?: readonly string[]): Sandbox {
  return {
    ...noSandbox,
    name: "fake",
    confines: () => true,
    launch: async (request) => ({
      ...(await noSandbox.launch({ ...request, argv: argv ?? request.argv })),
      report: async () => ({ needed: { write: [], network: [] }, tampered: [], ...report }),
    }),
  };
}

describe("a sandbox", () => {
  it("that cannot start is no failure of the command", async () => {
    const sandbox = fakeSandbox({}, ["sh", "-c", "echo 'cannot make namespaces' >&2; exit 1"]);
    const result = await openShell({ sandbox }).session.call("bash", { command: "echo hi" });
    expect(result).toMatchObject({ ok: false, error: { code: "unavailable" } });
    expect(!result.ok && result.error.message).toBe("The sandbox failed, not the command: cannot make namespaces");
  });

  it("that failed underneath a command is no failure of the command either", async () => {
    const { read } = openShell({ sandbox: fakeSandbox({ failure: "bwrap: Can't mount proc" }) });
    expect(await read("true")).toContain("The sandbox failed, not the command: bwrap: Can't mount proc");
  });

  it("says what it denied, and what was changed nevertheless", async () => {
    const report = {
      needed: { write: ["/etc/x"], network: ["example.com:443"] },
      tampered: ["/w/.git/hooks/pre-commit"],
    };
    const { denied, notes } = await openShell({ sandbox: fakeSandbox(report) }).run("true");
    expect(denied).toEqual({ ...report.needed, tampered: report.tampered });
    expect(notes.join("\n")).toMatch(
      /writing to \/etc\/x.*access to example\.com:443.*protected files were created or changed.*pre-commit/s,
    );
  });

  it("is told the hosts that a command names", async () => {
    const asked: (readonly string[] | undefined)[] = [];
    const sandbox: Sandbox = {
      ...noSandbox,
      confines: () => true,
      launch: (request) => {
        asked.push(request.domains);
        return noSandbox.launch(request);
      },
    };
    const { run } = openShell({ sandbox, domains: ["registry.npmjs.org"] });
    await run("true || curl https://example.com:8443/x", { permissions: "network" });
    expect(asked).toEqual([["registry.npmjs.org", "example.com:8443"]]);
  });
});

// Without bubblewrap there is nothing to try.
describe.runIf(hasBubblewrap)(`in bubblewrap${why}`, () => {
  const open = () => {
    const folder = tempFolder();
    mkdirSync(`${folder}/.git`);
    writeFileSync(`${folder}/.git/config`, "[core]\n");
    return openShell({ sandbox: bubblewrap({ roots: [folder] }) }, undefined, folder);
  };

  it("the session's shell keeps its state, and writes where it may", async () => {
    const { run, folder } = open();
    await run("mkdir sub; cd sub; x=1; f() { echo f; }");
    expect((await run("f; echo $x > file; pwd")).output).toBe(`f\n${folder}/sub\n`);
    expect(readFileSync(`${folder}/sub/file`, "utf8")).toBe("1\n");
    const denied = await run("echo evil >> ../.git/config; touch /usr/evil; cat < /dev/tcp/127.0.0.1/9");
    expect(readFileSync(`${folder}/.git/config`, "utf8")).toBe("[core]\n");
    expect(denied.denied?.write.join()).toContain("/usr/evil");
  });

  it("another level has a shell of its own, with the folder and nothing else of the session's", async () => {
    const { run, folder } = open();
    await run("mkdir sub; cd sub; export x=1; git() { echo evil; }");
    const ran = await run('echo "[$x]"; type -t git; echo y >> ../.git/HEAD; y=2; pwd', { permissions: "git_write" });
    expect(ran.output).toBe(`[]\nfile\n${folder}/sub\n`);
    expect(ran.notes.join()).toContain("It ran in a separate shell, as the level git_write requires");
    expect(readFileSync(`${folder}/.git/HEAD`, "utf8")).toBe("y\n");
    expect((await run('echo "$x[$y]"; pwd')).output).toBe(`1[]\n${folder}/sub\n`);
  });

  it("a level of its own leaves no process behind", async () => {
    const { run } = open();
    await run(`sleep 8888.${process.pid} & disown`, { permissions: "git_write" });
    expect(spawnSync("pgrep", ["-f", `sleep 8888[.]${process.pid}$`]).status).toBe(1);
  });

  it("all is without it", async () => {
    const { run } = open();
    expect((await run("ls /proc | grep -c '^[0-9]'")).output.trim().length).toBe(1);
    expect(Number((await run("ls /proc | grep -c '^[0-9]'", { permissions: "all" })).output)).toBeGreaterThan(9);
  });

  it("time runs out for everything in it, and the state goes on", async () => {
    const { run } = open();
    await run("x=kept");
    await run("until false; do sleep 0.01; done", { timeout: 1_000 });
    await run(`setsid sleep 9999.${process.pid} & sleep 9999.${process.pid}`, { timeout: 1_000 });
    expect(spawnSync("pgrep", ["-f", `sleep 9999[.]${process.pid}$`]).status).toBe(1);
    expect((await run("echo $x")).output).toBe("kept\n");
  });

  it("a task has the session's variables", async () => {
    const { run, session } = open();
    await run("export PORT=3000; serve() { echo port $PORT; }");
    const { task_id = "" } = await run("serve", { run_in_background: true });
    const task = session.state(sessionTasks).get(task_id);
    expect(await task?.work?.ended).toMatchObject({ status: "completed" });
    expect((await task?.work?.read(0, 100))?.text).toBe("port 3000\n");
  });
});
