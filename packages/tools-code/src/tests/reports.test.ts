import { describe, expect, test } from "vitest";
import type { CallNode, FindReferencesOutput, TraceCallsOutput } from "../index.ts";
import { openSymbols } from "./_symbols.fixture.ts";

/** Inputs after public reports about other tools and about libraries that are used here. */

const tree = ({ name, sites, calls }: CallNode): string =>
  `${name}${sites.length > 0 ? `@${sites}` : ""}${calls.length > 0 ? `(${calls.map(tree).join(" ")})` : ""}`;

const sources: Readonly<Record<string, readonly [text: string, callers: string, callees: string]>> = {
  "/a.go": [
    "package a\n\nfunc helper(n int) int { return n }\n\nfunc Run() int {\n\treturn helper(1)\n}\n\nfunc Shadow(helper func(int) int) int {\n\thelper := helper\n\treturn helper(1)\n}\n",
    "helper(Run@6)",
    "Run(helper@6)",
  ],
  "/a.rs": [
    "fn helper(n: u32) -> u32 { n }\n\npub fn run() -> u32 {\n    helper(1)\n}\n\nimpl Foo {\n    fn helper(&self) {}\n    fn go(&self) { self.helper(); }\n}\n",
    "helper(run@4)",
    "run(helper@4)",
  ],
  "/A.java": [
    "class A {\n  int helper(int n) { return n; }\n  int run() {\n    return helper(1) + this.helper(2) + other.helper(3);\n  }\n}\n",
    "A.helper(A.run@4)",
    "A.run(A.helper@4)",
  ],
  "/a.php": [
    "<?php\nclass A {\n  function helper($n) { return $n; }\n  function run() {\n    return $this->helper(1);\n  }\n}\n",
    "A.helper(A.run@5)",
    "A.run(A.helper@5)",
  ],
  "/a.swift": [
    "func helper(_ n: Int) -> Int { return n }\n\nfunc run() -> Int {\n  return helper(1)\n}\n",
    "helper(run@4)",
    "run(helper@4)",
  ],
  "/a.kt": [
    "fun helper(n: Int): Int = n\n\nfun run(): Int {\n  return helper(1)\n}\n",
    "helper(run@4)",
    "run(helper@4)",
  ],
};

describe("calls within a file are certain", () => {
  test.each(Object.entries(sources))("%s", async (path, [text, callers, callees]) => {
    const { output, text: shown } = openSymbols({ files: { [path]: text } });
    const found = await output<TraceCallsOutput>("trace_calls", { symbol: callers.replace(/\(.*/, ""), path });
    expect(found.roots.map(tree)[0]).toBe(callers);
    const called = await output<TraceCallsOutput>("trace_calls", {
      symbol: callees.replace(/\(.*/, ""),
      path,
      direction: "callees",
    });
    expect(called.roots.map(tree)[0]).toBe(callees);
    expect(await shown("trace_calls", { symbol: "helper", path })).not.toMatch(/\{\w+\}/);
  });
});

test("calls of getters, setters and their like are theirs, not the module's", async () => {
  const files = {
    "/a.ts":
      "function help() { return 1; }\nexport class A {\n  get size() { return help(); }\n  set size(v) { help(); }\n  #n = help();\n}\nexport const o = { get n() { return help(); } };\n",
  };
  const { output } = openSymbols({ files });
  const { roots } = await output<TraceCallsOutput>("trace_calls", { symbol: "help" });
  expect(roots.map(tree)).toEqual(["help(a.ts@5 A.size@3 A.size@4 o.n@7)"]);
  const callees = await output<TraceCallsOutput>("trace_calls", { symbol: "o.n", direction: "callees" });
  expect(callees.roots.map(tree)).toEqual(["o.n(help@7)"]);
});

test("a page of references does not say that it is all", async () => {
  const files = { "/a.ts": "export const a = 1;\na;\na;\na;\n" };
  const { output, text } = openSymbols({ files });
  expect((await output<FindReferencesOutput>("find_references", { symbol: "a", limit: 1 })).total).toBe(3);
  const shown = await text("find_references", { symbol: "a", limit: 1 });
  expect(shown).toContain("3 references; 1 of them is listed.\nContinue with offset 1.");
  expect(shown).not.toContain("that is all");
});

describe("names with signs and blanks are found as they are written", () => {
  const files = {
    "/a.rb": "class A\n  def empty?\n    true\n  end\n  def ==(other)\n    empty?\n  end\n  def name=(v)\n  end\nend\n",
    "/a.cpp": "struct V {\n  V operator+(V o) { return o; }\n};\n",
    "/a.ts": "export class A {\n  #priv() {}\n  'quoted name'() {}\n}\n",
  };
  test.each([
    ["empty?", "/a.rb:2"],
    ["A#empty?", "/a.rb:2"],
    ["A.==", "/a.rb:5"],
    ["name=", "/a.rb:8"],
    ["V::operator+", "/a.cpp:2"],
    ["#priv", "/a.ts:2"],
    ["quoted name", "/a.ts:3"],
  ])("%s", async (symbol, at) => {
    expect((await openSymbols({ files }).text("find_definition", { symbol })).startsWith(`${at}-`)).toBe(true);
  });
});

describe("uses of names with signs and blanks are found as they are written", () => {
  const files = {
    "/a.kt": "class A {\n  fun `is empty`() = true\n  fun run() { `is empty`() }\n}\n",
    "/a.scala": "object A {\n  def `type`() = 1\n  def run() = `type`()\n}\n",
    "/a.rs": 'fn r#match(n: u32) -> u32 { n }\nfn run() -> u32 { r#match(1) + r#"match"#.len() }\n',
    "/a.rb":
      "class A\n  def empty?\n  end\n  def save!\n  end\n  def name=(v)\n  end\n  def ==(other)\n    empty? && save!\n  end\n  def run(b)\n    b.name = 'name='\n    b.name == 2 || b === 1\n    self == b # ==\n  end\nend\n",
    "/a.php": "<?php\nclass B {\n  public $size = 1;\n  function g() { return $this->size + self::$size; }\n}\n",
    "/a.ts":
      "export class A {\n  'quoted name'() {}\n  run() {\n    return this['quoted name']() + 'quoted name';\n  }\n}\n",
    "/a.cpp":
      "struct V {\n  V operator+(V o) { return o; }\n};\nV f(V a, V b) { a++; a += b; return a.operator+(b); }\nV g(V a, V b) { return a + b; }\n",
    "/a.cs": "class C {\n  int @class() { return 1; }\n  int Run() { return @class(); }\n}\n",
    "/a.swift": "func `default`() {}\nfunc run() { `default`() }\n",
  };
  test.each([
    ["is empty", ["/a.kt:3"]],
    ["`is empty`", ["/a.kt:3"]],
    ["`type`", ["/a.scala:3"]],
    ["r#match", ["/a.rs:2"]],
    ["empty?", ["/a.rb:9"]],
    ["A#save!", ["/a.rb:9"]],
    ["A#name=", ["/a.rb:12"]],
    ["A.==", ["/a.rb:13", "/a.rb:14"]],
    ["$size", ["/a.php:4", "/a.php:4"]],
    ["B::$size", ["/a.php:4", "/a.php:4"]],
    ["'quoted name'", ["/a.ts:4"]],
    ["V::operator+", ["/a.cpp:4", "/a.cpp:5"]],
    ["@class", ["/a.cs:3"]],
    ["`default`", ["/a.swift:2"]],
  ])("%s", async (symbol, places) => {
    const { output } = openSymbols({ files });
    const { unresolved_at, files: found } = await output<FindReferencesOutput>("find_references", { symbol });
    const sure = found.flatMap(({ path, references }) => references.map(({ line }) => `${path}:${line}`));
    expect([...sure, ...unresolved_at.map(({ path, line }) => `${path}:${line}`)]).toEqual(places);
  });
});
