// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
import { mkdirSync, readFileSync, rmdirSync, statSync, symlinkSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { openShell, tempFolder } from "./tests/_session.fixture.ts";

describe("the shell of a session", () => {
  it("keeps folder, variables and functions between calls", async () => {
    const { run, folder } = openShell();
    await run("mkdir sub && cd sub; x='two words'; export Y=exported; greet() { echo \"hello $1\"; }; list=(a b)");
    const { output, cwd } = await run("pwd; echo $x; bash -c 'echo $Y'; greet you; echo ${#list[@]}");
    expect(output).toBe(`${folder}/sub\ntwo words\nexported\nhello you\n2\n`);
    expect(cwd).toBe(`${folder}/sub`);
  });

  it("runs one command elsewhere and stays where it is", async () => {
    const { run, folder } = openShell();
    expect(await run("pwd", { cwd: "/usr" })).toMatchObject({ output: "/usr\n", cwd: folder });
    expect((await run("pwd")).output).toBe(`${folder}\n`);
  });

  it("is in real folders, so that `..` means the same to it and to who judges it", async () => {
    const { run, folder } = openShell();
    mkdirSync(`${folder}/a/b`, { recursive: true });
    symlinkSync(`${folder}/a/b`, `${folder}/link`);
    expect((await run("cd link")).cwd).toBe(`${folder}/a/b`);
    expect((await run("set +P; cd ../../link; pwd -L; true")).cwd).toBe(`${folder}/a/b`);
    expect((await run("cd ..")).cwd).toBe(`${folder}/a`);
  });

  it("is fresh on request, and goes back to where the session began", async () => {
    const { run, folder } = openShell();
    await run("cd /usr; x=1; f() { :; }");
    const { output, cwd } = await run("echo x=$x; type f; pwd", { fresh: true });
    expect(output).toBe(`x=\nbash: line 1: type: f: not found\n${folder}\n`);
    expect(cwd).toBe(folder);
  });

  it("takes calls that come together one after another", async () => {
    const { session } = openShell();
    const commands = ["x=1; sleep 0.05; echo a$x", "x=2; echo b$x", "echo c$x"];
    const results = await session.callAll(commands.map((command) => ({ tool: "bash", input: { command } })));
    expect(results.map((result) => result.ok && (result.output as { output: string }).output)).toEqual([
      "a1\n",
      "b2\n",
      "c2\n",
    ]);
  });

  it("goes on with the same state after exit, and says that another one does", async () => {
    const { run } = openShell();
    await run("cd /usr; x=kept; readonly r=const; declare -A map=([k]=v); f() { echo from f; }");
    const ended = await run("x=lost; echo before; exit 3");
    expect(ended).toMatchObject({ output: "before\n", exit_code: 3, cwd: "/usr" });
    expect(ended.notes.join()).toContain("The command ended the shell: the next command starts in /usr");
    expect((await run("echo $x $r ${map[k]}; f; pwd")).output).toBe("kept const v\nfrom f\n/usr\n");
  });

  it.each([
    ["set -e; false; echo not reached", 1],
    ["exec sh -c 'exit 7'", 7],
    [": ${nothing:?is missing}", 127],
    ["set -u; echo $nothing", 127],
    ["kill -9 $$", 137],
  ])("survives %s", async (command, code) => {
    const { run } = openShell();
    await run("x=1");
    expect((await run(command)).exit_code).toBe(code);
    expect((await run("echo $x")).output).toBe("1\n");
  });

  it("ends shell options, aliases and traps with their command", async () => {
    const { run } = openShell();
    expect((await run("trap 'echo leaving' EXIT; echo working")).output).toBe("working\nleaving\n");
    expect((await run("set -eux -o pipefail -f; shopt -s expand_aliases; alias echo=false; true")).exit_code).toBe(0);
    expect((await run('echo "[$nothing]" $-; false | true; echo *')).output).toMatch(/^\[\] \w+\n/);
    expect((await run("trap -p")).output).toBe("");
  });

  it("says when its folder has gone, runs nothing, and goes back", async () => {
    const { run, read, folder } = openShell();
    await run("mkdir gone && cd gone");
    rmdirSync(`${folder}/gone`);
    expect(await read("touch made")).toContain(`The shell's folder ${folder}/gone no longer exists. Nothing was run.`);
    expect((await run("pwd")).output).toBe(`${folder}\n`);
    const inside = await run(`mkdir gone && cd gone && rmdir ${folder}/gone`);
    expect(inside.notes).toEqual([`The folder it ended in no longer exists, so the next command starts in ${folder}.`]);
    expect(await read("pwd", { cwd: "nowhere" })).toContain(`There is no folder ${folder}/nowhere. Nothing was run.`);
  });

  it("finds a folder again that was made anew", async () => {
    const { run, folder } = openShell();
    await run("mkdir again && cd again");
    rmdirSync(`${folder}/again`);
    mkdirSync(`${folder}/again`);
    expect((await run("echo x > f; pwd")).output).toBe(`${folder}/again\n`);
    expect(readFileSync(`${folder}/again/f`, "utf8")).toBe("x\n");
  });

  it("goes on in a restored session where it was, and says that it is new", async () => {
    const { run, session, folder } = openShell();
    await run("mkdir deep; cd deep; x=1");
    const { openSession, allow } = await import("@holdall/tool-core");
    await using restored = openSession(session.registry, { policy: allow(), restore: session.snapshot() });
    const result = await restored.call("bash", { command: "pwd; echo x=$x" });
    expect(result).toMatchObject({ ok: true, output: { output: `${folder}/deep\nx=\n` } });
    expect(JSON.stringify(result.ok && result.output)).toContain("This session continues in a new shell");
  });
});

describe("what a command is", () => {
  test.each([
    ["echo a; echo b >&2; echo c; echo d >&2", "a\nb\nc\nd\n", 0],
    ["cat <<'E'\n$x `y`\nE", "$x `y`\n", 0],
    ["if", "bash: eval: line 2: syntax error: unexpected end of file\n", 2],
    ["echo 'unclosed", "bash: eval: line 1: unexpected EOF while looking for matching `''\n", 2],
    ["\n\nnope", "bash: line 3: nope: command not found\n", 127],
    ["for i in 1 2; do\n  echo $i\ndone", "1\n2\n", 0],
    ['echo $0 $# "$*"', "bash 0 \n", 0],
    ["cat", "", 0],
    ['read -r line; echo "$? [$line]"', "1 []\n", 0],
    ["(exit 300)", "", 44],
    ["sh -c 'kill -TERM $$'; echo $?", "Terminated\n143\n", 0],
    ["printf 'no newline'", "no newline", 0],
    ["printf '%s' \"$'\\x41'\"", "$'\\x41'", 0],
  ])("%j", async (command, output, code) => {
    const ran = await openShell().run(command);
    expect(ran.output).toBe(output);
    expect(ran.exit_code).toBe(code);
  });

  test("a megabyte of it", async () => {
    const { run } = openShell();
    expect((await run(`x='${"y".repeat(1_000_000)}'; echo \${#x}`)).output).toBe("1000000\n");
  });

  test.each(["", "  \n ", "echo a\0b"])("%j is refused", async (command) => {
    const result = await openShell().session.call("bash", { command });
    expect(result).toMatchObject({ ok: false, error: { code: "invalid_input" } });
  });

  test.each(["execute_command", "runCommand", "run_command", "Bash"])("%s runs it as well", async (name) => {
    const { session } = openShell();
    expect(await session.call(name, { cmd: "echo hi" })).toMatchObject({ ok: true, output: { output: "hi\n" } });
  });

  test("errors may go apart", async () => {
    const { run } = openShell({ errors: "apart" });
    expect(await run("echo out; echo err >&2; x=1")).toMatchObject({ output: "out\n", errors: "err\n" });
    expect((await run("echo $x")).errors).toBeUndefined();
  });
});

test("the shell's own descriptors are nowhere to be seen", async () => {
  const { run } = openShell();
  const { output } = await run("ls /proc/self/fd; bash -c 'ls /proc/self/fd'");
  expect(output).toBe("0\n1\n2\n3\n0\n1\n2\n3\n");
});

test("a command has no terminal, and nothing on stdin", async () => {
  const { run } = openShell();
  const { output } = await run("tty; readlink /proc/self/fd/0; (: </dev/tty) 2>&1; echo $PAGER $GIT_PAGER $TERM");
  expect(output).toContain("not a tty\n/dev/null\n");
  expect(output).toContain("No such device or address");
  expect(output).toContain("cat cat dumb");
});

test("files that a command makes have the usual rights", async () => {
  const { run, folder } = openShell();
  await run("umask; touch made");
  expect(statSync(`${folder}/made`).mode & 0o777).toBe(0o666 & ~process.umask());
});

test("a session that is closed leaves no file of its own", async () => {
  const outputFolder = tempFolder();
  const { run, session } = openShell({ outputFolder });
  const { output_path } = await run("seq 100000");
  expect(output_path).toContain(outputFolder);
  await session[Symbol.asyncDispose]();
  expect((await import("node:fs")).readdirSync(outputFolder)).toEqual([]);
});
