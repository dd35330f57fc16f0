// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { permissions } from "@holdall/permissions";
import { allow, deny, firstOf, type PolicyRequest } from "@holdall/tool-core";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { findBash, ownPath } from "../process/find-bash.ts";
import { createCapture } from "../shell/capture.ts";
import { openShell, tempFolder } from "./_session.fixture.ts";

afterEach(() => vi.unstubAllEnvs());

describe("attack 9, the host's environment", () => {
  test.each([
    "env",
    "printenv",
    "set",
    "declare -p",
    "export -p",
    "cat /proc/self/environ | tr '\\0' '\\n'",
    "tr '\\0' '\\n' </proc/$$/environ",
    "bash -c set",
  ])("%s tells no secret of it", async (command) => {
    vi.stubEnv("MY_SECRET_TOKEN", "hunter2-of-the-host");
    const { output } = await openShell().run(command);
    expect(output).toContain("PATH");
    expect(output).not.toContain("hunter2");
  });

  test("nor do the processes that stand between", async () => {
    vi.stubEnv("MY_SECRET_TOKEN", "hunter2-of-the-host");
    const { output } = await openShell().run("tr '\\0' '\\n' </proc/$PPID/environ; tr '\\0' ' ' </proc/$PPID/cmdline");
    expect(output).toContain("PATH=");
    expect(output).not.toContain("hunter2");
  });

  test("what runs code or changes programs does not come in with it", async () => {
    vi.stubEnv("PATH", `.:relative/bin::${process.env.PATH}`);
    for (const name of ["BASH_ENV", "ENV", "PROMPT_COMMAND", "LD_PRELOAD", "NODE_OPTIONS", "GIT_SSH_COMMAND", "PS4"])
      vi.stubEnv(name, "/evil");
    vi.stubEnv("BASH_FUNC_ls%%", "() { echo evil; }");
    const { output } = await openShell().run("env | grep -c evil; type -t ls; echo $PATH");
    const [count, kind, path = ""] = output.split("\n");
    expect([count, kind]).toEqual(["0", "file"]);
    for (const folder of path.split(":")) expect(folder).toMatch(/^\//);
  });
});

test("attack: programs that a project brings along on the PATH are none that start before the sandbox", () => {
  const brought = tempFolder();
  const bin = `${brought}/node_modules/.bin`;
  mkdirSync(bin, { recursive: true });
  writeFileSync(`${bin}/bash`, "#!/bin/sh\n", { mode: 0o755 });
  const path = `${bin}:${process.cwd()}/bin:${process.cwd()}:relative:${process.env.PATH}`;
  expect(findBash({ PATH: path })).not.toContain(brought);
  const kept = ownPath(path, process.cwd()).split(":");
  expect(kept.filter((folder) => /node_modules|^relative/.test(folder) || folder.startsWith(process.cwd()))).toEqual(
    [],
  );
  expect(kept).toContain("/usr/bin");
  expect(ownPath("/usr/bin:/bin", "/")).toBe("/usr/bin:/bin");
});

describe("attack 19, more and more", () => {
  test("of processes: all are stopped", async () => {
    const { run } = openShell();
    const name = `bomb-of-test-${process.pid}`;
    const bomb = `bomb() { (($1 > 0)) && { bomb $(($1 - 1)) & bomb $(($1 - 1)) & }; exec -a ${name} sleep 600; }; bomb 6`;
    const running = () =>
      spawnSync("pgrep", ["-f", `^${name} `])
        .stdout.toString()
        .split("\n").length - 1;
    const ran = run(bomb, { timeout: 2_000 });
    await expect.poll(running, { timeout: 2_000, interval: 20 }).toBeGreaterThan(20);
    expect((await ran).status).toBe("timed_out");
    expect(running()).toBe(0);
  });

  test("of disk: a file has a limit", async () => {
    const { run, folder } = openShell({ limits: { fileSize: 50_000 } });
    await run("cat /dev/zero > fill");
    const { length } = readFileSync(`${folder}/fill`);
    expect(length, "as far as the limit it was written").toBeGreaterThan(40_000);
    expect(length).toBeLessThanOrEqual(51_200);
  });

  test("of processor time: a loop ends", async () => {
    const ran = await openShell({ limits: { cpuTime: 1 } }).run("(while :; do :; done); echo $?");
    expect(ran.output).toContain("137");
  }, 15_000);

  test("of output without line breaks, in the middle of a character, for ever", async () => {
    const ran = await openShell({ maxFileBytes: 500_000 }).run("while :; do printf '😀%.0s' {1..1000}; done");
    expect(ran.status).toBe("stopped");
    expect(ran.output).toMatch(/^😀+\n\[… .* left out …\]\n😀+$/u);
  });
});

// As bytes, which every locale writes alike.
test.each([
  ["clears the screen", "\\033[2J\\033[Hfake", "fake"],
  ["writes to the clipboard", "a\\033]52;c;cm0gLXJm\\007b", "ab"],
  ["links elsewhere", "\\033]8;;http://evil\\007text\\033]8;;\\007", "text"],
  ["renames the window", "\\033]0;title\\007x", "x"],
  ["overwrites what was there", "evil\\rgood", "good"],
  ["turns text around", "user\\xe2\\x80\\xaegnp.exe", "user<U+202E>gnp.exe"],
  ["hides text in tags", "a\\xf3\\xa0\\x81\\x81b", "a<U+E0041>b"],
  ["hides characters", "a\\xe2\\x80\\x8bb\\xef\\xbb\\xbfc", "a<U+200B>b<U+FEFF>c"],
  ["rings", "a\\007b", "a<U+0007>b"],
  ["never ends its sequence", "a\\033]0;rest", "a0;rest"],
])("attack 24, output that %s: neutral for the model, raw on disk", async (_, text, shown) => {
  const { run, folder } = openShell({ errors: "apart", maxChars: 1_000 });
  const { output, errors } = await run(
    `printf '%b' $'${text.replace(/'/g, "\\'")}' | tee raw; printf '%b' $'${text}' >&2`,
  );
  expect([output, errors]).toEqual([shown, shown]);
  const long = await run("cat raw; head -c 3000 /dev/zero | tr '\\0' x");
  const raw = readFileSync(`${folder}/raw`);
  expect(raw.toString()).not.toBe(shown);
  expect(readFileSync(long.output_path ?? "").subarray(0, raw.length)).toEqual(raw);
});

test("attack 30, files that others can foresee: a log is never written through a link or over a file", () => {
  const folder = tempFolder();
  writeFileSync(`${folder}/victim`, "precious");
  symlinkSync(`${folder}/victim`, `${folder}/link`);
  for (const path of [`${folder}/link`, `${folder}/victim`]) {
    const capture = createCapture(() => path, 1_000);
    capture.push(Buffer.from("evil"));
    expect(capture.save()).toBeUndefined();
  }
  expect(readFileSync(`${folder}/victim`, "utf8")).toBe("precious");
});

test("attack 30, files that others can foresee: the names are random, the folder is private", async () => {
  const outputFolder = tempFolder();
  const files = await Promise.all(
    [1, 2].map(async () => (await openShell({ outputFolder }).run("seq 20000")).output_path),
  );
  expect(new Set(files.map((file) => file?.split("/").at(-3))).size).toBe(2);
});

describe("attack 32, the shell runs something else than what was judged", () => {
  const rules = (folder: string) =>
    permissions({ rules: [{ allow: ["bash(ls:*)", "bash(echo:*)"] }], roots: [folder] }).policy;

  it("because an earlier command made a function of that name", async () => {
    const folder = tempFolder();
    let isTrusting = true;
    const trust = firstOf(() => (isTrusting ? { effect: "allow" } : undefined), rules(folder));
    const { session } = openShell({}, trust, folder);
    await session.call("bash", { command: "ls() { touch made; }; function echo { touch made; }" });
    isTrusting = false;
    for (const command of ["ls", "echo hi", "true && ls -l", "$(ls)"]) {
      expect(await session.call("bash", { command })).toMatchObject({
        ok: false,
        error: { code: "permission_denied" },
      });
    }
    expect(existsSync(`${folder}/made`)).toBe(false);
    expect(await session.call("bash", { command: "ls", fresh: true })).toMatchObject({ ok: true });
  });

  it("because a command that ran meanwhile has moved the shell", async () => {
    const folder = tempFolder();
    const policy = firstOf(deny({ actions: ["write"], under: `${folder}/sub` }), allow());
    const { session, run } = openShell({}, policy, folder);
    mkdirSync(`${folder}/sub`);
    const commands = ["sleep 0.1; cd sub", "touch made"];
    const [, second] = await session.callAll(commands.map((command) => ({ tool: "bash", input: { command } })));
    expect(second).toMatchObject({ ok: false, error: { code: "permission_denied" } });
    expect((await run("pwd; ls")).output).toBe(`${folder}/sub\n`);
  });

  it("because an alias or an option of an earlier command is still on", async () => {
    const { run } = openShell();
    await run("shopt -s expand_aliases; alias pwd='echo evil'; set -f");
    expect((await run("pwd; eval pwd; echo /et[c]")).output).toMatch(/^\/.*\n\/.*\n\/etc\n$/);
  });

  it("and is not asked about twice when it does not", async () => {
    const asked: string[] = [];
    const policy = ({ access }: PolicyRequest) => {
      asked.push(`${access?.action} ${access?.target}`);
      return { effect: "allow" } as const;
    };
    const { run, folder } = openShell({}, policy);
    await run("mkdir sub; cd sub");
    asked.length = 0;
    await run("cat f > ../g");
    expect(asked.sort()).toEqual(["execute cat f", `read ${folder}/sub/f`, `write ${folder}/g`]);
  });
});

describe("a command that reaches for its shell's own channels", () => {
  const refused = {
    ok: false,
    error: { code: "unavailable", message: expect.stringContaining("used the shell's control channel") },
  };

  test.each([
    "for n in {3..255}; do { printf '\\0000\\0\\0/evil\\0' >&$n; } 2>/dev/null; done; true",
    "for f in /proc/$$/fd/*; do [[ $(readlink $f) == *.control ]] && printf '\\0000\\0\\0/evil\\0' >$f; done; true",
    "for f in /proc/$$/fd/*; do [[ $(readlink $f) == *.control ]] && echo 'f () ' >$f; done; true",
    "for f in /proc/$$/fd/*; do [[ $(readlink $f) == *.control ]] && echo noise >$f; done; true",
  ])("is not believed: %s", async (command) => {
    const { session, run, folder } = openShell();
    expect(await session.call("bash", { command })).toMatchObject(refused);
    expect((await run("pwd")).output).toBe(`${folder}\n`);
  });

  test("or prints what looks like an end, is read to its real end", async () => {
    const { total_bytes } = await openShell().run("echo $__command; printf '\\0000\\0\\0/evil\\0'; echo still");
    expect(total_bytes).toBe("echo $__command; printf '\\0000\\0\\0/evil\\0'; echo still\n".length + 10 + 6);
  });
});
