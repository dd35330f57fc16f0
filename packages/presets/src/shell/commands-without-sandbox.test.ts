import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openSession } from "@holdall/tool-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { coding } from "../sets/coding.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "holdall-unconfined-")));
const root = join(top, "app");
const calm = join(top, "calm");
const outside = join(top, "outside");
afterAll(() => rmSync(top, { recursive: true }));

const write = (path: string, text = "x\n") => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const git = (...args: string[]) => execFileSync("git", args, { cwd: root, stdio: "ignore" });
/** A project with a link that stays in it, a repository below it, and a CI or Git hook configuration. */
function makeCalm() {
  for (const path of ["a.txt", "src/a.ts", "src/b.ts", "plain/x", ".github/workflows/ci.yml"]) write(`../calm/${path}`);
  git("init", "-q", calm);
  git("init", "-q", join(calm, "nested"));
  symlinkSync("src/a.ts", join(calm, "linked"));
  git("-C", calm, "add", "a.txt", "src", "linked");
}

beforeAll(() => {
  mkdirSync(root);
  git("init", "-q");
  for (const path of [
    "a.txt",
    "src/a.ts",
    "src/b.ts",
    "evil/.git/hooks/pre-commit",
    "plain/x",
    "deep/.vscode/tasks.json",
  ])
    write(path);
  write("../outside/secret");
  for (const [name, target] of [
    ["hooks", ".git/hooks"],
    ["cfg", ".git/config"],
    ["dangling", ".git/hooks/post-checkout"],
    ["out", outside],
    ["linked", "src/a.ts"],
  ] as const)
    symlinkSync(target, join(root, name));
  for (const name of ["--pre=sh", "--checkpoint-action=exec=sh x", "--checkpoint=1", "-e1e x", "-t.git"])
    write(join("hostile", name));
  mkdirSync(join(root, "hostile/.git"), { recursive: true });
  git("init", "-q", "nested");
  makeCalm();
  git("init", "-q", "--bare", "bare");
  git("add", "out", "linked", "a.txt");
  git("-C", "nested", "config", "core.fsmonitor", "touch pwned");
});

const rules = [
  {
    allow:
      "echo cat ls tee cp mv ln touch rg grep tar sed sort xargs find rsync install dd git\\ status git\\ diff git\\ blame git\\ hash-object git\\ -C git\\ ls-files npm\\ test"
        .split(/(?<!\\) /)
        .map((program) => `bash(${program.replace("\\", "")}:*)`),
    deny: ["read_file(.env)"],
  },
];

async function effectOf(command: string, root: string): Promise<string> {
  const preset = coding({ root, permissions: { rules, mode: "accept_edits" } });
  await using session = openSession(preset.registry, preset);
  return (await session.decide("bash", { command })).effect;
}

describe("a command without a sandbox asks", () => {
  test.each([
    // Links and globs in targets.
    "echo x > .gi?/config",
    "echo x > .gi?/hooks/pre-commit.sampl[e]",
    "echo x | tee .g*/config",
    "tee .[g]it/config < a.txt",
    "echo x > hooks/pre-commit",
    "echo x >> cfg",
    "echo x > dangling",
    "tee cfg < a.txt",
    "cp a.txt hooks",
    "cp a.txt hooks/pre-commit",
    "cd hooks && tee pre-commit < ../../a.txt",
    "dd if=a.txt of=hooks/x",
    "sed -i s/a/b/ cf?",
    "for f in c*; do tee $f < a.txt; done",
    "for f in .g*; do cp a.txt $f/hooks/x; done",
    "ln -s .git/hooks h && cp a.txt h/x",
    "ln .git/config c && tee c < a.txt",
    "cat out/secret",
    "cat out/*",
    "cat linked/../../outside/secret",
    "cat src/../out/../outside/secret",
    // Folders onto folders.
    "cp -r evil/.git .",
    "cp -r evil/. .",
    "cp -a evil/.g* .",
    "cp -rT evil .",
    "cp -r deep plain",
    "cp --parents -r deep/.vscode src",
    "mv evil/.git .",
    "mv deep/.vscode .",
    "rsync -a evil/ ./",
    "rsync -a deep src",
    "install -D a.txt .git/hooks/x",
    "install -t hooks a.txt",
    "tar xf a.tar",
    "tar -C src -xf a.tar",
    // Names that look like options.
    "cd hostile && rg x *",
    "cd hostile && tar cf a.tar *",
    "cd hostile && cp * ../src",
    "cd hostile && sed -n p *",
    "cd hostile && for f in *; do rg x $f; done",
    "cd hostile && ls | xargs sed -n p",
    "mkdir d && cp a.txt d/--pre=sh && cd d && rg x *",
    "{ sleep 1; rg x *; } | tee -- --pre=sh",
    "git checkout other && rg x *",
    "git status | xargs rg x",
    "git diff --name-only HEAD~1 | xargs sed -n p",
    "git ls-files | xargs cat",
    "find . -type f | xargs sed -i s/a/b/",
    "find . -name 'c*' -exec tee {} ;",
    "cd hostile && rg -l x | xargs sed -n p",
    "rg -l --hidden x | xargs sed -i s/a/b/",
    // Repositories that are not the root's own.
    "cd nested && git status",
    "git -C nested status",
    "cd nested && git diff",
    "cd nested/.git && git status",
    "cd evil && git status",
    // Files that git reads elsewhere.
    "git diff /etc/passwd /dev/null",
    "git diff --no-index a.txt ../outside/secret",
    "git diff /dev/null out/secret",
    "git -C .. diff --no-index outside/secret /dev/null",
    "git diff -O/etc/passwd",
    "git blame --contents /etc/passwd a.txt",
    "git blame --contents=out/secret a.txt",
    "git blame --ignore-revs-file /etc/passwd a.txt",
    "git hash-object /etc/passwd",
    // Variables.
    "PERL5OPT=-Mx git status",
    "LOCPATH=/tmp git status",
    "XYZZY=1 git status",
    "export ANYTHING=1; git status",
    "RANDOM='a[$(touch x)]'; echo $RANDOM",
    "xargs -a /etc/passwd echo",
    "tar cf me@host:a.tar src",
  ])("%s", async (command) => expect(await effectOf(command, root)).toBe("ask"));

  test("a repository in the repository that git looks into by itself", async () => {
    const whole = join(top, "whole");
    mkdirSync(whole);
    git("init", "-q", whole);
    git("init", "-q", join(whole, "inner"));
    git(
      "-C",
      join(whole, "inner"),
      "-c",
      "user.name=a",
      "-c",
      "user.email=a",
      "commit",
      "-q",
      "--allow-empty",
      "-m",
      "x",
    );
    git("-C", whole, "add", "inner");
    expect(await effectOf("git status", whole)).toBe("allow");
    git("-C", join(whole, "inner"), "config", "core.fsmonitor", "touch pwned");
    expect(await effectOf("git status", whole)).toBe("ask");
    expect(await effectOf("git diff", whole)).toBe("ask");
  });

  test("a rule against reading a file holds for what a pattern and a link find", async () => {
    write(".env");
    symlinkSync(".env", join(root, "settings"));
    for (const command of ["cat .e*", "cat settings", "cat ./.en[v]", "git diff HEAD .env"])
      expect(await effectOf(command, root), command).toBe("deny");
  });
});

describe("a command without a sandbox is let through", () => {
  test.each([
    "git status",
    "git -C src status",
    "cd src && git diff HEAD~1 -- a.ts",
    "cd nested && git status",
    "git diff main...HEAD --stat",
    "git blame -L 1,2 src/a.ts",
    "cat *",
    "cat src/*.ts linked",
    "rg x *.txt src",
    "sed -n p src/*",
    "sed -i s/a/b/ src/*.ts",
    "cp -r src plain2",
    "cp src/* plain",
    "cp a.txt b.txt && echo done",
    "tar cf a.tar src/*",
    "tar cf a.tar *",
    "tee out.txt < a.txt",
    "find src -name '*.ts' | xargs sed -n p",
    "find src -type f | xargs sed -i s/a/b/",
    "rg -l x src | xargs sed -i s/a/b/",
    "rg -l x | xargs sed -i s/a/b/",
    "for f in src/*; do sed -n 1p $f; done",
    "git diff --name-only | xargs cat",
    "git ls-files | xargs cat",
    "git diff --name-only | xargs sed -n p --",
    "x=a; y=b; echo $x $y",
    "NODE_ENV=test CI=1 LC_ALL=C npm test",
  ])("%s", async (command) => expect(await effectOf(command, calm)).toBe("allow"));
});
