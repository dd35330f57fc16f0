import { expect, test } from "vitest";
import { compileIgnore, type IgnoreLayer, type IgnoreRules, ignoredIn } from "./ignore.ts";

const verdict = (rules: IgnoreRules, path: string, isDirectory: boolean) => {
  const slash = path.lastIndexOf("/");
  return rules.inFolder(path.slice(0, Math.max(0, slash)))(path.slice(slash + 1), isDirectory);
};
const isIgnored = (layer: IgnoreLayer, path: string, isDirectory: boolean): boolean => {
  const slash = path.lastIndexOf("/");
  return ignoredIn(layer, path.slice(0, slash))(path.slice(slash + 1), isDirectory);
};

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
  ["out-**/gen", "out-a/b/gen", true],
  ["out-**/gen", "out-gen", true],
  ["/out-**/gen", "out-a/gen", true],
  ["out-**/gen", "x/out-a/gen", false],
  ["?ut-**/gen", "out-a/b/gen", false],
  ["x/out-**", "x/out-a/b", true],
  ["x/out-**", "x/out-", true],
  ["out**", "x/out", true],
  ["out**/*.js", "out/a/b.js", true],
  ["//dist", "dist", false],
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
  ["*", "x", true],
  ["*\n!*/\n!.gitignore", "a/.gitignore", false],
  ["*~", "~", true],
  ["a*", "a", true],
  ["a**", "ab", true],
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
  expect(verdict(compileIgnore("*.LOG\nBuild"), "build", true)).toBeUndefined();
  expect(verdict(compileIgnore("*.LOG\nBuild\nsrc/X*", { ignoreCase: true }), "src/xy", false)).toBe("ignored");
});

test("many rules of every kind still give the last match the last word", () => {
  const rules = Array.from(
    { length: 300 },
    (_, i) => `${i % 3 === 0 ? "!" : ""}${["name", "*.x", "n?me", "d/**/name"][i % 4]}`,
  );
  const compiled = compileIgnore(rules.join("\n"));
  const last = rules.findLast((rule) => /^!?(name|n\?me)$/.test(rule));
  expect(verdict(compiled, "name", false)).toBe(last?.startsWith("!") ? "kept" : "ignored");
});

/** Numbers from 0 up to a bound, the same in every run. */
function dice(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

test("rules that are looked up and rules that run as automata agree, alone and together", () => {
  const roll = dice(5);
  const name = () => ["a", "b", "a.b", "b.a", "ab", ".a", "é"][roll(7)]!;
  const path = () => Array.from({ length: 1 + roll(3) }, name).join("/");
  const rule = () => {
    const body = [
      path,
      () => `*.${name()}`,
      () => `${name()}*`,
      () => `*${name()}`,
      () => `*/${name()}`,
      () => `**/${path()}`,
    ][roll(6)]!();
    return `${roll(3) === 0 ? "!" : ""}${roll(3) === 0 ? "/" : ""}${body}${roll(3) === 0 ? "/" : ""}`;
  };
  // A class of one letter means the letter, and is no plain text.
  const asAutomaton = (written: string) => written.replace(/[ab]/, "[$&]");
  for (let round = 0; round < 600; round++) {
    const rules = Array.from({ length: 1 + roll(5) }, rule);
    const together = compileIgnore(rules.join("\n"));
    const automata = compileIgnore(rules.map(asAutomaton).join("\n"));
    const alone = rules.map((one) => compileIgnore(one));
    for (let i = 0; i < 8; i++) {
      const [tested, isDirectory] = [path(), roll(2) === 0];
      const expected = alone.map((one) => verdict(one, tested, isDirectory)).findLast((verdict) => verdict);
      const what = `${rules.join(" ")} on ${tested}`;
      expect(verdict(together, tested, isDirectory), what).toBe(expected);
      expect(verdict(automata, tested, isDirectory), what).toBe(expected);
    }
  }
});

test("a folder remembered outlives the states that an automaton forgets", () => {
  const ignored = ignoredIn({ folder: "", rules: compileIgnore("d/*x*y*z*w*[0-9]?????????"), above: undefined }, "/d");
  const roll = dice(9);
  for (let i = 0; i < 30_000; i++) {
    const name = Array.from({ length: 24 }, () => "xyzw0123"[roll(8)]).join("");
    expect(ignored(name, false), name).toBe(/^.*x.*y.*z.*w.*[0-9].{9}$/.test(name));
  }
});

test("a file of thousands of rules with wildcards", () => {
  const rules = Array.from({ length: 5_000 }, (_, i) => `pre${i}*post${i}.txt`).join("\n");
  const compiled = compileIgnore(rules);
  expect(verdict(compiled, "a/pre4999-post4999.txt", false)).toBe("ignored");
  expect(verdict(compiled, "a/pre4999-post4998.txt", false)).toBeUndefined();
});
