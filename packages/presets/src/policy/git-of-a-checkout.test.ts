import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openSession } from "@holdall/tool-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { coding } from "../sets/coding.ts";

/** A repository with a change, whose configuration may name a program that leaves the file `ran` beside it. */
function checkout() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "holdall-checkout-")));
  onTestFinished(() => rmSync(top, { recursive: true }));
  const [root, witness, ran] = [join(top, "app"), join(top, "witness.sh"), join(top, "ran")];
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, stdio: "ignore" });
  writeFileSync(witness, `#!/bin/sh\n: > '${ran}'\ncat "$@" 2>/dev/null || :\n`);
  chmodSync(witness, 0o755);
  execFileSync("git", ["init", "-q", root]);
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  write("a.txt", "a\n");
  write(".gitattributes", "*.txt filter=x diff=x merge=x\n");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "a");
  write("a.txt", "b\n");
  return {
    ...{ root, witness, write, git },
    configure: (text: string) => appendFileSync(join(root, ".git/config"), text.replaceAll("@", `"${witness}"`)),
    hasRun: () => existsSync(ran),
    forget: () => rmSync(ran, { force: true }),
    async run(command: string) {
      const preset = coding({ root, web: false, permissions: { rules: [{ allow: ["bash(git:*)"] }] } });
      const asked: string[] = [];
      const approve = ({ prompt }: { readonly prompt: string }) => {
        asked.push(prompt);
        return false;
      };
      await using session = openSession(preset.registry, { ...preset, approve });
      return { result: await session.call("bash", { command }), asked };
    },
  };
}

describe("git without a sandbox starts no program that the configuration of the checkout names", () => {
  test.each([
    ["git status", '[filter "x"]\n\tclean = @\n'],
    ["git diff", '[filter "x"]\n\tprocess = @\n\trequired = true\n'],
    ["git diff", "[diff]\n\texternal = @\n"],
    ["git diff", '[diff "x"]\n\tcommand = @\n'],
    ["git log -p", '[diff "x"]\n\ttextconv = @\n'],
    ["git diff", "[include]\n\tpath = ../more\n"],
    ["git checkout a.txt", '[filter "x"]\n\tsmudge = @\n'],
    ["git fetch ssh://host.invalid/a", "[core]\n\tsshCommand = @\n"],
    ["git commit -S -m x -a", "[gpg]\n\tprogram = @\n[user]\n\tname = a\n\temail = a@example.com\n"],
  ])("%s asks: %s", async (command, config) => {
    const { run, configure, write, git, hasRun, forget, root } = checkout();
    write("more", `[diff]\n\texternal = "${join(root, "../witness.sh")}"\n`);
    configure(config);
    expect(await run(command)).toMatchObject({ result: { ok: false }, asked: [expect.stringContaining("git")] });
    expect(hasRun()).toBe(false);
    // It would have run.
    forget();
    try {
      git(...command.split(" ").slice(1));
    } catch {
      // A filter that does not answer, or a host that is not there.
    }
    expect(hasRun()).toBe(true);
  });

  test.each([
    ["git status", "[core]\n\tfsmonitor = @\n"],
    ["git -C . status", "[core]\n\tpager = @\n[pager]\n\tstatus = @\n"],
    ["git log", "[log]\n\tshowSignature = true\n[gpg]\n\tprogram = @\n"],
    ["git diff --stat", "[alias]\n\tdiff = !touch ran\n\tstatus = !touch ran\n"],
    ["git status", '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n[credential]\n\thelper = @\n'],
  ])("%s runs and starts nothing: %s", async (command, config) => {
    const { run, configure, hasRun, root } = checkout();
    configure(config);
    expect(await run(command)).toMatchObject({ result: { ok: true, output: { exit_code: 0 } }, asked: [] });
    expect([hasRun(), existsSync(join(root, "ran"))]).toEqual([false, false]);
  });

  test.each([".git/hooks", ".own"])(
    "a command that only looks asks when %s has a hook about the index",
    async (folder) => {
      const { run, root, witness, hasRun, git } = checkout();
      if (folder === ".own") git("config", "core.hooksPath", folder);
      const hook = join(root, folder, "post-index-change");
      mkdirSync(dirname(hook), { recursive: true });
      writeFileSync(hook, `#!/bin/sh\n'${witness}'\n`, { mode: 0o755 });
      utimesSync(join(root, ".gitattributes"), 1, 1);
      expect(await run("git diff --stat")).toMatchObject({
        result: { ok: false },
        asked: [expect.stringContaining("git")],
      });
      expect(hasRun()).toBe(false);
      git("diff", "--stat");
      expect(hasRun()).toBe(true);
    },
  );

  test("a subcommand that is an alias asks", async () => {
    const { run, configure, hasRun } = checkout();
    configure("[alias]\n\tst = !@\n");
    expect(await run("git st")).toMatchObject({ result: { ok: false }, asked: [expect.stringContaining("git st")] });
    expect(hasRun()).toBe(false);
  });
});
