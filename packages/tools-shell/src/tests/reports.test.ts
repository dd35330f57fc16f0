import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bubblewrap, probeSandbox } from "@holdall/sandbox";
import { expect, test } from "vitest";
import { openShell, tempFolder } from "./_session.fixture.ts";

const { works } = await probeSandbox(bubblewrap);

/** Inputs after public reports about other tools and about libraries that are used here. */

test("a full screen is left out, and what is printed around it stays", async () => {
  const { run } = openShell();
  const screen = String.raw`\033[?1049h\033[22;0;0t\033[1;1Hpicture\033[24;1H\033[?1049l`;
  const { output, notes } = await run(`printf 'before\\n${screen}after\\n'`);
  expect(output).toBe("before\nafter");
  expect(notes.join("\n")).toMatch(/no terminal here[\s\S]*tools for files/);
  expect((await run(`printf 'a\\n\\033[?47hpicture without an end'`)).output).toBe("a");
  expect((await run(`printf '\\033[31mred\\033[0m\\n'`)).output).toBe("red\n");
});

test("a program for a terminal is not started, and tools for files are named", async () => {
  const { session } = openShell();
  const result = await session.call("bash", { command: "vim a.txt" });
  expect(result).toMatchObject({ ok: false, error: { code: "unsupported" } });
  expect(JSON.stringify(result.content)).toMatch(/vim needs a terminal.*Nothing was run[\s\S]*edit_file/);
});

// Without bubblewrap, commands write in .git and have the network.
test.runIf(works)(
  "a command that cannot write in .git, or finds no network, names the level, also when it says nothing",
  async () => {
    const folder = tempFolder();
    const { run } = openShell({ sandbox: bubblewrap({ roots: [folder] }) }, undefined, folder);
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: folder });
    writeFileSync(join(folder, "a"), "1");
    git("init", "-q");
    git("add", "a");
    git("commit", "-qm", "a");
    writeFileSync(join(folder, "a"), "2");
    for (const command of ["git stash", "git commit -am b", "git tag v1"])
      expect([command, (await run(command)).notes.join()]).toEqual([command, expect.stringContaining('"git_write"')]);
    expect((await run("git diff --quiet")).notes).toEqual([]);
    for (const command of ["curl -s https://example.com | cat", "echo 'no such host'; false"])
      expect((await run(command)).notes.join()).toMatch(/no network at the level default.*permissions: "network"/);
  },
);

test("after PATH is unset, calls say how to go on", async () => {
  const { run } = openShell();
  await run("unset PATH");
  const { exit_code, notes } = await run("ls");
  expect(exit_code).toBe(127);
  expect(notes.join("\n")).toMatch(/does not find ls: its PATH is unset[\s\S]*export PATH=/);
  await run("export PATH=/usr/local/bin:/usr/bin:/bin");
  expect(await run("ls")).toMatchObject({ exit_code: 0, notes: [] });
  expect((await run("no-such-program-at-all")).notes).toEqual([]);
});
