import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { tempFolder } from "../../bench/lib/temp.ts";

const corpora = tempFolder("corpora");
afterAll(() => rmSync(corpora, { recursive: true }));

function run(...names: string[]) {
  const env = { ...process.env, HOLDALL_CORPORA: corpora };
  return spawnSync(process.execPath, [join(import.meta.dirname, "../run.ts"), ...names], { encoding: "utf8", env });
}

test("a corpus that is not there fails the eval and says what to set", () => {
  const { status, stderr } = run("gitignore");
  expect(status).toBe(1);
  expect(stderr).toContain(`there is no folder ${join(corpora, "gitignore")}`);
  expect(stderr).toContain("Set HOLDALL_CORPORA");
});

test("every case counts, and one wrong answer fails the eval", () => {
  mkdirSync(join(corpora, "gitignore"), { recursive: true });
  const cases = (verdict: 0 | 1) => [
    { description: "folder", patterns: ["build/"], paths: { "build/a.js": { git: 1 }, build: { git: 0 } } },
    {
      description: "extension",
      patterns: [{ pattern: "*.log" }, "!keep.log"],
      paths: { "a.log": { git: verdict }, "keep.log": { git: 0 } },
    },
  ];
  const put = (verdict: 0 | 1) => writeFileSync(join(corpora, "gitignore/cases.json"), JSON.stringify(cases(verdict)));

  put(1);
  expect(run("gitignore").stdout).toMatch(/git's verdict +4 +4 +≥ 4 +ok/);
  put(0);
  const wrong = run("gitignore");
  expect(wrong.stdout).toMatch(/git's verdict +3 +4 +≥ 4 +MISS/);
  expect(wrong.status).toBe(1);
});
