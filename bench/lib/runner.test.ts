import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tempFolder } from "./temp.ts";

const folder = tempFolder("runner");
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  const runner = pathToFileURL(join(import.meta.dirname, "runner.ts")).href;
  const columns = `[{ title: "what", width: 10, cell: (r) => r.what }, { title: "value", width: 6, cell: (r) => show(r.value) }, ...verdict]`;
  write(
    "run.ts",
    `import { runFolder, show, verdict } from "${runner}"; await runFolder(import.meta.dirname, ${columns});`,
  );
  write("_private.ts", "throw new Error('private files are not programs');");
  write(
    "good.ts",
    `export const about = "All is well"; export async function* rows() { yield { what: "speed", value: 0.4, most: 0.5 }; }`,
  );
  write(
    "slow.ts",
    `export const about = "Too slow"; export async function* rows() { yield { what: "speed", value: 0.6, most: 0.5 }; }`,
  );
  write(
    "broken.ts",
    `export const about = "Breaks"; export async function* rows() { yield { what: "first", value: 1 }; throw new Error("no disk"); }`,
  );
});

test("without a name it lists what there is", () => {
  const { status, stdout } = run();
  expect(status).toBe(0);
  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ["broken", "Breaks"],
    ["good", "All is well"],
    ["slow", "Too slow"],
  ]);
});

test("a table says which goals are kept, and the exit code whether all are", () => {
  const good = run("good");
  expect(good.stdout).toMatch(/speed +0\.40 +≤ 0\.50 +ok/);
  expect(good.status).toBe(0);
  const slow = run("good", "slow");
  expect(slow.stdout).toMatch(/speed +0\.60 +≤ 0\.50 +MISS/);
  expect(slow.status).toBe(1);
});

test("a program that throws fails, and the ones after it still run", () => {
  const { status, stdout, stderr } = run("all", "--json");
  const { reports } = JSON.parse(stdout);
  expect(status).toBe(1);
  expect(stderr).toContain("broken could not go on: no disk");
  expect(reports.map((report: { name: string; ok: boolean }) => [report.name, report.ok])).toEqual([
    ["broken", false],
    ["good", true],
    ["slow", false],
  ]);
  expect(reports[0].rows).toEqual([{ what: "first", value: 1 }]);
});

test("an unknown name is an error that shows the known ones", () => {
  const { status, stdout, stderr } = run("fast");
  expect(status).toBe(1);
  expect(stderr).toContain('no "fast"');
  expect(stdout).toContain("good");
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function run(...args: string[]) {
  return spawnSync(process.execPath, [join(folder, "run.ts"), ...args], { encoding: "utf8" });
}
