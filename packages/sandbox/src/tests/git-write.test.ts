import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bubblewrap } from "../bubblewrap/bubblewrap.ts";
import { probeSandbox } from "../probe.ts";
import { run as runIn, workspace } from "./_run.fixture.ts";

const { works, problems } = await probeSandbox(bubblewrap);

// The probe says why it does not work here.
describe.skipIf(!works)(
  `git in the level git_write${works ? "" : `, skipped because it does not work here: ${problems.join(" ")}`}`,
  () => {
    const env = {
      ...{ GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@b", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@b" },
      ...{ GIT_CONFIG_COUNT: "2", GIT_CONFIG_KEY_0: "init.defaultBranch", GIT_CONFIG_VALUE_0: "main" },
      ...{ GIT_CONFIG_KEY_1: "protocol.file.allow", GIT_CONFIG_VALUE_1: "always" },
    };
    let space: ReturnType<typeof workspace>;
    let run: (script: string) => ReturnType<typeof runIn>;
    const at = (path: string) => join(space.root, path);

    beforeAll(() => {
      space = workspace({
        ...{ "a.txt": "a\n", ".gitattributes": "*.txt text\n", "AGENTS.md": "x\n" },
        ".gitignore": "AGENTS.md\nlib.git\n",
      });
      const git = (...args: string[]) =>
        execFileSync("git", args, { cwd: space.root, env: { ...process.env, ...env }, stdio: "ignore" });
      for (const args of [
        "init -q",
        "add .",
        "commit -qm one",
        "clone -q --bare . lib.git",
        "submodule --quiet add ./lib.git sub/mod",
        "commit -qm two",
      ])
        git(...args.split(" "));
      const sandbox = bubblewrap({ roots: [space.root] });
      run = (script) => runIn(sandbox, script, { cwd: space.root, level: "git_write", env });
    });
    afterAll(() => space.remove());

    it.each([
      ["commit", "echo b >> a.txt; git commit -qam three; git commit -q --amend -m 3; git tag v1; git log --oneline"],
      [
        "branch and merge",
        "git checkout -qb one; echo 1 > one; git add one; git commit -qm one; git switch -q main; git merge -q one -m m",
      ],
      [
        "rebase",
        "git checkout -qb two HEAD~1; echo 2 > two; git add two; git commit -qm two; git rebase -q main; git switch -q main",
      ],
      ["stash and reset", "echo c >> a.txt; git stash -q; git stash pop -q; git reset -q --hard; git clean -qfd"],
      ["attributes", "echo '*.md text' >> .gitattributes; git commit -qam attributes"],
      ["fetch", "git -C lib.git fetch -q $PWD main:x; git -C sub/mod fetch -q; git fetch -q ./lib.git main"],
      ["a commit in a submodule", "cd sub/mod && echo d > d && git add d && git commit -qm d"],
      ["working trees, made and removed by two commands", "git worktree add -q wt"],
      [
        "",
        "cd wt && echo e > e && git add e && git commit -qm e && cd .. && git worktree remove wt && git worktree prune",
      ],
      [
        "clone and init",
        "git clone -q lib.git copy && git -C copy log -1 && git init -q fresh && git -C fresh config user.name x",
      ],
      ["tidying", "git gc -q && git repack -adq && git fsck && git update-server-info && git pack-refs --all"],
    ])("%s works as ever, and nothing is reported", async (_, script) => {
      const { code, errors, report } = await run(`set -e; ${script}`);
      expect([code, errors]).toEqual([0, ""]);
      expect(report).toEqual({ needed: { write: [], network: [] }, tampered: [] });
    });

    it.each([
      ["settings", "git config core.hooksPath evil; echo x >> .git/config", ".git/config"],
      ["a hook", "echo x > .git/hooks/pre-commit", ".git/hooks/pre-commit"],
      ["a setting of a submodule", "echo x >> .git/modules/sub/mod/config", ".git/modules/sub/mod/config"],
      ["a hook of a submodule", "echo x > .git/modules/sub/mod/hooks/p", ".git/modules/sub/mod/hooks/p"],
      ["a setting of a bare repository", "git --git-dir=lib.git remote add x y", "lib.git/config"],
      ["instructions of agents", "echo x >> AGENTS.md", "AGENTS.md"],
    ])("%s cannot be written, and a message says so", async (_, script, path) => {
      const before = existsSync(at(path)) ? readFileSync(at(path), "utf8") : undefined;
      const { errors, report } = await run(script);
      expect(errors).toMatch(/Read-only file system|Device or resource busy/);
      expect(report.needed.write).toContain(at(path));
      expect(existsSync(at(path)) ? readFileSync(at(path), "utf8") : undefined).toBe(before);
      expect(report.tampered).toEqual([]);
    });

    it("a repository cannot be swapped for another", async () => {
      const { errors } = await run(
        "mv .git old; mv .git/modules .git/m; mv .git/hooks .git/h; rm -rf .git/hooks .git/config",
      );
      expect(errors.match(/Device or resource busy|Read-only file system/g)?.length).toBeGreaterThanOrEqual(4);
      expect(readdirSync(at(".git"))).toEqual(expect.arrayContaining(["config", "hooks", "modules", "HEAD"]));
    });

    it.each([
      [
        "a hook of a repository made on the way",
        "git init -q evil1; echo x > evil1/.git/hooks/post-checkout",
        "evil1/.git/hooks",
      ],
      [
        "a setting of one that starts a program",
        "git init -q evil2; git -C evil2 config core.fsmonitor ./x",
        "evil2/.git/config",
      ],
      ["an alias", "git init -q evil3; git -C evil3 config alias.st '!x'", "evil3/.git/config"],
      ["an included file", "git init -q evil4; git -C evil4 config include.path ../x", "evil4/.git/config"],
      ["another common folder", "git init -q --bare e5; echo x > e5/hooks/p; echo ../e5 > .git/commondir", "e5/hooks"],
      [
        "a submodule's folder elsewhere",
        "git init -q --bare e6; echo x > e6/hooks/p; echo gitdir: ../../e6 > sub/mod/.git",
        "e6/hooks",
      ],
    ])("%s is reported", async (_, script, made) => {
      expect((await run(script)).report.tampered).toContain(at(made));
    });

    it("where there were no hooks, they are reported", async () => {
      mkdirSync(at("bare/objects"), { recursive: true });
      mkdirSync(at("bare/refs"));
      writeFileSync(at("bare/HEAD"), "ref: refs/heads/main\n");
      expect((await run("mkdir bare/hooks; echo x > bare/hooks/p")).report.tampered).toEqual([at("bare/hooks")]);
    });
  },
);
