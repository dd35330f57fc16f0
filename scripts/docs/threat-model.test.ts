import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

/**
 * What the tests of a file are called: the texts that `test`, `it` and `describe` get first, by whatever modifiers, and
 * those that begin the rows of their tables.
 */
function titlesIn(source: string): string[] {
  const code = source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
  const first = /(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1\s*,/gs;
  const table = /\.(?:each|for)(?:<[^(]*>)?\(\[\n(.*?)\n\s*\](?: as [^)]*)?\)\(/gs;
  const row = /\[\s*(["'`])((?:\\.|(?!\1)[^\\\n])*)\1,/g;
  const rows = [...code.matchAll(table)].flatMap(([, text = ""]) => [...text.matchAll(row)]);
  return [...code.matchAll(first), ...rows].map(([, , title = ""]) => title);
}

/** The source of a file of tests, and of the cases that it runs. */
function withCases(path: string): string {
  const source = readFileSync(path, "utf8");
  const cases = [...source.matchAll(/from "([^"]+-cases\.fixture\.ts)"/g)].map(([, file = ""]) => file);
  return [source, ...cases.map((file) => readFileSync(join(dirname(path), file), "utf8"))].join("\n");
}

test("titles are found in calls of tests, and nowhere else", () => {
  const source = `
    // test("in a comment", () => {});
    import { it } from "in an import";
    const text = "in a text";
    expect(text).toContain("in what is expected");
    test("of a test", () => {});
    it.each([
      ["of a row", "not of its second cell"],
    ])("of each %s", () => {});
    test.skipIf(x)(
      'of several lines',
      () => {},
    );
    describe.each<string>(calls)('of a "suite"', () => {});`;
  expect(titlesIn(source)).toEqual(["of a test", "of each %s", "of several lines", 'of a "suite"', "of a row"]);
});

test("every attack names a test that is there", () => {
  const tests = namedTests();
  expect(tests.length).toBeGreaterThan(25);
  const missing = tests.flatMap(({ attack, file, title }) => {
    const path = join(packages, file);
    if (!existsSync(path)) return [`${attack}: there is no ${file}`];
    const titles = titlesIn(withCases(path));
    if (titles.length === 0) return [`${attack}: ${file} holds no test`];
    return title === undefined || titles.some((each) => each.includes(title))
      ? []
      : [`${attack}: no test of ${file} is called "${title}"`];
  });
  expect(missing).toEqual([]);
});
