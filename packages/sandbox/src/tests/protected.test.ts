import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bubblewrap } from "../bubblewrap/bubblewrap.ts";
import type { Sandbox } from "../port/index.ts";
import { probeSandbox } from "../probe.ts";
import { createGuard } from "../protect/guard.ts";
import { openRoot } from "./_protected.fixture.ts";
import { run } from "./_run.fixture.ts";

const { works, problems } = await probeSandbox(bubblewrap);

// The probe says why it does not work here.
describe.skipIf(!works)(
  `protected files in bubblewrap${works ? "" : `, skipped because it does not work here: ${problems.join(" ")}`}`,
  () => {
    const hooks = (path: string) => ({
      [`${path}/hooks/x.sample`]: "",
      [`${path}/config`]: "[core]\n",
      [`${path}/HEAD`]: "",
    });
    const repository = { ...hooks(".git"), ".git/objects/x": "", ".git/refs/x": "" };

    it.each<[string, Record<string, string>, string, string, string]>([
      [
        "a folder that a .git file names",
        { ".git": "gitdir: ./.bare\n", ...hooks(".bare") },
        "",
        ".bare/hooks/x",
        ".bare/config",
      ],
      [
        "the common folder of a working tree",
        {
          "wt/.git": "gitdir: ../store/worktrees/wt\n",
          "store/worktrees/wt/commondir": "../..\n",
          "store/worktrees/wt/HEAD": "",
          ...hooks("store"),
        },
        "",
        "store/hooks/x",
        "store/config",
      ],
      [
        "core.hooksPath",
        { ...repository, ".git/config": "[core]\n\thooksPath = my/hooks\n", "my/hooks/pre-commit": "" },
        "",
        "my/hooks/x",
        "my/hooks/pre-commit",
      ],
      [
        "an included configuration",
        { ...repository, ".git/config": "[include]\n\tpath = ../shared.conf\n", "shared.conf": "[core]\n" },
        "",
        "",
        "shared.conf",
      ],
      [
        "what that includes in turn",
        {
          ...repository,
          ".git/config": '[includeIf "gitdir:x"]\n\tpath = ../a.conf\n',
          "a.conf": "[include]\npath=b.conf\n",
          "b.conf": "[core]\n",
        },
        "",
        "",
        "b.conf",
      ],
      [
        "a program that git starts by itself",
        { ...repository, ".git/config": "[core]\n\tfsmonitor = tools/watch --x\n", "tools/watch": "" },
        "",
        "",
        "tools/watch",
      ],
      ["where a protected link leads", { "hk/pre-commit": "" }, ".husky -> hk", "hk/x", "hk/pre-commit"],
      [
        "where a link to a link leads",
        { "far/hk/pre-commit": "" },
        "hk -> far/hk, .husky -> hk",
        "far/hk/x",
        "far/hk/pre-commit",
      ],
      [
        "a repository by another name",
        { ...hooks("mirror"), "mirror/objects/x": "", "mirror/refs/x": "" },
        "",
        "mirror/hooks/x",
        "mirror/config",
      ],
      [
        "a repository among packages",
        hooks("node_modules/@a/b/.git"),
        "",
        "node_modules/@a/b/.git/hooks/x",
        "node_modules/@a/b/.git/config",
      ],
      [
        "one in a store of packages",
        hooks("node_modules/.pnpm/a@1/node_modules/a/.git"),
        "",
        "node_modules/.pnpm/a@1/node_modules/a/.git/hooks/x",
        "node_modules/.pnpm/a@1/node_modules/a/.git/config",
      ],
    ])("cannot change %s", async (_, files, links, made, changed) => {
      const { run, at, text } = openRoot(files, (root) => {
        for (const [, name = "", target = ""] of links.matchAll(/(\S+) -> ([^\s,]+)/g))
          symlinkSync(target, join(root, name));
      });
      const before = text(changed);
      const { errors, report } = await run(
        `echo evil >> ${changed}; echo evil > ${made || changed}; mv ${changed} moved; true`,
      );
      expect(errors).toMatch(/Read-only file system|Device or resource busy/);
      expect(text(changed)).toBe(before);
      expect(made === "" || !existsSync(at(made))).toBe(true);
      expect(report.tampered).toEqual([]);
    });

    it("what lies on the way keeps its name, and files move freely between folders", async () => {
      const { run, at, text } = openRoot({ ...hooks("a/b/c/.git"), "x/AGENTS.md": "", "d.txt": "d" });
      const rename = (from: string, to: string) => `perl -e 'rename("${from}", "${to}") or print "$!\\n"'`;
      const tries = ["mv a a2", "mv a/b a/z", "mv a/b/c c", "mv x y", "rm -rf a x", rename("a/b/c", "c"), "rmdir x"];
      const { report } = await run(
        `${tries.join("; ")}; mkdir -p a/b/c/.git/hooks; echo evil > a/b/c/.git/hooks/p; unshare -Urm sh -c 'umount -l a/b/c/.git; mv a a3'`,
      );
      expect(["a2", "a3", "y", "c", "a/z", "a/b/c/.git/hooks/p"].filter((path) => existsSync(at(path)))).toEqual([]);
      expect(text("a/b/c/.git/config")).toBe("[core]\n");
      expect(report.tampered).toEqual([]);
      expect(report.needed.write).toEqual(expect.arrayContaining(["a", "a/b", "a/b/c", "x"].map(at)));
      const freely = `${rename("d.txt", "a/b/c/d")} ; ${rename("a/b/c/d", "x/d")}; ln x/d a/d && mv x/d e.txt`;
      expect(await run(freely)).toMatchObject({ out: "", errors: "" });
      expect(text("e.txt")).toBe("d");
    });

    it("what is held shows no secret: not in it, nor where it was swapped for a link before it was mounted", async () => {
      const { root, at } = openRoot({
        "home/.docker/config.json": "secret-1",
        "home/keys/k": "secret-2",
        ".vscode/a": "",
      });
      const sandbox = bubblewrap({ roots: [root], secrets: [at("home/.docker/config.json"), at("home/keys")] });
      const swapping: Sandbox = {
        ...sandbox,
        async launch(request) {
          const launch = await sandbox.launch(request);
          rmSync(at(".vscode"), { recursive: true });
          symlinkSync("home/keys", at(".vscode"));
          return launch;
        },
      };
      for (const each of [sandbox, swapping]) {
        const { out } = await run(each, "cat home/.docker/config.json home/keys/k .vscode/*", { cwd: root });
        expect(out).not.toContain("secret");
      }
    });

    describe("where not everything can be held", () => {
      it("nothing starts until everything can; the repository is the first to be held", async () => {
        const { run, root, at } = openRoot(repository, (root) => {
          for (let i = 0; i < 1_001; i++) writeFileSync(join(root, `!${i}.git`), "");
        });
        const refused = {
          code: "unavailable",
          data: { unprotected: expect.stringMatching(/1,002 protected.*\/\.git, /) },
        };
        await expect(run("echo ran > ran")).rejects.toMatchObject(refused);
        expect(existsSync(at("ran"))).toBe(false);
        // There nothing can be written, so nothing has to be held.
        expect((await run("echo x > .git/config; cat .git/config", "read_only")).out).toBe("[core]\n");
        for (let i = 0; i < 1_001; i++) rmSync(join(root, `!${i}.git`));
        expect((await run("echo ran")).out).toBe("ran\n");
      });

      it("the same in a root with more folders than are looked into, and what is made beyond is said", () => {
        const { root } = openRoot({ "a/x": "", "b/x": "", "c/x": "" });
        expect(() => createGuard([root], { folders: 3 }).hold("default")).toThrow(/more than 3 folders/);
        const { changes } = createGuard([root], { folders: 4 }).hold("default");
        expect(changes().tampered).toEqual([]);
        mkdirSync(join(root, "d"));
        expect(changes().tampered).toEqual([
          expect.stringMatching(/^not everything could be checked: .*more than 4 folders/),
        ]);
      });

      it("the same when a protected link leads to the root itself", async () => {
        const { run } = openRoot({}, (root) => symlinkSync(".", join(root, ".vscode")));
        await expect(run("true")).rejects.toMatchObject({
          data: { unprotected: expect.stringMatching(/the root itself/) },
        });
      });
    });
  },
);
