import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "../fixtures/command.fixture.ts";
import { shells } from "./completion-script.ts";

const script = async (shell: string) => (await runCommand(["completion", shell], { cwd: tmpdir() })).out;
const programs: Readonly<Record<string, string>> = {
  bash: "bash",
  zsh: process.env.HOLDALL_TEST_ZSH ?? "zsh",
  fish: process.env.HOLDALL_TEST_FISH ?? "fish",
};
const isThere = (shell: string) => spawnSync(programs[shell]!, ["-c", "exit 0"]).status === 0;

/** The script of a shell in a file of its own. */
async function fileFor(shell: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "holdall-completion-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "_holdall");
  writeFileSync(file, await script(shell));
  return file;
}

/** What the shell itself offers for a line. */
async function offered(shell: string, words: readonly string[]): Promise<string[]> {
  const file = await fileFor(shell);
  const line = words.map((word) => `'${word}'`).join(" ");
  const code: Readonly<Record<string, string>> = {
    bash: `source ${file}; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _holdall; printf '%s\\n' "\${COMPREPLY[@]}"`,
    fish: `source ${file}; complete -C "${words.join(" ")}" | string split -f1 \\t; true`,
  };
  return execFileSync(programs[shell]!, ["-c", code[shell]!], { cwd: dirname(file), encoding: "utf8" })
    .trim()
    .split("\n");
}

describe.each(["bash", "fish"].filter(isThere))("%s", (shell) => {
  test.each([
    [["holdall", "ser"], ["serve"]],
    [["holdall", "serve", "--client"], ["--client-roots"]],
    [
      ["holdall", "tools", "--preset", "re"],
      ["readonly", "research"],
    ],
    [["holdall", "policy", "ex"], ["explain"]],
    [["holdall", "completion", "z"], ["zsh"]],
    [["holdall", "demo", "a"], ["agents"]],
    [["holdall", "runs", "ser"], ["serve"]],
  ])("offers what begins so: %j", { timeout: 20_000 }, async (words, expected) => {
    expect((await offered(shell, words)).sort()).toEqual(expected);
  });
});

test.each(shells.filter(isThere))("%s reads its script without a complaint", { timeout: 20_000 }, async (shell) => {
  const { status, stderr } = spawnSync(programs[shell]!, ["-n", await fileFor(shell)], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test.each(shells)(
  "the script for %s knows every command and the options of each",
  { timeout: 20_000 },
  async (shell) => {
    const text = await script(shell);
    for (const word of ["init", "completion", "doctor", "only", "client-roots", "dry-run", "readonly"])
      expect(text).toContain(word);
  },
);

test("a shell that there is no script for is named", async () => {
  const { code, errors } = await runCommand(["completion", "tcsh"], { cwd: tmpdir() });
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining("bash, zsh, fish") });
});
