import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const packages = join(import.meta.dirname, "../../packages");

/** Every row of the tables with the tests it names; `the same` is the file of the row before. */
function namedTests(): { attack: string; file: string; title: string | undefined }[] {
  const rows = readFileSync(join(import.meta.dirname, "../../docs/threat-model.md"), "utf8")
    .split("\n")
    .filter((line) => /^\| (?!attack|-)/.test(line));
  let file = "";
  return rows.flatMap((row) => {
    const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const tests = cells[3] ?? "";
    const parts = tests.split(/[;]|, (?=`)/);
    return parts.map((part) => {
      file = /`([^`]+\.test\.ts)`/.exec(part)?.[1] ?? file;
      return { attack: cells[1] ?? "", file, title: /"([^"]+)"/.exec(part)?.[1] };
    });
  });
}

test("every attack names a test that is there", () => {
  const tests = namedTests();
  expect(tests.length).toBeGreaterThan(25);
  for (const { attack, file, title } of tests) {
    const path = join(packages, file);
    expect(existsSync(path), `${attack}: ${file}`).toBe(true);
    if (title) expect(readFileSync(path, "utf8"), `${attack}: ${file}`).toContain(title);
  }
});
