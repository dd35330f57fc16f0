import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tempFolder } from "../tests/_session.fixture.ts";
import { readGitIndex } from "./git-index.ts";

const kinds: Readonly<Record<string, string>> = { "100": "file", "120": "link", "160": "folder" };

test.each(["2", "3", "4"])("version %s of an index has what git lists", (version) => {
  const folder = tempFolder();
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  git("init", "-q");
  for (let i = 0; i < 40; i++) {
    mkdirSync(join(folder, `folder-${i % 5}`), { recursive: true });
    writeFileSync(join(folder, `folder-${i % 5}`, `${"long".repeat(i)}-ü-${i}`), "x");
  }
  writeFileSync(join(folder, "--pre=sh"), "x");
  symlinkSync("folder-1", join(folder, "link"));
  git("init", "-q", "inner");
  git("-C", "inner", "-c", "user.name=a", "-c", "user.email=a", "commit", "-q", "--allow-empty", "-m", "x");
  git("-c", "advice.addEmbeddedRepo=false", "add", ".");
  if (version === "3") git("update-index", "--skip-worktree", "--", "--pre=sh");
  git("update-index", "--index-version", version);
  const listed = git("ls-files", "-sz").split("\0").filter(Boolean);
  const expected = listed.map((line) => ({ name: line.slice(line.indexOf("\t") + 1), kind: kinds[line.slice(0, 3)] }));
  expect(readGitIndex(readFileSync(join(folder, ".git/index")))).toEqual(expected);
});

test("an index that is split says so by nothing", () => {
  const folder = tempFolder();
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  git("init", "-q");
  writeFileSync(join(folder, "a"), "x");
  git("add", "a");
  git("update-index", "--split-index");
  expect(readGitIndex(readFileSync(join(folder, ".git/index")))).toBeUndefined();
});

test("bytes that are no index never pass for one, nor keep anybody waiting", () => {
  const header = Buffer.from("DIRC\0\0\0\x02\0\0\0\x05", "latin1");
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, hasHeader) => {
      const found = readGitIndex(Buffer.concat([hasHeader ? header : Buffer.alloc(0), bytes]));
      expect(found === undefined || found.length === 5).toBe(true);
    }),
    { numRuns: 300 },
  );
});
