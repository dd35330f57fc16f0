import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bubblewrap } from "../bubblewrap/bubblewrap.ts";
import { probeSandbox } from "../probe.ts";
import { openRoot } from "./_protected.fixture.ts";

const { works, problems } = await probeSandbox(bubblewrap);

const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main", ...args], {
    cwd,
    stdio: "pipe",
  }).toString();

// The probe says why it does not work here.
describe.skipIf(!works)(
  `protected files that are made${works ? "" : `, skipped because it does not work here: ${problems.join(" ")}`}`,
  () => {
    describe("what is made on the way", () => {
      it.each([
        ["editor tasks", "mkdir .vscode && echo x > .vscode/tasks.json", ".vscode"],
        ["server configuration", "echo {} > .mcp.json", ".mcp.json"],
        ["instructions of agents", "echo x > sub/AGENTS.md", "sub/AGENTS.md"],
        ["a workspace", "echo {} > sub/my.code-workspace", "sub/my.code-workspace"],
        ["a build's configuration", "mkdir .cargo && echo x > .cargo/config.toml", ".cargo/config.toml"],
        ["a repository with a hook", "git init -q made && echo x > made/.git/hooks/post-checkout", "made/.git"],
        ["a repository under another case", "mkdir -p sub/.GIT/hooks && echo x > sub/.GIT/hooks/p", "sub/.GIT"],
        ["a repository by another name", "git init -q --bare bare", "bare"],
        ["a repository among packages", "mkdir -p node_modules/a/.git", "node_modules/a/.git"],
        [
          "a folder nobody may look into",
          "mkdir -p s/.vscode && chmod 0300 s",
          process.getuid?.() === 0 ? "s/.vscode" : "s",
        ],
        ["a folder under its old times", "mkdir sub/.vscode; touch -d @1 sub", "sub/.vscode"],
        ["a link", "ln -s /usr .vscode", ".vscode"],
        ["what a link waits for", "mkdir hk && echo x > hk/p", "hk"],
      ])("%s: stays where it is, and is reported, and then held", async (_, script, made) => {
        const { run, at } = openRoot({ "sub/a": "" }, (root) => symlinkSync("hk", join(root, ".husky")));
        const { report } = await run(script);
        expect(report.tampered).toContain(at(made));
        expect(report.needed.write).toEqual([]);
        expect(existsSync(at(made))).toBe(true);
        const again = await run(`echo y >> ${made} || echo y > ${made}/y; rm -rf ${made}; true`);
        if (made !== ".vscode" || !script.startsWith("ln")) expect(existsSync(at(made))).toBe(true);
        expect(again.report.tampered.filter((path) => path !== at(".husky"))).toEqual([]);
      });

      it("what a person's editor makes or moves meanwhile is where they put it", async () => {
        const { stay, at, text } = openRoot({ "old/.git/config": "mine", "AGENTS.md": "a" });
        const shell = await stay();
        await shell.run("echo started > sub");
        mkdirSync(at(".idea"));
        writeFileSync(at(".idea/workspace.xml"), "mine");
        renameSync(at("old"), at("new"));
        writeFileSync(at("fresh"), "b");
        renameSync(at("fresh"), at("AGENTS.md"));
        expect([...(await shell.report())].sort()).toEqual([".idea", "AGENTS.md", "new/.git"].map(at).sort());
        expect([text(".idea/workspace.xml"), text("new/.git/config"), text("AGENTS.md")]).toEqual([
          "mine",
          "mine",
          "b",
        ]);
        expect(await shell.report()).toEqual([]);
        await shell.end();
      });

      it("it is found as often as it is made or changed, by whom ever, also after the command", async () => {
        const { stay, at } = openRoot({});
        const shell = await stay();
        const tasks = at(".vscode");
        await shell.run("mkdir .vscode");
        expect(await shell.report()).toEqual([tasks]);
        expect(await shell.report()).toEqual([]);
        await shell.run("echo x > .vscode/tasks.json");
        expect(await shell.report()).toEqual([tasks]);
        await shell.run("cat .vscode/tasks.json; rm -r .vscode");
        expect(await shell.report()).toEqual([]);
        await shell.run("mkdir .vscode");
        expect(await shell.report()).toEqual([tasks]);
        await shell.run("(until test -e go; do sleep 0.01; done; echo y > .vscode/y; echo y > done) & true");
        expect(await shell.report()).toEqual([]);
        writeFileSync(at("go"), "");
        await expect.poll(() => existsSync(at("done"))).toBe(true);
        expect(await shell.report()).toEqual([tasks]);
        await shell.end();
      });

      it("what was replaced from outside is open to what runs, and reported when it uses that", async () => {
        const { stay, at, text } = openRoot({ ".mcp.json": "{}" });
        const shell = await stay();
        await shell.run(":");
        writeFileSync(at("fresh"), "new");
        renameSync(at("fresh"), at(".mcp.json"));
        expect(await shell.report()).toEqual([at(".mcp.json")]);
        await shell.run("echo evil > .mcp.json");
        expect(text(".mcp.json")).toBe("evil\n");
        expect(await shell.report()).toEqual([at(".mcp.json")]);
        await shell.end();
      });
    });

    it("is never said to have changed when it did not: git's everyday commands, in every level, and what others read", async () => {
      const { run, root, stay, at } = openRoot(
        { "a.txt": "a", "AGENTS.md": "x", ".vscode/settings.json": "{}" },
        (root) => {
          git(root, "init", "-q");
          git(root, "add", ".");
          git(root, "commit", "-qm", "one");
        },
      );
      const everyday =
        "git status; git log; git diff; git branch; git stash list; git config --list; git gc; git fsck; cat AGENTS.md";
      for (const level of ["default", "read_only", "git_write"] as const) {
        const { report } = await run(
          `touch a.txt; ${everyday}; git update-index --refresh; git submodule status`,
          level,
        );
        expect([level, report.tampered]).toEqual([level, []]);
        const shell = await stay();
        for (const args of [["status"], ["config", "user.name", level], ["checkout", "-qb", level]]) git(root, ...args);
        writeFileSync(at("AGENTS.md"), "x");
        readFileSync(at(".vscode/settings.json"));
        expect([level, await shell.report()]).toEqual([level, []]);
        await shell.end();
      }
    });
  },
);
