import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { gitSettings } from "./git-settings.ts";

const folder = mkdtempSync(join(tmpdir(), "holdall-git-settings-"));
const file = join(folder, "config");
afterAll(() => rmSync(folder, { recursive: true }));
const hasGit = spawnSync("git", ["--version"]).status === 0;
const runs = Number(process.env.HOLDALL_GIT_SETTINGS_RUNS ?? 15);

/** What git reads; undefined when it takes the file for broken. */
function asGit(text: string): string[] | undefined {
  writeFileSync(file, text);
  try {
    const out = execFileSync("git", ["config", "--file", file, "--list", "-z"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    return out.toString().split("\0").slice(0, -1).map(plain);
  } catch {
    return undefined;
  }
}

const asWe = (text: string): string[] => gitSettings(text).map(({ key, value }) => plain(`${key}\n${value}`));

/** The handling of blanks within a value differs from one git to the next. */
const plain = (setting: string): string => setting.replace(/\s+/g, " ").trimEnd();

const pieces = [
  ...["[core]", "[Core]", '[remote "a b"]', '[a "x\\"y"]', "[core.sub]", "[include]", "\n", "\n", "\r\n", "\n\t", " "],
  ...[
    "hooksPath = x",
    "hooksPath=a b",
    "excludesfile =",
    "k = v # c",
    "k = v ; c",
    "# c \\",
    "; c \\\\",
    "k = v \\",
    "k = a\\\\",
  ],
  ...['k = "a # b"', 'k = "a\\nb"', 'k = a "b" c', "k = a\\tb", 'k = "x" # \\', "k\t=\tv  ", "path = ~/x", 'k = "a \\'],
];

// It says itself why: there is nothing to compare with.
describe.skipIf(!hasGit)(`settings of git${hasGit ? "" : ", skipped because git is not installed"}`, () => {
  it.each([
    ["a comment that ends in a backslash hides nothing", "[core]\n# c \\\nhooksPath = x\n"],
    ["nor does one behind a value", "[core]\na = b # c \\\nhooksPath = x\n"],
    ["a value goes on in the next line, twice, within quotes too", '[core]\na = b \\\n c "d # \\\ne"\nhooksPath = x\n'],
    ["two backslashes are one, and the line ends", "[core]\na = b\\\\\nhooksPath = x\n"],
    ["the last line goes on into nothing", "[core]\na = b \\"],
  ])("%s", (_, text) => {
    expect(asGit(text)).toBeDefined();
    expect(asWe(text)).toEqual(asGit(text));
  });

  it("are what git reads, of any text that it can read", () => {
    let state = 7;
    const next = (most: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (state >>> 8) % most;
    };
    let read = 0;
    for (let tries = 0; read < runs && tries < runs * 20; tries++) {
      const text = `[core]\n${Array.from({ length: 2 + next(8) }, () => pieces[next(pieces.length)] + (next(3) ? "\n" : "")).join("")}\n`;
      const expected = asGit(text);
      if (!expected) continue;
      read++;
      expect(asWe(text), JSON.stringify(text)).toEqual(expected);
    }
    expect(read).toBe(runs);
  });

  it("are read in linear time, whatever the text", () => {
    gitSettings(`[core]\na = ${"x \\\n".repeat(300_000)}`);
    gitSettings(`[core]\n${'"'.repeat(500_000)}\n${"[".repeat(100_000)}\n${" ".repeat(200_000)}x`);
  });
});
