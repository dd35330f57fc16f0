import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cleanEnvironment } from "../_environment.ts";
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

test.each(["core.fsmonitor", "core.pager", "pager.status", "sequence.editor"])(
  "a program that the checkout sets as %s is not run",
  async (key) => {
    const { program, hasRun } = witness(tempFolder());
    const { run, folder } = openShell();
    git(folder, "init", "-q");
    git(folder, "config", key, program);
    mkdirSync(join(folder, "src"));
    expect((await run("cd src && git status && git -p status")).exit_code).toBe(0);
    expect(hasRun()).toBe(false);
  },
);

test("a signature that the checkout wants shown starts no program of it", async () => {
  const { program, hasRun } = witness(tempFolder());
  const { run, folder } = openShell();
  git(folder, "init", "-q");
  git(folder, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "x");
  const commit = execFileSync("git", ["cat-file", "commit", "HEAD"], { cwd: folder, encoding: "utf8" });
  const signed = commit.replace(
    "\n\n",
    "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n",
  );
  const hashed = execFileSync("git", ["hash-object", "-t", "commit", "-w", "--stdin"], { cwd: folder, input: signed });
  git(folder, "update-ref", "HEAD", hashed.toString().trim());
  git(folder, "config", "log.showSignature", "true");
  git(folder, "config", "gpg.program", program);
  git(folder, "log");
  // Without the settings, git runs it.
  expect(hasRun()).toBe(true);
  rmSync(join(program, "../ran"));
  expect((await run("git log")).exit_code).toBe(0);
  expect(hasRun()).toBe(false);
});

test("settings that the host gives for git stay", async () => {
  const given = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: "Me" };
  const { run } = openShell({ env: given });
  expect((await run("git config user.name; git config safe.bareRepository")).output).toBe("Me\nexplicit\n");
  expect(cleanEnvironment({ GIT_CONFIG_COUNT: "x" }, {})).toMatchObject({ GIT_CONFIG_COUNT: "5" });
});
