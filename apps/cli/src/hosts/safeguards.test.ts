import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Call, makeProject, type Outcome, type Project, type Setting } from "./host.fixture.ts";
import { hosts } from "./hosts.fixture.ts";

interface Safeguard extends Pick<Setting, "preset" | "flags"> {
  readonly name: string;
  /** What keeps from the harm. Without it and with a yes to everything, the harm is done. */
  readonly policy?: Setting["policy"];
  readonly prepare?: (project: Project) => void;
  readonly calls: readonly Call[];
  /** Whether the harm was done. */
  readonly harm: (project: Project, outcomes: readonly Outcome[]) => boolean;
  /** A yes allows it, to a question before the call or while it runs; otherwise nothing does. */
  readonly asks?: "before" | "during";
  /** The call answers without what it must not do. */
  readonly answers?: boolean;
}

const has =
  (path: string) =>
  ({ root }: Project) =>
    existsSync(join(root, path));
const says = (text: string) => (_: Project, outcomes: readonly Outcome[]) =>
  outcomes.some((outcome) => outcome.text.includes(text));

const secret = ({ put }: Project) => void put("secret/a.txt", "the hidden words\n");

/** Made once. A `git push` in a copy of it makes `pushed.git/refs/heads/main` beside the root. */
const template = mkdtempSync(join(tmpdir(), "holdall-pushed-"));
beforeAll(() => {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: template, stdio: "ignore" });
  git("init", "-q", "-b", "main", "--template=", "project");
  git("init", "-q", "--bare", "--template=", "pushed.git");
  const commit = ["-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "--allow-empty", "-m", "a"];
  git("-C", "project", ...commit);
});
afterAll(() => rmSync(template, { recursive: true }));
const repository = ({ base }: Project) => cpSync(template, base, { recursive: true });

/** A project whose own linter leaves a file. */
function hostileLinter({ put, root }: Project): void {
  put("package.json", "{}");
  put("eslint.config.js", "export default [];\n");
  put("a.js", "let a;\n");
  put("node_modules/eslint/package.json", '{ "name": "eslint", "version": "9.0.0", "bin": "./cli.js" }');
  put("node_modules/.bin/eslint", `#!/bin/sh\n: > '${root}/ran'\necho '[]'\n`, 0o755);
}

const safeguards: readonly Safeguard[] = [
  {
    name: "a denied subcommand behind a global option",
    policy: { allow: ["bash"], deny: ["bash(git push:*)"] },
    prepare: repository,
    calls: [["bash", { command: "git -C . push ../pushed.git main" }]],
    harm: ({ base }) => existsSync(join(base, "pushed.git/refs/heads/main")),
  },
  {
    name: "a denied file, moved elsewhere",
    policy: { deny: ["read(secret/**)"] },
    prepare: secret,
    calls: [["move_file", { from: "secret/a.txt", to: "b.txt" }]],
    harm: has("b.txt"),
  },
  {
    name: "a denied file, read by a command",
    policy: { allow: ["bash"], deny: ["read(secret/**)"] },
    prepare: secret,
    calls: [["bash", { command: "cat secret/a.txt" }]],
    harm: says("hidden words"),
  },
  {
    name: "a protected path",
    calls: [["write_file", { path: ".envrc", content: "touch pwned\n" }]],
    harm: has(".envrc"),
    asks: "before",
  },
  {
    name: "a linter that runs code of the project",
    prepare: hostileLinter,
    calls: [["read_lints", { paths: ["a.js"] }]],
    harm: has("ran"),
    asks: "during",
    answers: true,
  },
  {
    name: "a linter that runs code of the project, in plan mode",
    policy: { mode: "plan" },
    prepare: hostileLinter,
    calls: [["read_lints", { paths: ["a.js"] }]],
    harm: has("ran"),
    answers: true,
  },
  {
    name: "a linter that runs code of the project, with --read-only",
    flags: ["--read-only"],
    prepare: hostileLinter,
    calls: [["read_lints", { paths: ["a.js"] }]],
    harm: has("ran"),
    answers: true,
  },
];

describe.each(hosts)("$name", (host) => {
  const kept = safeguards.filter(({ flags }) => host.isCommand || !flags);

  test.each(kept)("keeps from $name", async ({ prepare, calls, harm, asks, answers = false, ...setting }) => {
    for (const yes of asks ? [false, true] : [true]) {
      const isAllowed = yes && (asks === "before" || (asks === "during" && !host.asksAhead));
      using project = makeProject();
      prepare?.(project);
      const outcomes = await host.run(calls, { ...setting, project, answers: [yes] });
      expect(outcomes).toHaveLength(calls.length);
      expect({ yes, harm: harm(project, outcomes), outcomes }).toMatchObject({ harm: isAllowed });
      if (!answers && !isAllowed) expect(outcomes.at(-1)).toMatchObject({ code: "permission_denied" });
    }
  });

  test("asks about no change that fails whatever the answer is", async () => {
    using project = makeProject();
    project.put(".envrc", "one\n");
    const edit = { old_string: "none of it", new_string: "b" };
    const calls: readonly Call[] = [
      ["edit_file", { path: ".envrc", ...edit }],
      ["multi_edit", { path: ".envrc", edits: [edit] }],
      ["apply_patch", { patch: "*** Begin Patch\n*** Update File: .envrc\n@@\n-gone\n+b\n*** End Patch\n" }],
      ["move_file", { from: "none.txt", to: ".envrc", overwrite: true }],
      ["edit_file", { path: ".envrc" }],
    ];
    const outcomes = await host.run(calls, { project, answers: [false] });
    const codes = ["not_read", "not_read", "no_match", "not_found", "invalid_input"];
    expect(outcomes).toMatchObject(codes.map((code) => ({ code })));
  });

  // A call alone repeats nothing.
  test.skipIf(!host.isOneSession)("tells a model that repeats itself, then asks", async () => {
    using project = makeProject();
    project.put("a.txt", "one\n");
    const read: Call = ["file_info", { path: "a.txt" }];
    const outcomes = await host.run([read, read, read, read, read], { project, answers: [false] });
    expect(outcomes.map(({ code }) => code)).toEqual(["ok", "ok", "ok", "ok", "permission_denied"]);
    const told = outcomes.map(({ text }) => text.includes("times in a row"));
    expect(told).toEqual([false, false, true, true, false]);
  });

  test("takes an approval for one call", async () => {
    const write = (content: string): Call => ["write_file", { path: ".envrc", content, overwrite: true }];
    using project = makeProject();
    const codes = async (calls: readonly Call[], answers: readonly boolean[]) =>
      (await host.run(calls, { project, answers })).map(({ code }) => code);
    if (host.answersEach)
      expect(await codes([write("a"), write("b")], [true, false])).toEqual(["ok", "permission_denied"]);
    else {
      expect(await codes([write("a")], [true])).toEqual(["ok"]);
      expect(await codes([write("b")], [false])).toEqual(["permission_denied"]);
    }
  });
});

test.each(safeguards.filter(({ asks }) => !asks))("without its rule, $name does harm", async (safeguard) => {
  const { prepare, calls, harm } = safeguard;
  using project = makeProject();
  prepare?.(project);
  const [host] = hosts;
  const outcomes = (await host?.run(calls, { project, answers: [true] })) ?? [];
  expect({ harm: harm(project, outcomes), outcomes }).toMatchObject({ harm: true });
});
