import { expect, test } from "vitest";
import { complexityOf } from "./complexity.ts";

test.each([
  [
    "typescript",
    "function f(a?: number) {\n  if (a && a > 1 || !a) return a ?? 1;\n  for (const x of y) switch (x) { case 1: break; case 2: break }\n  return a ? b?.c : d;\n}",
    9,
  ],
  [
    "python",
    "def f(a):\n    if a and b or c:\n        return [x for x in y if x]\n    elif d:\n        try: pass\n        except E: pass\n",
    8,
  ],
  ["go", "func f() {\n\tif a && b { for { switch x { case 1: } } }\n}", 5],
  ["rust", "fn f() -> Option<u8> { if a { g()?; } match x { _ => while b {} } }", 4],
])("%s: branches are counted", (language, text, cyclomatic) => {
  expect(complexityOf(text, language)[0]).toMatchObject({ cyclomatic, symbol: { name: "f" } });
});

test("the most complex come first, with their lines and depth", () => {
  const text = "function a() {}\nfunction b() {\n  if (x) {\n    while (y) {\n    }\n  }\n}\n";
  expect(
    complexityOf(text, "javascript").map(({ symbol, cyclomatic, lines, depth }) => [
      symbol.name,
      cyclomatic,
      lines,
      depth,
    ]),
  ).toEqual([
    ["b", 3, 6, 2],
    ["a", 1, 1, 0],
  ]);
});
