import { describe, expect, test } from "vitest";
import { compileGlob, type GlobOptions } from "./glob.ts";

const matches = (pattern: string, path: string, options: GlobOptions = {}) =>
  compileGlob(pattern, options).matches(path);

describe("matching", () => {
  test.each([
    ["*.ts", "a.ts", true],
    ["*.ts", "src/deep/a.ts", true],
    ["/*.ts", "src/a.ts", false],
    ["./*.ts", "a.ts", true],
    ["src/*.ts", "src/deep/a.ts", false],
    ["src/**/*.ts", "src/a.ts", true],
    ["src/**/*.ts", "src/x/y/a.ts", true],
    ["src/**", "src/x/y", true],
    ["src/**", "src", true],
    ["*/**", "file", false],
    ["a**b", "axxb", true],
    ["a**b", "a/b", false],
    ["?.ts", "ab.ts", false],
    ["[!a-m]*.ts", "b.ts", false],
    ["[!a-m]*.ts", "z.ts", true],
    ["[^a-m]*.ts", "b.ts", false],
    ["[[:digit:]]*", "7up", true],
    ["[]-]x", "]x", true],
    ["a[/]b", "a/b", false],
    ["*.{ts,tsx}", "a.tsx", true],
    ["{a,b/{c,d}}.ts", "b/d.ts", true],
    ["file{1..3}.txt", "file2.txt", true],
    ["file{01..10}.txt", "file07.txt", true],
    ["{a..c}x", "bx", true],
    ["{a}.ts", "{a}.ts", true],
    ["{a,b", "{a,b", true],
    [String.raw`\[id\].tsx`, "[id].tsx", true],
    [String.raw`a\*b`, "axb", false],
    ["(group)/page.ts", "(group)/page.ts", true],
    ["*.@(js|ts)", "a.ts", true],
    ["*.@(js|ts)", "a.tsx", false],
    ["@(src|test)/**/+([a-z]).?(m)js", "test/x/abc.mjs", true],
    ["@(src|test)/**/+([a-z]).?(m)js", "src/abc.js", true],
    ["@(src|test)/**/+([a-z]).?(m)js", "src/a1.js", false],
    ["*(ab|c)", "abcab", true],
    ["*(ab|c)", "abca", false],
    ["@(a/b|c)/x", "a/b/x", true],
    ["@(a|*(b))c", "bbc", true],
    ["a@(b", "a@(b", true],
    [String.raw`\@(a)`, "@(a)", true],
    ["a**(b)", "axbb", true],
    ["é*", "école", true],
    ["?", "😀", true],
  ])("%s on %s: %s", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  test("a group that means everything else is refused where it stands, with a way out", () => {
    expect(() => compileGlob("src/!(a|b).ts")).toThrow(
      expect.objectContaining({ position: 4, hint: expect.stringContaining("!*.test.ts") }),
    );
  });

  test("hidden names match only a written dot, unless they are asked for", () => {
    expect(matches("*", ".env")).toBe(false);
    expect(matches("**/*.ts", ".cache/a.ts")).toBe(false);
    expect(matches("?env", ".env")).toBe(false);
    expect(matches("[.]env", ".env")).toBe(false);
    expect(matches(".*", ".env")).toBe(true);
    expect(matches("**/.github/*", "a/.github/x")).toBe(true);
    expect(matches("{*,.x}/a", ".x/a")).toBe(true);
    expect(matches("**/*.ts", ".cache/a.ts", { hidden: true })).toBe(true);
  });

  test("a leading ! turns it round, two turn it back", () => {
    expect(matches("!*.ts", "a.ts")).toBe(false);
    expect(matches("!*.ts", "a.js")).toBe(true);
    expect(compileGlob("!!a").negated).toBe(false);
  });

  test("case counts unless told", () => {
    expect(matches("*.TS", "a.ts")).toBe(false);
    expect(matches("*.TS", "a.ts", { ignoreCase: true })).toBe(true);
  });
});

test.each([
  ["src/**/*.ts", "src"],
  ["src/a/b.ts", "src/a/b.ts"],
  ["src/f*", "src"],
  ["*.ts", ""],
  ["{src,test}/*.ts", ""],
  [String.raw`src/\[id\]/x*`, "src/[id]"],
  ["/a/b/*", "a/b"],
  ["a/b@(c|d)/e", "a"],
  ["!src/*", ""],
])("the prefix of %s is %j", (pattern, prefix) => {
  expect(compileGlob(pattern).prefix).toBe(prefix);
});

describe("patterns that hang other matchers", () => {
  test.each([
    ["*a*a*a*a*a*a*a*a*a*b", "a".repeat(40)],
    [`${"**/".repeat(30)}x`, `${"a/".repeat(60)}y`],
    ["{a,b}".repeat(60), `${"ab".repeat(30)}c`],
    [`${"{a,".repeat(40)}b${"}".repeat(40)}`, "c"],
    ["{".repeat(2_000), "x"],
    ["@(+(a+))+(b)", "a".repeat(200)],
    ["+(a|aa)+(a|aa)b", "a".repeat(2_000)],
    [`${"@(a|".repeat(40)}b${")".repeat(40)}`, "c"],
    ["{a,b,c,d,e,f}".repeat(100), "abc"],
    ["[a-z]*".repeat(600), "a".repeat(500)],
    ["{1..1000}{1..1000}x", "7"],
  ])("number %# answers", (pattern, path) => {
    expect(matches(pattern, path)).toBe(false);
  });

  test.each([
    "!(a)",
    "a/!(b|c).ts",
    `${"@(".repeat(60)}a${")".repeat(60)}`,
    "{1..9999999}",
    "{1..999}".repeat(30),
    "a".repeat(5_000),
  ])("number %# is refused", (pattern) => {
    expect(() => compileGlob(pattern)).toThrow(expect.objectContaining({ name: "PatternError" }));
  });
});

test.each([
  ["src/**/*.ts", ["src", "src/a/b"], ["lib", "srcs", "sr"]],
  ["src/*.ts", ["src"], ["src/a"]],
  ["{a,b/c}/*", ["a", "b", "b/c"], ["c", "b/d", "a/x"]],
  ["*.ts", ["a", "a/b"], [".git", "a/.b"]],
  [".cache/**", [".cache", ".cache/a"], [".git", ".cache/.b", "a"]],
  ["**/.x/*", ["a", "a/.x"], ["a/.y"]],
  ["!src/**", ["src", "a"], []],
  ["a", ["b"], []],
  ["/a", [], ["a", "b"]],
])("%s reaches %j and not %j", (pattern, into, not) => {
  const { reaches } = compileGlob(pattern);
  expect(into.filter((folder) => !reaches(folder))).toEqual([]);
  expect(not.filter((folder) => reaches(folder))).toEqual([]);
});

test.each(["**", "*.ts", "**/*.ts", "?/**", "{b,c/**}", "{,x}", "[ab]/**/x", "**/.x/*", "b/", "*/"])(
  "a spelled-out folder before %s changes nothing but where it is looked for",
  (rest) => {
    const names = ["a", "a/b", "b", ".x", ".x/y", "c/d/e.ts", "e.ts", "a/x", "ab", "x"];
    const paths = [
      "a",
      "a/b",
      "ab",
      "b",
      ".",
      "a/b/",
      ...names.map((name) => `a/b/${name}`),
      "a/bb/e.ts",
      "x/a/b/e.ts",
    ];
    for (const hidden of [true, false]) {
      const [plain, escaped] = [`a/b/${rest}`, `a/\\b/${rest}`].map((pattern) => compileGlob(pattern, { hidden }));
      expect(plain?.prefix).toBe(escaped?.prefix);
      expect(paths.filter((path) => plain?.matches(path))).toEqual(paths.filter((path) => escaped?.matches(path)));
      expect(paths.filter((path) => plain?.reaches(path))).toEqual(paths.filter((path) => escaped?.reaches(path)));
    }
  },
);
