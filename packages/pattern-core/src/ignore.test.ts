import { expect, test } from "vitest";
import { compileIgnore, type IgnoreLayer, isIgnored } from "./ignore.ts";

/** Whether git would ignore a path: a folder that is ignored takes everything below it along. */
function ignores(rules: string, path: string): boolean {
  const layer: IgnoreLayer = { folder: "", rules: compileIgnore(rules), above: undefined };
  const isFolder = path.endsWith("/");
  const names = path.replace(/\/$/, "").split("/");
  return names.some((_, i) =>
    isIgnored(layer, `/${names.slice(0, i + 1).join("/")}`, i < names.length - 1 || isFolder),
  );
}

test.each([
  ["node_modules", "a/node_modules/b.js", true],
  ["build/", "build", false],
  ["build/", "build/", true],
  ["/build", "x/build", false],
  ["doc/*.txt", "a/doc/x.txt", false],
  ["*.log\n!keep.log", "keep.log", false],
  ["*.log\n!keep.log", "x.log", true],
  ["!keep.log\n*.log", "keep.log", true],
  ["/dist/\n!/dist/keep.js", "dist/keep.js", true],
  ["/*\n!/foo\n/foo/*\n!/foo/bar", "foo/bar/x", false],
  ["a/**/b", "a/x/y/b", true],
  ["a/**/b", "a/b", true],
  ["abc/**", "abc", false],
  ["**/foo/bar", "x/foo/bar", true],
  ["#note", "#note", false],
  [String.raw`\#note`, "#note", true],
  [String.raw`\!x`, "!x", true],
  ["x  ", "x", true],
  [String.raw`x\  `, "x ", true],
  ["a\r\nb\r", "a", true],
  ["\uFEFFa", "a", true],
  ["*.[oa]", "x.o", true],
  ["[!a-m]x", "bx", false],
  ["*.[", "x.[", false],
  ["\\", "\\", false],
  [".*", ".env", true],
  ["foo.*", "foo.d.ts", true],
  ["*.ts", ".ts", true],
  ["*.d.ts", "x.d.ts", true],
  ["hasOwnProperty", "toString", false],
  ["a?c", "abc", true],
  ["a?c", "a/c", false],
  ["foo/", "x/foo/y", true],
])("%j on %s: %s", (rules, path, expected) => {
  expect(ignores(rules, path)).toBe(expected);
});

test("the nearest folder has the last word, and speaks of paths below itself", () => {
  const above: IgnoreLayer = { folder: "", rules: compileIgnore("*.log\n/only-top"), above: undefined };
  const layer: IgnoreLayer = { folder: "/src", rules: compileIgnore("!important.log\n/gen"), above };
  expect(isIgnored(layer, "/src/x.log", false)).toBe(true);
  expect(isIgnored(layer, "/src/important.log", false)).toBe(false);
  expect(isIgnored(layer, "/src/gen", true)).toBe(true);
  expect(isIgnored(layer, "/src/a/gen", true)).toBe(false);
  expect(isIgnored(layer, "/src/only-top", false)).toBe(false);
});

test("case counts unless told", () => {
  expect(compileIgnore("*.LOG\nBuild").verdict("build", true)).toBeUndefined();
  expect(compileIgnore("*.LOG\nBuild\nsrc/X*", { ignoreCase: true }).verdict("src/xy", false)).toBe("ignored");
});

test("many rules of every kind still give the last match the last word", () => {
  const rules = Array.from(
    { length: 300 },
    (_, i) => `${i % 3 === 0 ? "!" : ""}${["name", "*.x", "n?me", "d/**/name"][i % 4]}`,
  );
  const compiled = compileIgnore(rules.join("\n"));
  const last = rules.findLast((rule) => /^!?(name|n\?me)$/.test(rule));
  expect(compiled.verdict("name", false)).toBe(last?.startsWith("!") ? "kept" : "ignored");
});
