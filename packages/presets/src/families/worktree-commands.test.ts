import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseSandbox } from "@holdall/sandbox";
import { contentText } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { openCheckout, stateOf } from "../worktrees/_checkout.fixture.ts";
import { openAgents, type Step } from "./_worktree-agents.fixture.ts";

const { sandbox: probed } = await chooseSandbox({ roots: [process.cwd()] });
const canReplace = probed.replacesRoots === true;
const bash = (command: string, permissions?: string): Step => [
  "bash",
  { command, ...(permissions && { permissions }) },
];

async function open(steps: readonly Step[], prepare: (at: ReturnType<typeof openCheckout>) => void = () => {}) {
  const checkout = openCheckout({
    ".gitignore": "node_modules/\n.env\n",
    "a.txt": "one\n",
    ".vscode/settings.json": "{}\n",
  });
  prepare(checkout);
  const { sandbox } = await chooseSandbox({ roots: [checkout.root] });
  return { ...openAgents({ go: steps }, { shell: { sandbox } }, checkout), before: stateOf(checkout) };
}

// Only bubblewrap shows a worktree at the place of its checkout.
test.skipIf(!canReplace)(
  "commands and git of an agent work in its worktree, at the paths of the checkout (needs bubblewrap)",
  async () => {
    const at = await open(
      [
        ["write_file", { path: "own.txt", content: "from a tool\n" }],
        bash("git status --porcelain; git log --format=%s -1; cat own.txt node_modules/x/index.js; pwd"),
        bash("echo two >> a.txt; git add -A && git commit -qm 'By the agent' && git log --format=%s -1", "git_write"),
        bash("echo three >> a.txt; git diff --stat; echo x > node_modules/x/index.js"),
        ["read_file", { path: "a.txt" }],
      ],
      ({ root, write }) => {
        write("a.txt", "one, changed\n");
        mkdirSync(join(root, "node_modules/x"), { recursive: true });
        writeFileSync(join(root, "node_modules/x/index.js"), "package\n");
        writeFileSync(join(root, ".env"), "KEY=1\n");
      },
    );
    const { output, branch } = await at.start("go");
    expect(output.report).toContain(`?? own.txt\nUncommitted work of main\nfrom a tool\npackage\n${at.root}\n`);
    expect(output.report).toContain("By the agent");
    expect(output.report).toContain("1 file changed, 1 insertion(+)");
    expect(output.report).toContain("Read-only file system");
    expect(branch).toMatchObject({ commits: 2, carried: true });
    expect(at.git("log", "--format=%s", `main..${branch?.name}`)).toBe("go\nBy the agent\nUncommitted work of main\n");
    expect(at.git("show", `${branch?.name}:a.txt`)).toBe("one, changed\ntwo\nthree\n");
    expect(at.git("ls-tree", "--name-only", branch?.name ?? "").split("\n")).not.toContain(".env");
    expect(stateOf(at)).toEqual(at.before);
  },
);

// Only bubblewrap shows a worktree at the place of its checkout.
test.skipIf(!canReplace)(
  "with git_write an agent reaches branches, and neither settings, hooks, HEAD nor index of the checkout (needs bubblewrap)",
  async () => {
    const tries = [
      "git config alias.x '!touch ran'",
      'touch "$(git rev-parse --git-common-dir)/hooks/pre-commit"',
      'rm "$(git rev-parse --git-common-dir)/index"',
      'echo "ref: refs/heads/x" > "$(git rev-parse --git-common-dir)/HEAD"',
      'echo ../../x > "$(git rev-parse --git-dir)/commondir"',
      'mv "$(git rev-parse --git-dir)/commondir" "$(git rev-parse --git-dir)/c"',
      'echo "[core]" > "$(git rev-parse --git-dir)/config.worktree"',
      "echo gitdir: /tmp > .git",
      "rm -f .git",
      "echo x > .vscode/settings.json",
    ];
    const command = tries.map((each, index) => `if ${each} 2>/dev/null; then echo got ${index}; fi`).join("; ");
    const at = await open([bash(`${command}; git branch other && echo made a branch`, "git_write")]);
    const { output } = await at.start("go");
    expect(output.report).toContain("made a branch");
    expect(output.report).not.toMatch(/got \d/);
    expect(at.git("branch", "--list", "other")).not.toBe("");
    expect(stateOf(at)).toEqual(at.before);
    expect(existsSync(join(at.root, ".git/hooks/pre-commit"))).toBe(false);
  },
);

// Only bubblewrap shows a worktree at the place of its checkout.
test.skipIf(!canReplace)(
  "a root below the top of the repository is its part of the worktree (needs bubblewrap)",
  async () => {
    const checkout = openCheckout({ "app/a.txt": "a\n", "lib/b.txt": "b\n" });
    const root = join(checkout.root, "app");
    const { sandbox } = await chooseSandbox({ roots: [root] });
    const steps = [
      bash("echo two >> a.txt; git status --porcelain; cat ../lib/b.txt"),
      ["read_file", { path: "a.txt" }],
    ] as const;
    const at = openAgents({ go: steps }, { root, shell: { sandbox } }, checkout);
    const before = stateOf(at);
    const { output, branch } = await at.start("go");
    expect(output.report).toContain(" M app/a.txt\nb\n".trim());
    expect(output.merge?.held).toEqual([join(root, "a.txt")]);
    expect(at.git("show", `${branch?.name}:app/a.txt`)).toBe("a\ntwo\n");
    expect(stateOf(at)).toEqual(before);
    await at.session.call("resolve_merge", { task_id: output.task_id });
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("a\ntwo\n");
  },
);

// Only bubblewrap shows a worktree at the place of its checkout.
test.skipIf(!canReplace)(
  "what rules deny is kept from the commands of an agent, by every path, and out of its branch (needs bubblewrap)",
  async () => {
    const checkout = openCheckout({
      "app/a.txt": "a\n",
      ".gitignore": "node_modules/\n.env\n",
      "secret/old.txt": "tracked\n",
    });
    checkout.write("secret/new.txt", "not tracked\n");
    checkout.write(".env", "KEY=1\n");
    checkout.write("node_modules/x/index.js", "package\n");
    checkout.write("node_modules/x/.env", "KEY=2\n");
    const root = join(checkout.root, "app");
    const { sandbox } = await chooseSandbox({ roots: [root] });
    // Not in the folder for temporary files, which commands see empty anyway.
    const folder = mkdtempSync(join(process.cwd(), "node_modules/.worktrees-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, "other/go-1"), { recursive: true });
    writeFileSync(join(folder, "other/go-1/b.txt"), "tracked in another repository\n");
    // The folder of the repository is there, whose files are not text.
    const contents = (at: string) =>
      `find ${at} -name .git -prune -o -type f -print0 | xargs -0 cat | tr -dc '[:print:]\\n'`;
    const steps = [
      bash(`${contents("..")}; echo ran`),
      bash(`${contents(folder)}; git status --porcelain; git log --format=%s -1; echo ran too`),
    ] as const;
    const deny = ["secret/**", ".env", "node_modules/**/.env"].map((each) => `read(/${checkout.root}/${each})`);
    const options = { root, shell: { sandbox }, permissions: { rules: [{ deny }] } };
    const at = openAgents({ go: steps, edits: [["write_file", { path: "b.txt", content: "b\n" }]] }, options, {
      ...checkout,
      folder,
    });
    const { output } = await at.start("go");
    expect(output.report).toContain("package");
    expect(output.report).toMatch(/ran[\s\S]*ran too/);
    expect(output.report).not.toMatch(/tracked|KEY/);
    const { branch, text } = await at.start("edits");
    expect(at.git("ls-tree", "-r", "--name-only", branch?.name ?? "")).not.toContain("secret/new.txt");
    expect(text).toContain("rules deny reading them: secret/new.txt");
  },
);

// Only a sandbox keeps commands from a folder.
test.skipIf(!canReplace)(
  "commands beside an agent, and those of agents with overlays, do not see worktrees (needs bubblewrap)",
  async () => {
    const checkout = openCheckout();
    const { sandbox } = await chooseSandbox({ roots: [checkout.root] });
    // Not in the folder for temporary files, which commands see empty anyway.
    const folder = mkdtempSync(join(process.cwd(), "node_modules/.worktrees-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const look = `cat ${folder}/*/*/a.txt ${folder}/*/*/.env; ls ${folder}; echo ran`;
    const scripts = {
      go: [
        ["write_file", { path: "a.txt", content: "of the agent\n" }],
        ["write_file", { path: ".env", content: "KEY=1\n" }],
      ],
      look: [bash(look)],
    } as const;
    const options = { shell: { sandbox }, permissions: { rules: [{ deny: ["read(.env)"] }] } };
    const at = openAgents(scripts, options, { ...checkout, folder });
    const { branch } = await at.start("go");
    expect(existsSync(join(branch?.path ?? "", "a.txt"))).toBe(true);
    const result = await at.session.call("bash", { command: look });
    const { output } = await at.start("look", { isolation: "overlay" });
    for (const text of [contentText(result.content), output.report]) {
      expect(text).toContain("ran");
      expect(text).not.toMatch(/of the agent|KEY|project-/);
      expect(text).toContain("denies reading");
    }
  },
);

// Only a sandbox keeps commands from a folder.
test.skipIf(!canReplace)("a root in the folder of worktrees is seen as any other (needs bubblewrap)", async () => {
  const { root, base } = openCheckout();
  const { sandbox } = await chooseSandbox({ roots: [root] });
  const at = openAgents({}, { root, shell: { sandbox } }, { ...openCheckout(), folder: base });
  const result = await at.session.call("bash", { command: `cat ${root}/a.txt` });
  expect(contentText(result.content)).toContain("one\ntwo\nthree");
});

test("without a sandbox that shows a worktree, commands of its agent do not run", async () => {
  const at = openAgents({ go: [bash("echo two >> a.txt")] }, { shell: {} });
  const { output } = await at.start("go");
  expect(output.report).toContain("Commands of an isolated agent need");
  expect(readFileSync(join(at.root, "a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
});
