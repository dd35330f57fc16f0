import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cleanEnvironment } from "./_environment.ts";
import { openShell, tempFolder } from "./_session.fixture.ts";

/** A program that says that it ran; git calls it with arguments of its own. */
function witness(folder: string): { readonly program: string; hasRun(): boolean } {
  const program = join(folder, "witness.sh");
  writeFileSync(program, '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n');
  chmodSync(program, 0o755);
  return { program, hasRun: () => existsSync(join(folder, "ran")) };
}

const git = (cwd: string, ...args: string[]) => execFileSync("git", args, { cwd, stdio: "ignore" });

test("a folder that only looks like a repository makes git run nothing", async () => {
  const { program, hasRun } = witness(tempFolder());
  const { run, folder } = openShell();
  git(folder, "init", "-q", "--bare", "sub");
  writeFileSync(
    join(folder, "sub/config"),
    `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = ${program}\n`,
  );
  const { output, exit_code } = await run("cd sub && git status");
  expect(output).toMatch(/cannot use bare repository/);
  expect(exit_code).not.toBe(0);
  expect(hasRun()).toBe(false);
});

test("what the user's own repository makes git run goes on", async () => {
  const { program, hasRun } = witness(tempFolder());
  const { run, folder } = openShell();
  git(folder, "init", "-q");
  appendFileSync(join(folder, ".git/config"), `[core]\n\tfsmonitor = ${program}\n`);
  mkdirSync(join(folder, "src"));
  expect((await run("cd src && git status")).exit_code).toBe(0);
  expect(hasRun()).toBe(true);
});

test("settings that the host gives for git stay", async () => {
  const given = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: "Me" };
  const { run } = openShell({ env: given });
  expect((await run("git config user.name; git config safe.bareRepository")).output).toBe("Me\nexplicit\n");
  expect(cleanEnvironment({ GIT_CONFIG_COUNT: "x" }, {})).toMatchObject({ GIT_CONFIG_COUNT: "1" });
});
